import { activateCard, freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards';
import { mayFreeze, mayTransition, mayUnfreeze } from '@florin/contract/cards/card-states';
import type { CardLimits } from '@florin/contract/cards/spend-policies';
import { isEligible } from '@florin/contract/eligibility';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Lock, RefreshCw, Smartphone, Snowflake, X, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { CardState, freezeText } from '../../../flows/cards/CardState.tsx';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { When } from '../../../flows/time/When.tsx';
import { calendarDay, longWhen, shortDate, shortWhen } from '../../../flows/time/when.ts';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CardObject } from '../../../kit/card/CardObject.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { cardDetailsWords } from '../../../messages/en/cards/card-details.ts';
import { cardHomeWords } from '../../../messages/en/program/card-home.ts';
import { cardPageWords } from '../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../messages/en/cards/cards.ts';
import { spendRuleWords } from '../../../messages/en/cards/spend-rules.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useSite } from '../../../site.ts';
import { CardTimeline } from './CardTimeline.tsx';
import { holderOf, titleOfCard } from './columns.tsx';
import {
  cardQuery,
  editKey,
  limitsQuery,
  ownLimitsQuery,
  refreshCards,
  type CardDetail,
  type CardScope,
} from './queries.ts';
import { useRequests } from './card-history.ts';
import styles from './cards.module.css';

const words = cardPageWords;
const CardActDialog = lazy(() => import('./CardActDialog.tsx'));
const SpendByMonth = lazy(() => import('./SpendByMonth.tsx'));
const EditCardDialog = lazy(() => import('./EditCardDialog.tsx'));

/** What a dialog of the page does. */
export type CardDialog = 'activate' | 'pin' | 'replace' | 'close';
type OpenDialog = CardDialog | 'edit' | 'freeze' | 'vendor' | 'raise' | 'rule';

/** The card, as the dialogs of other features take it. */
interface DialogCard {
  cardId: string;
  last4: string;
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
  const [dialog, setDialog] = useState<OpenDialog | null>(() => (wasLeftOpen(editKey(card.id)) ? 'edit' : null));
  const close = () => setDialog(null);
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
          badge={<CardState of={card} />}
          action={<Acts scope={scope} card={card} onDialog={setDialog} />}
        >
          <Freezes scope={scope} card={card} />
        </PageHead>
        <div className={styles.columns}>
          <div className={styles.column}>
            {drawn}
            <ShipmentPanel card={card} />
            <LeftPanel limits={limits.data} failed={limits.isError} />
            <ControlsPanel scope={scope} card={card} onDialog={setDialog} />
          </div>
          <div className={styles.column}>
            <RulesPanel scope={scope} card={card} limits={limits.data} onDialog={setDialog} />
            {showsUsage && (
              <Suspense>
                <SpendByMonth scope={scope} id={card.id} />
              </Suspense>
            )}
            <CardTimeline scope={scope} card={card} />
          </div>
        </div>
        <Suspense>
          {dialog !== null && <OpenedDialog {...{ dialog, scope, card, dialogs, zone, onClose: close }} />}
        </Suspense>
      </WidePage>
    </StepUpProvider>
  );
}

interface OpenedDialogProps extends Omit<LoadedProps, 'drawn'> {
  dialog: OpenDialog;
  zone: string;
  onClose: () => void;
}

