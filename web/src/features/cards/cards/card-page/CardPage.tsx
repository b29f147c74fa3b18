import { mayFreeze, mayTransition, type CardKind } from '@florin/contract/cards/card-states';
import { isEligible } from '@florin/contract/eligibility';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { newPolicyKey, temporaryKey } from '../../../../flows/cards/form-keys.ts';
import { lookOf } from '../../../../flows/cards/card-look.ts';
import { CardState } from '../../../../flows/cards/CardState.tsx';
import { StepUpProvider } from '../../../../flows/step-up/StepUpProvider.tsx';
import { useSingleKeys } from '../../../../flows/use-single-keys.ts';
import { CardObject } from '../../../../kit/card/CardObject.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { PageHead, WidePage } from '../../../../kit/layout/Page.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { cardDetailsWords } from '../../../../messages/en/cards/card-details.ts';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { paths } from '../../../../paths.ts';
import { useEpoch } from '../../../../session/browser-session.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { useSite } from '../../../../site.ts';
import { CardTimeline } from './CardTimeline.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { holderOf } from '../columns.tsx';
import { cardQuery, editKey, freezeKey, type CardDetail, type CardScope } from '../queries.ts';
import styles from '../cards.module.css';
import { Acts, Freezes } from './Acts.tsx';
import { FreezeDialog, useFreeze } from './freeze.tsx';
import { LimitsPanel, useLimits } from './LimitsPanel.tsx';
import { RulesPanel, ownRuleOf, type RulesPanelProps } from './RulesPanel.tsx';
import { ShipmentPanel } from './ShipmentPanel.tsx';
import { ControlsPanel } from './ControlsPanel.tsx';
import type { CardPart, OpenDialog } from './dialogs.ts';

const words = cardPageWords;
const CardActDialog = lazy(() => import('./CardActDialog.tsx'));
const SpendByMonth = lazy(() => import('./SpendByMonth.tsx'));
const EditCardDialog = lazy(() => import('../EditCardDialog.tsx'));

/** The card, as the dialogs of other features take it. */
interface DialogCard {
  cardId: string;
  last4: string;
  kind: CardKind;
  name: string | null;
  cardholder: string | null;
}

/** What can be done with a card by other features. */
interface OtherDialogs {
  /** Sends its details to a vendor. */
  Vendor: ComponentType<{ card: DialogCard; onClose: () => void }>;
  /** Lets it do more for a time. */
  Raise: ComponentType<{ card: DialogCard; zone: string; onClose: () => void }>;
  /** Makes its own rules. */
  Rule: ComponentType<{ card: DialogCard; onClose: () => void }>;
}

/** /cards/$id, for administrators. */
export function CardPage({ dialogs }: { dialogs: OtherDialogs }) {
  const { id } = useParams({ from: '/signed-in/cards/$id' });
  return <OneCard key={id} scope="business" id={id} dialogs={dialogs} />;
}

/** The card with its details, of another feature. */
type DrawCard = (card: CardDetail, acts: ReactNode) => ReactNode;

/** /my-cards/$id, for the holder of the card. */
export function OwnCardPage({ drawCard }: { drawCard: DrawCard }) {
  const { id } = useParams({ from: '/signed-in/my-cards/$id' });
  return <OneCard key={id} scope="own" id={id} drawCard={drawCard} />;
}

interface OneCardProps {
  scope: CardScope;
  id: string;
  drawCard?: DrawCard;
  dialogs?: OtherDialogs;
}

/** A card: what is left on it, what it can do, what happened to it, and what can be done. */
function OneCard({ scope, id, drawCard, dialogs }: OneCardProps) {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const card = useQuery(cardQuery(scope, id));
  if (card.data) {
    const drawn = drawCard?.(card.data, null) ?? <Drawn card={card.data} />;
    return <Loaded scope={scope} card={card.data} drawn={drawn} dialogs={dialogs} />;
  }
  return (
    <WidePage>
      <PageHead title={cardsWords.columns.card} />
      {card.isPending ? (
        <Panel>
          <LoadingRows label={words.loading} />
        </Panel>
      ) : (
        <Failure
          {...errorMessage(card.error, words.loadFailed)}
          onRetry={() => void card.refetch()}
          retrying={card.isFetching}
        />
      )}
    </WidePage>
  );
}

interface LoadedProps {
  scope: CardScope;
  card: CardDetail;
  drawn: ReactNode;
  dialogs: OtherDialogs | undefined;
}

function Loaded({ scope, card, drawn, dialogs }: LoadedProps) {
  const [dialog, setDialog] = useState(() => leftDialog(scope, card));
  const forget = useAsked(scope, card, setDialog);
  const close = () => {
    setDialog(null);
    forget();
  };
  const isOwn = scope === 'own';
  const limits = useLimits(scope, card.id);
  usePageKeys({ scope, card, limits: limits.data, onDialog: setDialog });
  const { permissionFlags, allowAdminViewCardUsage, timeZone: zone } = usePerson();
  const showsUsage = isOwn || (allowAdminViewCardUsage && permissionFlags.includes('VIEW_CARD_TRANSACTIONS'));
  return (
    <StepUpProvider>
      <WidePage>
        <PageHead
          title={
            <>
              {titleOfCard(card)} <LastDigits digits={card.last4} />
            </>
          }
          above={<Crumbs scope={scope} card={card} />}
          // Whose each freeze is stands below.
          badge={<CardState of={{ ...card, freezes: [] }} />}
          action={<Acts scope={scope} card={card} onDialog={setDialog} />}
        >
          <Freezes scope={scope} card={card} />
        </PageHead>
        <div className={styles.columns}>
          <div className={styles.column}>
            {drawn}
            <ShipmentPanel card={card} />
            <LimitsPanel limits={limits.data} failed={limits.isError} />
            <ControlsPanel scope={scope} card={card} onDialog={setDialog} />
          </div>
          <div className={styles.column}>
            <RulesPanel scope={scope} card={card} limits={limits.data} onDialog={setDialog} />
            <CardTimeline scope={scope} card={card} />
            {showsUsage && (
              <Suspense>
                <SpendByMonth scope={scope} id={card.id} />
              </Suspense>
            )}
          </div>
        </div>
        <Suspense>
          {dialog !== null && <OpenedDialog {...{ dialog, scope, card, dialogs, zone, onClose: close }} />}
        </Suspense>
      </WidePage>
    </StepUpProvider>
  );
}

