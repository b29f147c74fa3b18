import type { CardRequestForDecision } from '@florin/contract/money/requests';
import { transactions } from '@florin/contract/cards/transactions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { momentsOf } from '../../../flows/lists/days.ts';
import { countryNames, stateText } from '../../../flows/requests/asked-words.ts';
import { whyDeclined } from '../../../flows/requests/why-declined.ts';
import { RequestTimeline } from '../../../flows/requests/RequestTimeline.tsx';
import flow from '../../../flows/requests/requests.module.css';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { centsOf, typedAmount } from '../../../kit/forms/cents-of.ts';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { decidingWords as words } from '../../../messages/en/money/deciding.ts';
import { timelineWords } from '../../../messages/en/money/request-timeline.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import { usePerson } from '../../../session/person.ts';
import { Decision, type DecisionProps } from './Decision.tsx';
import { Effect, firstNameOf, useMoment } from './Effect.tsx';
import { Raised } from './Raised.tsx';
import styles from './requests.module.css';

const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** One request: who asks what, why, what is missing, what an approval changes, and the decision. */
export function Deciding({ of, ...decided }: Omit<DecisionProps, 'amount' | 'onAmount'>) {
  const { requestedBy, card, purpose, requestedAt, expiresAt, timeline } = of;
  const say = useMoment();
  const { allowAdminViewCardUsage } = usePerson();
  const isWaiting = of.status === 'PENDING';
  const [amount, setAmount] = useState(of.amount === null ? '' : typedAmount(of.amount.amount));
  const typed = centsOf(amount);
  const isTyped = of.amount === null || (typed !== null && typed > 0);
  return (
    <div className={styles.deciding}>
      <div className={styles.read}>
        <div>
          <h2 className={styles.asking}>{words.asksFor(requestedBy.name, whatOf(of))}</h2>
          <p className={flow.quiet}>
            {card && (
              <>
                {titleOfCard(card)} <LastDigits digits={card.last4} /> ·{' '}
              </>
            )}
            {words.askedAt(say(requestedAt))}
            {isWaiting && ` · ${words.expires(say(expiresAt))}`}
          </p>
          {isWaiting && of.mayDecide && of.deciders.length > 0 && (
            <p className={flow.quiet}>{words.others(disjunction.format(of.deciders))}</p>
          )}
        </div>
        {purpose !== null && <blockquote className={styles.why}>{purpose}</blockquote>}
        <div className={styles.columns}>
          {of.declined && <Declined of={of.declined} hours={of.hours} />}
          {of.raised && <Raised of={of.raised} />}
          {isWaiting && (
            <div>
              <div className={isTyped ? undefined : styles.outdated} aria-hidden={!isTyped}>
                <Effect of={of} cents={typed} />
              </div>
              <p role="status">{!isTyped && words.typeAmount}</p>
            </div>
          )}
        </div>
        {isWaiting && of.exception && !of.declined && !allowAdminViewCardUsage && (
          <p className={flow.quiet}>{words.hidden}</p>
        )}
        {isWaiting && <Before of={of} />}
      </div>
      {isWaiting ? (
        <Decision of={of} amount={amount} onAmount={setAmount} {...decided} />
      ) : (
        <div className={styles.foot}>
          <Notice severity="info">
            {of.decision?.by
              ? words.decidedBy(stateText(of), of.decision.by)
              : words.over(requestWords.statuses[of.status])}
            {of.decision?.note && ` “${of.decision.note}”`}
          </Notice>
        </div>
      )}
      {/* What a decision needs comes before it. */}
      <section className={styles.happened}>
        <h3>{timelineWords.title}</h3>
        <RequestTimeline timeline={timeline} />
      </section>
    </div>
  );
}

