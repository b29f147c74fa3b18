import { declineSentence } from '@florin/contract/cards/decline-sentences';
import type { CardLimits, LimitLeft, SharedLimit } from '@florin/contract/cards/spend-limits';
import { isLimit, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useResetText } from '../../../flows/time/resets.ts';
import { longWhen } from '../../../flows/time/when.ts';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { ownLimitsQuery } from '../../../flows/cards/queries.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import styles from './spend-policies.module.css';

const words = spendPolicyWords.own;

/** /spend-policies, for cardholders: what their cards may spend, which limit binds first, and when it starts again. */
export function MyLimitsPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const limits = useQuery(ownLimitsQuery());
  return (
    <ColumnPage>
      <PageHead
        title={words.title}
        intro={sharesAccount(limits.data) ? `${words.intro} ${words.sameAccount}` : words.intro}
      />
      {limits.isError && !limits.data ? (
        <Failure
          {...errorMessage(limits.error, words.loadFailed)}
          onRetry={() => void limits.refetch()}
          retrying={limits.isFetching}
        />
      ) : limits.data === undefined ? (
        <Panel padded={false}>
          <LoadingRows label={words.title} />
        </Panel>
      ) : limits.data.length === 0 ? (
        <Panel>
          <EmptyState icon={CreditCard}>{words.none}</EmptyState>
        </Panel>
      ) : (
        limits.data.map((card) => <CardPanel key={card.card.cardId} of={card} />)
      )}
    </ColumnPage>
  );
}

/** Whether several cards draw on one account: what is left on each is no sum then. */
const sharesAccount = (cards: readonly CardLimits[] = []) =>
  cards.length > 1 && cards.every(({ source }) => source !== 'WALLET');

function CardPanel({ of }: { of: CardLimits }) {
  const { card, limits, shared, rules, groups, leftToSpend } = of;
  const binding = leftToSpend?.binding.by === 'LIMIT' ? leftToSpend.binding.limit : null;
  const others = rules.filter(({ rule }) => !isLimit(rule));
  // What binds first stands first; the others keep the order of their layers.
  const sorted = limits.map((limit, index) => ({ limit, isFirst: index === binding })).toSorted(byBinding);
  return (
    <Panel
      title={
        <>
          {titleOfCard(card)} <LastDigits digits={card.last4} />
        </>
      }
      padded={false}
    >
      <div className={styles.left}>
        <Left of={of} />
      </div>
      {sorted.length + shared.length > 0 && (
        <ul className={styles.limits} aria-label={words.limits}>
          {sorted.map(({ limit, isFirst }) => (
            <LimitLine key={`${limit.policyId} ${limit.rule}`} limit={limit} isFirst={isFirst} of={of} />
          ))}
          {shared.map((limit) => (
            <li key={`${limit.of} ${limit.unit} ${limit.period} ${limit.group?.key ?? ''}`}>
              <SharedLine limit={limit} timeZone={of.timeZone} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={styles.others}>
          <h3>{words.rules}</h3>
          <ul>
            {others.map(({ layer, policyId, index, rule, until }) => (
              <li key={`${policyId} ${index}`}>
                <RuleSentence rule={rule} groups={groups} />
                <span className={styles.mute}>
                  {words.setBy(words.whose[layer])}
                  {until !== null && `, ${words.until(longWhen(until, of.timeZone))}`}.
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

const byBinding = (one: { isFirst: boolean }, other: { isFirst: boolean }) =>
  Number(other.isFirst) - Number(one.isFirst);

/** The figure, and what it comes from. */
function Left({ of: { leftToSpend, stopped, limits, groups, timeZone } }: { of: CardLimits }) {
  const resetOf = useResetText(timeZone);
  if (leftToSpend === null)
    return (
      <>
        <p className={styles.figure}>{words.nothingLeft}</p>
        <p className={styles.mute}>{stopped === null ? words.stopped : declineSentence(stopped, 'CARDHOLDER')}</p>
      </>
    );
  const { amount, binding } = leftToSpend;
  const limit = binding.by === 'LIMIT' && binding.limit !== null ? limits[binding.limit] : undefined;
  return (
    <>
      <p className={styles.figure}>
        <Money value={amount} />
        <span className={styles.mute}> {words.left('').trim()}</span>
      </p>
      <p className={styles.mute}>
        {limit ? words.boundBy(ruleText(ruleOf(limit), groups), words.whose[limit.layer]) : words.by[binding.by]}.{' '}
        {limit?.resetsAt && words.resets(resetOf(limit.resetsAt))}
      </p>
    </>
  );
}

interface LimitLineProps {
  limit: LimitLeft;
  isFirst: boolean;
  of: CardLimits;
}

function LimitLine({ limit, isFirst, of: { groups, timeZone } }: LimitLineProps) {
  const resetOf = useResetText(timeZone);
  const { unit, used, left, layer, policyName, resetsAt, until, again } = limit;
  const text = (of: number) => (unit === 'AMOUNT' ? moneyText(usd(of)) : spendRuleWords.purchases(of));
  const share = limit.limit === 0 ? 1 : Math.min(1, used / limit.limit);
  return (
    <li data-first={isFirst || undefined}>
      <div className={styles.limitHead}>
        <RuleSentence rule={ruleOf(limit)} groups={groups} />
        <b>{unit === 'AMOUNT' ? <Money value={usd(left)} /> : words.countLeft(left)}</b>
      </div>
      {limit.period !== 'purchase' && (
        <div className={styles.meter} data-near={share >= 0.9 || undefined} aria-hidden="true">
          <span style={{ inlineSize: `${share * 100}%` }} />
        </div>
      )}
      <p className={styles.mute}>
        {isFirst && <b>{words.first}. </b>}
        {words.setBy(isNamed(layer) ? `${words.whose[layer]} (${policyName})` : words.whose[layer])}
        {until !== null && ` ${words.until(longWhen(until, timeZone))}`}
        {again !== null && `, ${words.again(text(again))}`}.{' '}
        {limit.period !== 'purchase' && unit === 'AMOUNT' && `${words.ofLimit(text(used), text(limit.limit))}. `}
        {resetsAt !== null && words.resets(resetOf(resetsAt))}
      </p>
    </li>
  );
}

/** Policies of one card are named after it, and temporary changes all alike. */
const isNamed = (layer: LimitLeft['layer']) => layer !== 'CARD' && layer !== 'OVERRIDE';

/** A limit that cards share: what others use of it is not shown. */
function SharedLine({ limit, timeZone }: { limit: SharedLimit; timeZone: string }) {
  const resetOf = useResetText(timeZone);
  return (
    <>
      <p>{limit.usedUp ? spendRuleWords.shared.usedUp(limit) : spendRuleWords.shared.applies(limit)}</p>
      <p className={styles.mute}>
        {words.ofOthers} {limit.resetsAt !== null && words.resets(resetOf(limit.resetsAt))}
      </p>
    </>
  );
}

/** A limit as the rule that it comes from. */
function ruleOf({ unit, period, since, group, of, limit }: LimitLeft): Rule {
  const more = { ...(group && { group: group.key }), ...(since !== null && { since }), of };
  if (unit === 'AMOUNT') return { kind: 'amount', period, limit, ...more };
  // A number of purchases has no limit of a single purchase.
  return { kind: 'count', period: period === 'purchase' ? 'day' : period, limit, ...more };
}
