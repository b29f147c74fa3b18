import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { useQuery } from '@tanstack/react-query';
import { useResetText } from '../../../../flows/time/resets.ts';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { cardLimitsQuery, ownLimitsQuery } from '../../../../flows/cards/queries.ts';
import { usePerson } from '../../../../session/person.ts';
import type { CardScope } from '../queries.ts';
import styles from '../cards.module.css';

const words = cardPageWords;

/** What is left on the card; a holder asks for all own cards at once. */
export function useLimits(scope: CardScope, id: string) {
  const ofBusiness = useQuery({
    ...cardLimitsQuery(id),
    enabled: scope === 'business',
    meta: { unshown: cardsWords.leftFailed },
  });
  const own = useQuery({
    ...ownLimitsQuery(),
    meta: { unshown: cardsWords.leftFailed },
    enabled: scope === 'own',
    // A closed card is not among them.
    select: (cards) => cards.find(({ card }) => card.cardId === id) ?? null,
  });
  return scope === 'business' ? ofBusiness : own;
}

export function LimitsPanel({ limits, failed }: { limits: CardLimits | null | undefined; failed: boolean }) {
  const resetOf = useResetText(usePerson().timeZone);
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
                          ...(limit.resetsAt === null ? [] : [words.resets(resetOf(limit.resetsAt))]),
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
  const resetOf = useResetText(usePerson().timeZone);
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
        {resetsAt !== null && ` · ${words.resets(resetOf(resetsAt))}`}
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