/** What became of earlier requests, and what the person has spent, for those who may see it. */
function Before({ of: { requestedBy, earlier, kind, raises, period } }: { of: CardRequestForDecision }) {
  const say = useMoment();
  const { timeZone, allowAdminViewCardUsage } = usePerson();
  const { last } = earlier;
  const decided = earlier.approved + earlier.rejected;
  const missing = useReason('transactions.view');
  const seesPurchases = missing === null && allowAdminViewCardUsage;
  const spent = useQuery({ ...spentQuery(requestedBy.membershipId, timeZone), enabled: seesPurchases });
  return (
    <section>
      <div className={styles.before}>
        <h3>{words.before}</h3>
        {seesPurchases && (
          <Link to={paths.transactions} search={{ cardholder: requestedBy.membershipId }}>
            {words.purchasesOf(firstNameOf(requestedBy.name))}
          </Link>
        )}
      </div>
      <dl className={styles.figures}>
        <Figure of={words.figures.approvedOf(earlier.approved, decided)}>
          {words.figures.earlier(kind === 'LIMIT', decided)}
        </Figure>
        {last && (
          <Figure of={last.amount === null ? words.figures.lastOf[last.status] : <Money value={last.amount} />}>
            {words.figures.last[last.status](last.by, say(last.at))}
          </Figure>
        )}
        {raises?.left && period !== null && period !== 'PURCHASE' && (
          <Figure of={<Money value={usd(raises.limit.amount - raises.left.amount)} />}>
            {words.figures.used(moneyText(raises.limit), words.whens[period])}
          </Figure>
        )}
        {spent.data && <Figure of={<Money value={spent.data} />}>{words.figures.spent}</Figure>}
      </dl>
    </section>
  );
}

const Figure = ({ of, children }: { of: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{children}</dt>
    <dd>{of}</dd>
  </div>
);

/** What a person has spent in the month of the business, refunds taken off; null where there is too much to add up. */
const spentQuery = (membershipId: string, zone: string) =>
  queryOptions({
    queryKey: [...keyOf('spent-this-month'), membershipId],
    queryFn: async ({ signal }) => {
      const days = momentsOf({ kind: 'date', preset: 'this-month' }, zone);
      const { totals } = await fetchOrThrow(transactions, { query: { membershipId, limit: '1', ...days } }, signal);
      if (totals === null) return null;
      const { settled, held, returned, incoming } = totals;
      return { ...settled, amount: settled.amount + held.amount - returned.amount - incoming.amount };
    },
    meta: { unshown: words.spentFailed },
  });

/** What is asked for, to follow "asks for". */
function whatOf(of: CardRequestForDecision): string {
  const { kind, amount, period, countries, until, declined, cardName } = of;
  const sum = amount === null ? '' : moneyText(amount);
  if (kind === 'FUNDING') return words.askWhat.funding(sum);
  if (kind === 'CARD') return words.askWhat.card(cardName ?? '');
  if (kind === 'LIMIT')
    return amount !== null && period !== null
      ? words.askWhat.limit(sum, requestWords.periods[period])
      : words.askWhat.countries(countryNames(countries));
  if (until === null) return words.askWhat.freeze;
  return declined ? words.askWhat.exception(declined.merchant) : words.askWhat.exceptionUnnamed;
}

function Declined({
  of: { merchant, at, amount, code, left },
  hours,
}: {
  of: NonNullable<CardRequestForDecision['declined']>;
  hours: CardRequestForDecision['hours'];
}) {
  const say = useMoment();
  return (
    <section>
      <h3>{words.whyDeclined}</h3>
      <dl className={flow.facts}>
        <div>
          <dt>
            {merchant}, {say(at)}
          </dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
        {left && (
          <>
            <div>
              <dt>{words.left}</dt>
              <dd>
                <Money value={{ ...left, amount: -left.amount }} />
              </dd>
            </div>
            <div className={flow.total}>
              <dt>{words.lacking}</dt>
              <dd>
                <Money value={usd(Math.max(0, amount.amount - left.amount))} />
              </dd>
            </div>
          </>
        )}
      </dl>
      {!left && code && <p className={flow.quiet}>{whyDeclined(code, hours)}</p>}
    </section>
  );
}