/** The dialog in which something was typed when the session ended. */
function leftDialog(scope: CardScope, card: CardDetail): OpenDialog | null {
  if (wasLeftOpen(freezeKey(card.id)) && mayFreeze(card, scope === 'own' ? 'HOLDER' : 'ADMIN')) return 'freeze';
  if (!isEligible('card.change', { card })) return null;
  const keys = { edit: editKey, raise: temporaryKey, rule: newPolicyKey } as const;
  return (['edit', 'raise', 'rule'] as const).find((dialog) => wasLeftOpen(keys[dialog](card.id))) ?? null;
}

/**
 * What the address asks to do with the card, as the palette does: its dialog opens, and asks in turn.
 * @returns takes it out of the address
 */
function useAsked(scope: CardScope, card: CardDetail, onDialog: CardPart['onDialog']): () => void {
  const navigate = useNavigate();
  const { do: act } = useSearch({ strict: false });
  const [seen, setSeen] = useState<string>();
  const isOwn = scope === 'own';
  const reasons = {
    pin: useReason(isOwn ? 'own-cards.set-pin' : 'cards.set-pin'),
    replace: useReason(isOwn ? 'own-cards.replace' : 'cards.replace'),
    close: useReason(isOwn ? 'own-cards.close' : 'cards.close'),
  };
  if (act !== seen) {
    setSeen(act);
    const isKnown = act === 'pin' || act === 'replace' || act === 'close';
    const may = (asked: keyof typeof reasons) =>
      reasons[asked] === null &&
      mayTransition(asked === 'pin' ? 'setPin' : asked, card.status, isOwn ? 'HOLDER' : 'ADMIN');
    if (isKnown && may(act)) onDialog(act);
  }
  return () => {
    if (act !== undefined)
      void navigate({ to: '.', search: (now) => ({ ...now, do: undefined }), replace: true, resetScroll: false });
  };
}

interface OpenedDialogProps extends Omit<LoadedProps, 'drawn'> {
  dialog: OpenDialog;
  zone: string;
  onClose: () => void;
}

function OpenedDialog({ dialog, scope, card, dialogs, zone, onClose }: OpenedDialogProps) {
  const { id: cardId, last4, kind, name, holder } = card;
  const of = { cardId, last4, kind, name, cardholder: holder && holderOf(card) };
  switch (dialog) {
    case 'edit':
      return <EditCardDialog card={card} zone={zone} onClose={onClose} />;
    case 'freeze':
      return <FreezeDialog scope={scope} card={card} onClose={onClose} />;
    case 'vendor':
      return dialogs && <dialogs.Vendor card={of} onClose={onClose} />;
    case 'raise':
      return dialogs && <dialogs.Raise card={of} zone={zone} onClose={onClose} />;
    case 'rule':
      return dialogs && <dialogs.Rule card={of} onClose={onClose} />;
    default:
      return <CardActDialog dialog={dialog} scope={scope} card={card} onClose={onClose} />;
  }
}

/** The way to the list, and for administrators to the holder. */
const Crumbs = ({ scope, card }: { scope: CardScope; card: CardDetail }) => (
  <nav aria-label={words.crumbs} className={styles.crumbs}>
    {scope === 'own' ? (
      <Link to={paths.myCards}>{words.backOwn}</Link>
    ) : (
      <>
        <Link to={paths.cards}>{words.back}</Link>
        <span aria-hidden="true">›</span>
        {card.holder === null ? (
          holderOf(card)
        ) : (
          <Link to={paths.teamMembers} search={{ open: card.holder.membershipId }}>
            {holderOf(card)}
          </Link>
        )}
      </>
    )}
  </nav>
);

/** Z freezes or unfreezes after a question; E leads to the card's own rules. */
function usePageKeys({ scope, card, limits, onDialog }: RulesPanelProps) {
  const navigate = useNavigate();
  const { reason, canFreeze, canUnfreeze } = useFreeze(scope, card);
  const changing = useReason('spend-policies.change');
  useSingleKeys({
    z: () => {
      if (reason !== null || !(canFreeze || canUnfreeze)) return false;
      onDialog('freeze');
      return true;
    },
    e: () => {
      if (scope === 'own' || changing !== null || limits == null || !isEligible('card.change', { card })) return false;
      const own = ownRuleOf(limits);
      if (own === null) onDialog('rule');
      else void navigate({ to: paths.cardPolicy, params: { id: own } });
      return true;
    },
  });
}

function Drawn({ card }: { card: CardDetail }) {
  const { name } = useSite().program;
  const { userData } = usePerson();
  return (
    <CardObject
      issuer={name}
      label={card.name}
      wide
      look={lookOf(card.controls)}
      network={userData.bankPayment}
      number={
        <>
          <span aria-hidden="true">{cardDetailsWords.hidden(card.last4)}</span>
          <span className="visually-hidden">{cardDetailsWords.hiddenSpoken(card.last4)}</span>
        </>
      }
      nameOnCard={card.nameOnCard}
    />
  );
}
