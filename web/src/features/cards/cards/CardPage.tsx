import { activateCard, freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards';
import { mayLift, mayTransition } from '@florin/contract/card-states';
import type { CardLimits } from '@florin/contract/spend-policies';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { CardState, freezeText } from '../../../flows/cards/CardState.tsx';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { longWhen, shortDate, shortWhen } from '../../../flows/transactions/when.ts';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { CardObject } from '../../../kit/card/CardObject.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { cardDetailsWords } from '../../../messages/en/card-details.ts';
import { cardPageWords } from '../../../messages/en/card-page.ts';
import { cardsWords } from '../../../messages/en/cards.ts';
import { spendRuleWords } from '../../../messages/en/spend-rules.ts';
import { lastDigits } from '../../../messages/last-digits.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useSite } from '../../../site.ts';
import { CardTimeline } from './CardTimeline.tsx';
import { holderOf, titleOfCard } from './columns.tsx';
import { cardQuery, limitsQuery, ownLimitsQuery, refreshCards, type CardDetail, type CardScope } from './queries.ts';
import styles from './cards.module.css';

const words = cardPageWords;
const CardActDialog = lazy(() => import('./CardActDialog.tsx'));
const SpendByMonth = lazy(() => import('./SpendByMonth.tsx'));
const EditCardDialog = lazy(() => import('./EditCardDialog.tsx'));

/** What a dialog of the page does. */
export type CardDialog = 'activate' | 'pin' | 'replace' | 'close';
type OpenDialog = CardDialog | 'edit';

/** /cards/$id, for administrators. */
export function CardPage() {
  const { id } = useParams({ from: '/signed-in/cards/$id' });
  return <OneCard key={id} scope="business" id={id} />;
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
}

/** A card: what is left on it, what it can do, what happened to it, and what can be done. */
function OneCard({ scope, id, drawCard }: OneCardProps) {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const card = useQuery(cardQuery(scope, id));
  if (card.data)
    return <Loaded scope={scope} card={card.data} drawn={drawCard?.(card.data, null) ?? <Drawn card={card.data} />} />;
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

function Loaded({ scope, card, drawn }: { scope: CardScope; card: CardDetail; drawn: ReactNode }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isOwn = scope === 'own';
  const limits = useLimits(scope, card.id);
  const back = isOwn ? paths.myCards : paths.cards;
  const { permissionFlags, allowAdminViewCardUsage } = usePerson();
  const showsUsage = isOwn || (allowAdminViewCardUsage && permissionFlags.includes('VIEW_CARD_TRANSACTIONS'));
  return (
    <StepUpProvider>
      <WidePage>
        <PageHead
          title={`${titleOfCard(card)} ${lastDigits(card.last4)}`}
          intro={holderOf(card)}
          badge={<CardState of={card} />}
          action={<Acts scope={scope} card={card} onDialog={setDialog} />}
        >
          <Link to={back} className={styles.small}>
            {isOwn ? words.backOwn : words.back}
          </Link>
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
            <RulesPanel limits={limits.data} isOwn={isOwn} />
            {showsUsage && (
              <Suspense>
                <SpendByMonth scope={scope} id={card.id} />
              </Suspense>
            )}
            <CardTimeline scope={scope} card={card} />
          </div>
        </div>
        <Suspense>
          {dialog === 'edit' ? (
            <EditCardDialog
              card={card}
              zone={limits.data?.timeZone ?? 'America/New_York'}
              onClose={() => setDialog(null)}
            />
          ) : (
            dialog !== null && (
              <CardActDialog dialog={dialog} scope={scope} card={card} onClose={() => setDialog(null)} />
            )
          )}
        </Suspense>
      </WidePage>
    </StepUpProvider>
  );
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
  const freezing = useReason(isOwn ? 'own-cards.freeze' : 'cards.freeze');
  const activating = useReason(isOwn ? 'own-cards.activate' : 'cards.activate');
  const funding = useReason('card-funding.run');
  const frozenByMe = card.freezes.some(({ by }) => by === actor);
  const mayFreeze = mayTransition('freeze', card.status, actor) && !frozenByMe;
  const liftable = card.freezes.some(({ cause }) => mayLift(cause, actor));
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
  const activate = async () => {
    const answer = await submit(activateCard, { params: { id: card.id }, body: {} });
    showSnackbar(
      answer?.ok ? { severity: 'success', text: words.activated } : { severity: 'error', text: words.actFailed },
    );
    await refreshCards();
  };
  return (
    <div className={styles.acts}>
      {!isOwn && card.status !== 'CLOSED' && <FundLink id={card.id} reason={funding} />}
      {mayFreeze && (
        <ReasonedButton reason={freezing} pending={pending} onClick={() => void change(true)}>
          {words.freeze}
        </ReasonedButton>
      )}
      {liftable && (
        <ReasonedButton reason={freezing} pending={pending} onClick={() => void change(false)}>
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
  if (card.freezes.length === 0 || card.status === 'CLOSED') return null;
  const onlyOthers = scope === 'own' && !card.freezes.some(({ by }) => by === 'HOLDER');
  return (
    <>
      {card.freezes.map((freeze) => (
        <p key={freeze.cause} className={styles.quiet}>
          {words.frozenLine(freezeText({ freezes: [freeze] })!, shortWhen(freeze.since), freeze.reason)}
        </p>
      ))}
      {onlyOthers && <p className={styles.small}>{words.notYours}</p>}
    </>
  );
}

function LeftPanel({ limits, failed }: { limits: CardLimits | null | undefined; failed: boolean }) {
  if (failed || limits === null) return null;
  const binding = limits?.leftToSpend?.binding;
  const bound = binding?.limit == null ? null : limits!.limits[binding.limit]!;
  const currency = limits?.available.currency ?? 'USD';
  return (
    <Panel title={words.left} padded={false}>
      {limits === undefined ? (
        <LoadingRows label={words.loading} />
      ) : (
        <>
          {limits.leftToSpend === null ? (
            <p className={styles.lead}>{words.stopped}</p>
          ) : (
            <div className={styles.lead}>
              <p className={styles.big}>
                <Money value={limits.leftToSpend.amount} />
              </p>
              {bound?.resetsAt != null && <p className={styles.small}>{words.resets(longWhen(bound.resetsAt))}</p>}
            </div>
          )}
          <dl className={styles.rows}>
            {limits.limits.map((limit) => {
              // Nothing is used up of what bounds each purchase by itself.
              const isEach = limit.period === 'purchase';
              const text = (amount: number) =>
                limit.unit === 'AMOUNT' ? moneyText({ amount, currency }) : words.purchases(amount);
              return (
                <div key={`${limit.policyId}/${limit.rule}/${limit.layer}`} className={styles.row}>
                  <dt>
                    {words.limitName(limit.policyName, cardsWords.periods[limit.period], limit.group?.name ?? null)}
                    <span className={styles.value}>
                      {[
                        isEach ? words.atMost : words.usedOf(text(limit.used), text(limit.limit)),
                        ...(limit.resetsAt === null ? [] : [words.resets(longWhen(limit.resetsAt))]),
                      ].join(' · ')}
                    </span>
                  </dt>
                  <dd>{text(isEach ? limit.limit : limit.left)}</dd>
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

const layers = ['OVERRIDE', 'CARD', 'GROUP', 'BUSINESS', 'PROGRAM'] as const;

/** The rules by layer, the nearest first, each with whose it is. */
function RulesPanel({ limits, isOwn }: { limits: CardLimits | null | undefined; isOwn: boolean }) {
  if (limits == null) return null;
  return (
    <Panel title={words.rules} padded={false}>
      {limits.rules.length === 0 ? (
        <p className={styles.row}>{words.noRules}</p>
      ) : (
        <dl>
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
                      {until !== null && `, ${words.until(longWhen(until))}`}
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
          <Row name={words.shipment.expected} value={shortDate(`${expectedOn}T17:00:00Z`)} />
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
}

const Row = ({ name, value, act }: RowProps) => (
  <div className={styles.row}>
    <dt>
      {name}
      {act !== undefined && <span className={styles.value}> {value}</span>}
    </dt>
    <dd className={act === undefined ? styles.plain : undefined}>{act ?? value}</dd>
  </div>
);

function ControlsPanel({ scope, card, onDialog }: ActsProps) {
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
          name={words.pin}
          value={words.pins[card.pinStatus]}
          {...(mayTransition('setPin', card.status, actor) && {
            act: (
              <ReasonedButton reason={setting} onClick={() => onDialog('pin')}>
                {words.setPin}
              </ReasonedButton>
            ),
          })}
        />
        <Row name={words.wallets} value={words.noWallets} />
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
        <Row name={words.valid} value={validText(controls)} />
        <Row
          name={words.groups}
          value={card.groups.length === 0 ? words.noGroups : card.groups.map(({ name }) => name).join(', ')}
        />
        {card.purpose !== null && <Row name={words.purpose} value={card.purpose} />}
        {!isOwn && card.externalId !== null && <Row name={words.externalId} value={card.externalId} />}
        {card.spentThisMonth !== null && <Row name={words.month} value={<Money value={card.spentThisMonth} />} />}
        {card.spentThisMonth !== null && (
          <Row name={words.lastUsed} value={card.lastUsedAt === null ? words.never : shortWhen(card.lastUsedAt)} />
        )}
        {card.replaces !== null && <Row name={words.replace} value={words.replaces(card.replaces.last4)} />}
        {card.replacedBy !== null && <Row name={words.replace} value={words.replacedBy(card.replacedBy.last4)} />}
        {mayTransition('replace', card.status, actor) && (
          <Row
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

function validText({ validFrom, validUntil }: CardDetail['controls']): string {
  const parts = [
    ...(validFrom === null ? [] : [words.from(shortDate(validFrom))]),
    ...(validUntil === null ? [] : [words.to(shortDate(validUntil))]),
  ];
  return parts.length === 0 ? words.always : parts.join(' ');
}
