import type { Card } from '@florin/contract/cards/cards';
import type { CardLimits, LimitLeft, SharedLimit } from '@florin/contract/cards/spend-limits';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortDate } from '../../../../flows/time/when.ts';
import { classNames } from '../../../../kit/class-names.ts';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { useResetText } from '../../../../flows/time/resets.ts';
import { bindingOf, distinguishingPolicy, otherLimitsOf, periodOf } from './binding.ts';
import styles from './CardHome.module.css';

const words = cardHomeWords.left;

interface LeftToSpendProps {
  card: Card;
  limits: CardLimits | undefined;
  query: UseQueryResult<readonly CardLimits[]>;
  /** The holder has other cards: the figures say whose they are. */
  isOneOfMany: boolean;
}

/** What can be spent with a card now, by the limit that binds, and every other limit. */
export function LeftToSpend({ card, limits, query, isOneOfMany }: LeftToSpendProps) {
  return (
    <Panel label={words.title}>
      <div className={styles.left}>
        <State card={card} />
        {limits ? (
          <Left limits={limits} of={isOneOfMany ? card : null} />
        ) : query.isPending ? (
          <LeftLoading />
        ) : query.data ? (
          <p className={styles.mute}>{words.none}</p>
        ) : (
          <Failure
            {...errorMessage(query.error, words.failed)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
      </div>
    </Panel>
  );
}

/** The place of the figures while they load. */
export const LeftLoading = () => (
  <div aria-busy="true" className={classNames(styles.left, styles.loading)}>
    <div>
      <p className={styles.mute}>
        <Skeleton shape="long" />
      </p>
      <p className={styles.figure}>
        <Skeleton shape="short" />
      </p>
      <p className={styles.mute}>
        <Skeleton shape="long" />
      </p>
      <div className={styles.meter} />
    </div>
    <div className={styles.limits}>
      <div>
        <Skeleton />
      </div>
      <div>
        <Skeleton />
      </div>
    </div>
  </div>
);

/** Why the card does not work, who did it and since when. */
function State({ card: { status, freezes } }: { card: Card }) {
  const { timeZone } = usePerson();
  const say = cardHomeWords.states;
  const [freeze] = freezes.toSorted((a, b) => Number(a.by === 'HOLDER') - Number(b.by === 'HOLDER'));
  const text =
    status === 'CLOSED'
      ? say.closed
      : status === 'PENDING_FULFILLMENT'
        ? say.onItsWay
        : status === 'PENDING_ACTIVATION'
          ? say.notActivated
          : freeze
            ? freeze.by === 'HOLDER'
              ? say.frozenByYou(shortDate(freeze.since, timeZone))
              : say.frozenBy(freeze.actor ?? say.program, shortDate(freeze.since, timeZone), freeze.reason)
            : null;
  return text === null ? null : <Notice severity="info">{text}</Notice>;
}

function Left({ limits, of }: { limits: CardLimits; of: Card | null }) {
  const { leftToSpend, available, source, timeZone } = limits;
  const resetOf = useResetText(timeZone);
  const binding = bindingOf(limits);
  return (
    <>
      <div>
        <h2 className={styles.mute}>
          {words.title}
          {of && (
            <>
              {words.with(titleOfCard(of))} <LastDigits digits={of.last4} />
            </>
          )}
        </h2>
        {leftToSpend ? (
          <p className={styles.figure}>
            <Money value={leftToSpend.amount} /> <span className={styles.period}>{periodOf(limits)}</span>
          </p>
        ) : (
          <p>{words.none}</p>
        )}
        {binding && leftToSpend && (
          <>
            <p className={styles.mute}>
              {words.of(moneyText({ ...available, amount: binding.limit }), words.each[binding.period])}
              {namesOf(limits, binding)}
              {binding.resetsAt !== null && ` · ${words.resets(resetOf(binding.resetsAt))}`}
            </p>
            {/* Of a limit for each purchase nothing is ever used. */}
            {binding.period !== 'purchase' && (
              <div className={styles.meter} aria-hidden="true">
                <span
                  data-full={binding.used >= 0.9 * binding.limit || undefined}
                  style={{ inlineSize: `${Math.min(100, (100 * binding.used) / (binding.limit || 1))}%` }}
                />
              </div>
            )}
          </>
        )}
      </div>
      <dl className={styles.limits}>
        {otherLimitsOf(limits).map((limit) => (
          <LimitRow
            key={`${limit.policyId} ${limit.rule}`}
            limit={limit}
            names={namesOf(limits, limit)}
            currency={available.currency}
          />
        ))}
        <div>
          <dt>{source === 'WALLET' ? words.onCard : words.company}</dt>
          <dd>
            {source === 'WALLET' ? (
              <Money value={available} />
            ) : leftToSpend && available.amount >= leftToSpend.amount.amount && available.amount > 0 ? (
              words.enough
            ) : (
              <Money value={available} />
            )}
          </dd>
        </div>
      </dl>
      {limits.shared.length > 0 && (
        <ul className={styles.shared}>
          {limits.shared.map((limit) => (
            <li key={`${limit.of} ${limit.unit} ${limit.period} ${limit.group?.key ?? ''}`}>
              {sharedText(limit, resetOf)}
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.spendPolicies} className={styles.link}>
        {words.rules}
      </Link>
    </>
  );
}

/** The category of a limit, and its policy where the period would stand twice. */
const namesOf = (limits: CardLimits, limit: LimitLeft): string =>
  [limit.group?.name ?? null, distinguishingPolicy(limits, limit)]
    .flatMap((name) => (name === null ? [] : [words.for(name)]))
    .join('');

interface LimitRowProps {
  limit: LimitLeft;
  names: string;
  currency: string;
}

function LimitRow({ limit, names, currency }: LimitRowProps) {
  const { unit, period, used, limit: most, left } = limit;
  const isPurchase = period === 'purchase';
  const money = (amount: number) => ({ amount, currency });
  return (
    <div>
      <dt>
        {isPurchase ? capital(words.each.purchase) : capital(words.periods[period])}
        {names}
      </dt>
      {unit === 'COUNT' ? (
        <dd>{words.purchases(left)}</dd>
      ) : (
        <>
          <dd className={styles.mute}>
            {isPurchase ? words.atMost : words.rowOf(moneyText(money(used)), moneyText(money(most)))}
          </dd>
          <dd>
            <Money value={money(isPurchase ? most : left)} />
          </dd>
        </>
      )}
    </div>
  );
}

/** What others use of it is not shown before nothing is left. */
const sharedText = (limit: SharedLimit, resetOf: (at: string) => string): string => {
  if (!limit.usedUp) return spendRuleWords.shared.applies(limit);
  const text = spendRuleWords.shared.usedUp(limit);
  return limit.resetsAt === null ? text : `${text} ${words.anew(resetOf(limit.resetsAt))}`;
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