function OpenedDialog({ dialog, scope, card, dialogs, zone, onClose }: OpenedDialogProps) {
  const { id: cardId, last4, name, holder } = card;
  const of = { cardId, last4, name, cardholder: holder && holderOf(card) };
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

/** What is left on the card; a holder asks for all own cards at once. */
function useLimits(scope: CardScope, id: string) {
  const ofBusiness = useQuery({ ...limitsQuery(id), enabled: scope === 'business' });
  const own = useQuery({
    ...ownLimitsQuery(),
    enabled: scope === 'own',
    // A closed card is not among them.
    select: ({ cards }) => cards.find(({ card }) => card.cardId === id) ?? null,
  });
  return scope === 'business' ? ofBusiness : own;
}

function Drawn({ card }: { card: CardDetail }) {
  const { name } = useSite().program;
  const { userData } = usePerson();
  return (
    <CardObject
      issuer={name}
      label={card.name}
      wide
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

interface ActsProps {
  scope: CardScope;
  card: CardDetail;
  onDialog: (dialog: OpenDialog) => void;
}

/** The buttons of the title's line: the freeze is optimistic, the rest asks. */
function Acts({ scope, card, onDialog }: ActsProps) {
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { pending, submit } = useSubmission();
  const { reason: freezing, canFreeze, canUnfreeze, pending: isFreezing, change } = useFreeze(scope, card);
  const activating = useReason(isOwn ? 'own-cards.activate' : 'cards.activate');
  const funding = useReason('card-funding.run');
  const sending = useReason('vendor-links.send');
  const isSendable = !isOwn && isEligible('vendor-link.use', { card });
  const activate = async () => {
    const answer = await submit(activateCard, { params: { id: card.id }, body: {} });
    showSnackbar(
      answer?.ok ? { severity: 'success', text: words.activated } : { severity: 'error', text: words.actFailed },
    );
    await refreshCards();
  };
  return (
    <div className={styles.acts}>
      {isSendable && (
        <ReasonedButton reason={sending} onClick={() => onDialog('vendor')}>
          {words.vendor}
        </ReasonedButton>
      )}
      {!isOwn && isEligible('card.change', { card }) && <FundLink id={card.id} reason={funding} />}
      {canFreeze && (
        <ReasonedButton reason={freezing} pending={isFreezing} onClick={() => void change(true)}>
          <Icon of={Snowflake} size={16} />
          {words.freeze}
        </ReasonedButton>
      )}
      {canUnfreeze && (
        <ReasonedButton reason={freezing} pending={isFreezing} onClick={() => void change(false)}>
          {words.unfreeze}
        </ReasonedButton>
      )}
      {mayTransition('activate', card.status, actor) && (
        <ReasonedButton
          reason={activating}
          variant="primary"
          pending={pending}
          onClick={() => (isOwn ? onDialog('activate') : void activate())}
        >
          {words.activate}
        </ReasonedButton>
      )}
    </div>
  );
}

/** Freezing and unfreezing: the freeze shows at once, and is taken back where it fails. */
function useFreeze(scope: CardScope, card: CardDetail) {
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { pending, submit } = useSubmission();
  const reason = useReason(isOwn ? 'own-cards.freeze' : 'cards.freeze');
  const change = async (freezes: boolean) => {
    const { queryKey } = cardQuery(scope, card.id);
    if (freezes && card.status === 'OPEN') queryClient.setQueryData(queryKey, { ...card, status: 'PAUSED' as const });
    const input = { params: { id: card.id }, body: { reason: null } };
    const endpoint = freezes ? (isOwn ? freezeOwnCard : freezeCard) : isOwn ? unfreezeOwnCard : unfreezeCard;
    const answer = await submit(endpoint, input);
    if (!answer?.ok) {
      if (freezes) queryClient.setQueryData(queryKey, card);
      showSnackbar({ severity: 'error', text: words.actFailed });
    }
    await refreshCards();
  };
  return { reason, canFreeze: mayFreeze(card, actor), canUnfreeze: mayUnfreeze(card, actor), pending, change };
}

/** A key asks before it freezes or unfreezes. */
function FreezeDialog({ scope, card, onClose }: { scope: CardScope; card: CardDetail; onClose: () => void }) {
  const { canFreeze, pending, change } = useFreeze(scope, card);
  const [freezes] = useState(canFreeze);
  const say = freezes ? words.freezing : words.unfreezing;
  return (
    <ConfirmDialog
      words={{
        title: say.title(card.last4),
        text: say.text,
        submit: freezes ? words.freeze : words.unfreeze,
        submitting: say.submitting,
        cancel: words.cancel,
      }}
      variant="primary"
      pending={pending}
      message={null}
      onConfirm={() => void change(freezes).then(onClose)}
      onClose={onClose}
    />
  );
}

const FundLink = ({ id, reason }: { id: string; reason: string | null }) =>
  reason === null ? (
    <a href={`${paths.cardFunding}?cards=${id}`} className={buttonClass({ variant: 'secondary' })}>
      {words.fund}
    </a>
  ) : (
    <Button unavailable title={reason}>
      {words.fund}
    </Button>
  );

/** Each freeze is a fact of its own: whose it is, since when, and why. */
function Freezes({ scope, card }: { scope: CardScope; card: CardDetail }) {
  const { timeZone } = usePerson();
  if (card.freezes.length === 0 || card.status === 'CLOSED') return null;
  const onlyOthers = scope === 'own' && !card.freezes.some(({ by }) => by === 'HOLDER');
  return (
    <>
      {card.freezes.map((freeze) => (
        <p key={freeze.cause} className={styles.quiet}>
          {words.frozenLine(freezeText({ freezes: [freeze] })!, shortWhen(freeze.since, timeZone), freeze.reason)}
        </p>
      ))}
      {onlyOthers && <p className={styles.small}>{words.notYours}</p>}
    </>
  );
}

function LeftPanel({ limits, failed }: { limits: CardLimits | null | undefined; failed: boolean }) {
  const { timeZone } = usePerson();
  if (failed || limits === null) return null;
  const binding = limits?.leftToSpend?.binding;
  const bound = binding?.by !== 'LIMIT' || binding.limit === null ? null : limits!.limits[binding.limit]!;
  const currency = limits?.available.currency ?? 'USD';
  return (
    <Panel label={words.left} padded={false}>
      {limits === undefined ? (
        <LoadingRows label={words.loading} />
      ) : (
        <>
          {limits.leftToSpend === null ? (
            <div className={styles.lead}>
              <h2 className={styles.caption}>{words.left}</h2>
              <p>{words.stopped}</p>
            </div>
          ) : (
            <div className={styles.lead}>
              <h2 className={styles.caption}>{words.left}</h2>
              <p className={styles.big}>
                <Money value={limits.leftToSpend.amount} />
                {bound && <span className={styles.period}> {cardHomeWords.left.periods[bound.period]}</span>}
              </p>
              {bound && <Bound limit={bound} currency={currency} />}
            </div>
          )}
          <dl className={styles.rows}>
            {limits.limits
              .filter((limit) => limit !== bound)
              .map((limit) => {
                // Nothing is used up of what bounds each purchase by itself.
                const isEach = limit.period === 'purchase';
                const leftOf = isEach ? limit.limit : limit.left;
                const text = (amount: number) =>
                  limit.unit === 'AMOUNT' ? moneyText({ amount, currency }) : words.purchases(amount);
                return (
                  <div key={`${limit.policyId}/${limit.rule}/${limit.layer}`} className={styles.row}>
                    <dt>
                      {words.limitName(limit.policyName, cardsWords.periods[limit.period], limit.group?.name ?? null)}
                      <span className={styles.value}>
                        {[
                          isEach ? words.atMost : words.usedOf(text(limit.used), text(limit.limit)),
                          ...(limit.resetsAt === null ? [] : [words.resets(longWhen(limit.resetsAt, timeZone))]),
                        ].join(' · ')}
                      </span>
                    </dt>
                    <dd>{limit.unit === 'AMOUNT' ? <Money value={{ amount: leftOf, currency }} /> : text(leftOf)}</dd>
                  </div>
                );
              })}
            <div className={styles.row}>
              <dt>{words.funds[limits.source]}</dt>
              <dd>
                <Money value={limits.available} />
              </dd>
            </div>
          </dl>
          {limits.shared.map((limit) => (
            <p key={`${limit.of} ${limit.unit} ${limit.period} ${limit.group?.key ?? ''}`} className={styles.row}>
              {spendRuleWords.shared[limit.usedUp ? 'usedUp' : 'applies'](limit)}
            </p>
          ))}
        </>
      )}
    </Panel>
  );
}

/** Of which limit the figure is what is left, when that starts anew, and how much of it is used. */
function Bound({ limit: { limit, used, period, policyName, group, resetsAt }, currency }: BoundProps) {
  const { timeZone } = usePerson();
  const isEach = period === 'purchase';
  const share = isEach || limit <= 0 ? null : Math.min(1, used / limit);
  return (
    <>
      <p className={styles.small}>
        {words.ofLimit(
          moneyText({ amount: limit, currency }),
          cardsWords.periods[period],
          group?.name ?? null,
          policyName,
        )}
        {resetsAt !== null && ` · ${words.resets(longWhen(resetsAt, timeZone))}`}
      </p>
      {share !== null && (
        <div className={styles.meter} data-binding data-high={share >= 0.9} aria-hidden="true">
          <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
        </div>
      )}
    </>
  );
}

interface BoundProps {
  limit: CardLimits['limits'][number];
  currency: string;
}

const layers = ['OVERRIDE', 'CARD', 'GROUP', 'BUSINESS', 'PROGRAM'] as const;

interface RulesPanelProps extends ActsProps {
  limits: CardLimits | null | undefined;
}

/** What is asked for, then the rules by layer, the nearest first, each with whose it is. */
function RulesPanel({ scope, card, limits, onDialog }: RulesPanelProps) {
  const { timeZone } = usePerson();
  const isOwn = scope === 'own';
  const requests = useRequests(scope, card.id);
  if (limits == null) return null;
  const pending = requests.filter(({ status }) => status === 'PENDING');
  return (
    <Panel
      title={words.rules}
      padded={false}
      actions={
        !isOwn && isEligible('card.change', { card }) && <RuleActs own={ownRuleOf(limits)} onDialog={onDialog} />
      }
    >
      {limits.rules.length + pending.length === 0 ? (
        <p className={styles.row}>{words.noRules}</p>
      ) : (
        <dl>
          {pending.map((request) => (
            <div key={request.id} className={styles.rule}>
              <dt>{words.asked}</dt>
              <dd>
                <b>{askedText(request)}</b>
                {isOwn ? words.askedByYou : words.askedBy(request.requestedBy.name)}
                <p className={styles.small}>
                  {words.notDecided}{' '}
                  <Link
                    to={isOwn ? paths.fundingRequests : paths.cardRequests}
                    search={{ open: request.id }}
                    className={styles.link}
                  >
                    {isOwn ? words.see : words.decide}
                  </Link>
                </p>
              </dd>
            </div>
          ))}
          {layers.flatMap((layer) =>
            limits.rules
              .filter((rule) => rule.layer === layer)
              .map(({ rule, policyId, policyName, index, until }) => (
                <div key={`${policyId}/${index}/${layer}`} className={styles.rule}>
                  <dt>{words.layers[layer]}</dt>
                  <dd>
                    <RuleSentence rule={rule} groups={limits.groups} />
                    <p className={styles.small}>
                      {layer === 'PROGRAM' ? (
                        words.liftedByNone
                      ) : isOwn || layer === 'OVERRIDE' ? (
                        words.policyOf(policyName)
                      ) : (
                        <Link to={paths.cardPolicy} params={{ id: policyId }}>
                          {words.policyOf(policyName)}
                        </Link>
                      )}
                      {until !== null && `, ${words.until(longWhen(until, timeZone))}`}
                    </p>
                  </dd>
                </div>
              )),
          )}
        </dl>
      )}
    </Panel>
  );
}

/** The policy of the card alone; null where it has none in force. */
const ownRuleOf = ({ rules }: CardLimits): string | null =>
  rules.find(({ layer }) => layer === 'CARD')?.policyId ?? null;

/** Lets the card do more for a time, and leads to its own rules. */
function RuleActs({ own, onDialog }: { own: string | null; onDialog: (dialog: OpenDialog) => void }) {
  const raising = useReason('spend-policies.override');
  const changing = useReason('spend-policies.change');
  return (
    <div className={styles.acts}>
      <ReasonedButton reason={raising} variant="quiet" onClick={() => onDialog('raise')}>
        {words.raise}
      </ReasonedButton>
      {own === null ? (
        <ReasonedButton reason={changing} onClick={() => onDialog('rule')}>
          {words.newRule}
        </ReasonedButton>
      ) : (
        <Link to={paths.cardPolicy} params={{ id: own }} className={buttonClass()} aria-label={words.editRuleLabel}>
          {words.edit}
        </Link>
      )}
    </div>
  );
}

/** The steps of the mail with the card: what came, what is to come, and what went wrong. */
function ShipmentPanel({ card: { shipment } }: { card: CardDetail }) {
  if (shipment === null) return null;
  const { status, method, carrier, trackingNumber, expectedOn } = shipment;
  const { steps } = words.shipment;
  const failed = status === 'RETURNED' || status === 'FAILURE';
  const isCutShort = status === 'CANCELED' || status === 'FAILURE';
  const last = status === 'PENDING' || status === 'SHIPPED' ? 'DELIVERED' : status;
  const all = [words.shipment.ordered, ...(isCutShort ? [steps[status]] : [steps.SHIPPED, steps[last]])];
  const reached = status === 'PENDING' ? 1 : status === 'SHIPPED' ? 2 : all.length;
  return (
    <Panel title={words.shipment.title} padded={false}>
      <ol className={styles.steps}>
        {all.map((name, index) => (
          <li key={name} data-state={index >= reached ? 'ahead' : failed && index === all.length - 1 ? 'bad' : 'done'}>
            {name}
            {index >= reached && <span className="visually-hidden"> {words.shipment.ahead}</span>}
          </li>
        ))}
      </ol>
      <dl className={styles.rows}>
        <Row
          name={words.shipment.by}
          value={[words.shipment.methods[method], ...(carrier === null ? [] : [carrier])].join(', ')}
        />
        {trackingNumber !== null && <Row name={words.shipment.tracking} value={trackingNumber} />}
        {expectedOn !== null && !failed && status !== 'DELIVERED' && (
          <Row name={words.shipment.expected} value={calendarDay(expectedOn)} />
        )}
      </dl>
      {failed && <p className={styles.note}>{words.shipment.failed}</p>}
    </Panel>
  );
}

interface RowProps {
  name: string;
  value: ReactNode;
  act?: ReactNode;
  icon?: LucideIcon;
}

const Row = ({ name, value, act, icon }: RowProps) => (
  <div className={styles.row}>
    <dt className={styles.named}>
      {icon && (
        <span className={styles.sign} aria-hidden="true">
          <Icon of={icon} size={16} />
        </span>
      )}
      <span>
        {name}
        {act !== undefined && <span className={styles.value}> {value}</span>}
      </span>
    </dt>
    <dd className={act === undefined ? styles.plain : undefined}>{act ?? value}</dd>
  </div>
);

function ControlsPanel({ scope, card, onDialog }: ActsProps) {
  const { timeZone } = usePerson();
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const setting = useReason(isOwn ? 'own-cards.set-pin' : 'cards.set-pin');
  const replacing = useReason(isOwn ? 'own-cards.replace' : 'cards.replace');
  const closing = useReason(isOwn ? 'own-cards.close' : 'cards.close');
  const updating = useReason('cards.update');
  const { controls } = card;
  return (
    <Panel
      title={words.controls}
      padded={false}
      actions={
        !isOwn &&
        mayTransition('update', card.status, actor) && (
          <ReasonedButton reason={updating} onClick={() => onDialog('edit')}>
            {words.edit}
          </ReasonedButton>
        )
      }
    >
      <dl className={styles.rows}>
        <Row
          icon={Lock}
          name={words.pin}
          value={words.pins[card.pinStatus]}
          {...(mayTransition('setPin', card.status, actor) && {
            act: (
              <ReasonedButton reason={setting} onClick={() => onDialog('pin')}>
                {card.pinStatus === 'NOT_SET' ? words.setPin : words.changePin}
              </ReasonedButton>
            ),
          })}
        />
        <Row icon={Smartphone} name={words.wallets} value={words.noWallets} />
        <Row
          name={words.uses}
          value={controls.usesAtMost === null ? words.noLimit : cardsWords.uses(controls.uses, controls.usesAtMost)}
        />
        <Row
          name={words.amountLock}
          value={controls.amountLock === null ? words.noLimit : <Money value={controls.amountLock} />}
        />
        <Row
          name={words.merchantLock}
          value={
            controls.merchantLock === null ? words.anyMerchant : (controls.merchantLock.merchant ?? words.firstMerchant)
          }
        />
        <Row name={words.valid} value={validText(controls, timeZone)} />
        <Row
          name={words.groups}
          value={card.groups.length === 0 ? words.noGroups : card.groups.map(({ name }) => name).join(', ')}
        />
        {card.purpose !== null && <Row name={words.purpose} value={card.purpose} />}
        {!isOwn && card.externalId !== null && <Row name={words.externalId} value={card.externalId} />}
        {card.spentThisMonth !== null && <Row name={words.month} value={<Money value={card.spentThisMonth} />} />}
        {card.spentThisMonth !== null && (
          <Row name={words.lastUsed} value={card.lastUsedAt === null ? words.never : <When at={card.lastUsedAt} />} />
        )}
        {card.replaces !== null && <Row name={words.replace} value={words.replaces(card.replaces.last4)} />}
        {card.replacedBy !== null && <Row name={words.replace} value={words.replacedBy(card.replacedBy.last4)} />}
        {mayTransition('replace', card.status, actor) && (
          <Row
            icon={RefreshCw}
            name={words.replace}
            value={words.replaceText}
            act={
              <ReasonedButton reason={replacing} onClick={() => onDialog('replace')}>
                {words.replace}
              </ReasonedButton>
            }
          />
        )}
        {mayTransition('close', card.status, actor) && (
          <Row
            icon={X}
            name={words.close}
            value={words.closeText}
            act={
              <ReasonedButton reason={closing} onClick={() => onDialog('close')}>
                {words.close}
              </ReasonedButton>
            }
          />
        )}
      </dl>
    </Panel>
  );
}

function validText({ validFrom, validUntil }: CardDetail['controls'], zone: string): string {
  const parts = [
    ...(validFrom === null ? [] : [words.from(shortDate(validFrom, zone))]),
    ...(validUntil === null ? [] : [words.to(shortDate(validUntil, zone))]),
  ];
  return parts.length === 0 ? words.always : parts.join(' ');
}
