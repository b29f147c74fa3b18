import type { Backtest, SpendPolicy } from '@florin/contract/cards/spend-policies';
import type { GroupSnapshot, Rule } from '@florin/contract/cards/policies/spend-rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useToday } from '../../../../flows/time/use-now.ts';
import { clockText, dayIn, shortDate, weekdayName } from '../../../../flows/time/when.ts';
import { ruleParts, ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { NativeSelect } from '../../../../kit/forms/fields/NativeSelect.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { Mark } from '../../../../kit/text/Mark.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { backtestQuery, shadowQuery } from '../queries.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.backtest;

/** After so long without another change the rules are tested; the answer comes within 400 ms of the change. */
const pauseMilliseconds = 150;
const shownAtFirst = 7;

interface BacktestPanelProps {
  policy: SpendPolicy;
  rules: readonly Rule[];
  /** Rules with a problem are not tested. */
  isValid: boolean;
  groups: readonly Pick<GroupSnapshot, 'key' | 'name'>[];
  zone: string;
}

/** The rules on the screen against the purchases that really were, and what the version in shadow has said so far. */
export function BacktestPanel({ policy, rules, isValid, groups, zone }: BacktestPanelProps) {
  const reason = useReason('spend-policies.test');
  const [days, setDays] = useState<keyof typeof words.periods>('30');
  const tested = useSettled(rules, isValid);
  const test = useQuery({
    ...backtestQuery(policy.id, tested, Number(days)),
    enabled: reason === null && tested.length > 0,
    placeholderData: keepPreviousData,
  });
  const isOld = test.isPlaceholderData || JSON.stringify(tested) !== JSON.stringify(rules);
  return (
    <Panel
      title={words.title}
      padded={false}
      className={styles.back}
      actions={
        reason === null && (
          <NativeSelect
            className={styles.period ?? ''}
            aria-label={words.period}
            options={Object.entries(words.periods).map(([id, label]) => ({ id, label }))}
            value={days}
            onChange={({ target }) => setDays(target.value as keyof typeof words.periods)}
          />
        )
      }
    >
      {reason === null ? (
        tested.length === 0 && (!isValid || rules.length === 0) ? (
          <p className={styles.lead}>{rules.length === 0 ? words.noRules : words.invalid}</p>
        ) : test.data ? (
          <div className={styles.result} data-old={isOld || undefined} aria-busy={isOld}>
            {!isValid && <p className={styles.lead}>{words.invalid}</p>}
            <Result of={test.data} rules={tested} groups={groups} zone={zone} />
            {test.isError && <Retry error={test.error} onRetry={() => void test.refetch()} />}
          </div>
        ) : test.isError ? (
          <Retry error={test.error} onRetry={() => void test.refetch()} />
        ) : (
          <LoadingRows label={words.running} />
        )
      ) : (
        <p className={styles.lead}>{reason}</p>
      )}
      {reason === null && policy.shadow !== null && <ShadowBox policy={policy} number={policy.shadow} zone={zone} />}
    </Panel>
  );
}

const Retry = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className={styles.lead}>
    <Failure {...errorMessage(error, words.failed)} onRetry={onRetry} />
  </div>
);

/** The last rules without a problem, once nobody has changed them for a moment. */
function useSettled(rules: readonly Rule[], isValid: boolean): readonly Rule[] {
  const [settled, setSettled] = useState(isValid ? rules : []);
  const text = JSON.stringify(rules);
  useEffect(() => {
    if (!isValid) return undefined;
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Rule[]), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text, isValid]);
  return settled;
}

interface ResultProps {
  of: Backtest;
  rules: readonly Rule[];
  groups: BacktestPanelProps['groups'];
  zone: string;
}

function Result({ of, rules, groups, zone }: ResultProps) {
  const { purchases, declined, amount, people, declines, lifted, items, liftedItems, from, shortened } = of;
  const [isTable, setTable] = useState(false);
  return (
    <>
      <div className={styles.summary} aria-live="polite">
        <p className={styles.big}>
          {purchases === 0 ? (
            words.noPurchases
          ) : (
            <>
              <b>{declined === 0 ? words.none : words.declines(declined)}</b> {words.of(purchases)}
            </>
          )}
        </p>
        <p className={styles.mute}>
          {declined > 0 && `${words.sum(moneyText(amount), people)} `}
          {words.lifts(lifted, declines)}
          {shortened && ` ${words.shortened(shortDate(from, zone))}`}
        </p>
        {of.days.length > 0 && (isTable ? <DayTable of={of} /> : <DayChart of={of} zone={zone} />)}
        {of.days.length > 0 && (
          <Button variant="quiet" onClick={() => setTable(!isTable)}>
            {isTable ? words.hideTable : words.table}
          </Button>
        )}
      </div>
      <Purchases
        title={words.list}
        items={items.map((item) => ({ ...item, why: whyText(item, rules, groups, zone) }))}
        zone={zone}
      />
      <Purchases title={words.lifted} items={liftedItems.map((item) => ({ ...item, why: null }))} zone={zone} />
    </>
  );
}

/** What a purchase ran into: 'Over $75.00', 'On Saturday at 11:40 PM'. */
function whyText(
  { code, rule, at }: Backtest['items'][number],
  rules: readonly Rule[],
  groups: BacktestPanelProps['groups'],
  zone: string,
): string {
  const broken = rules[rule];
  if (code === 'time_window') return words.at(weekdayName(at, zone), clockText(at, zone));
  if (broken?.kind === 'amount')
    return words.over(
      ruleParts(broken, groups)
        .slice(1)
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    );
  return words.broken[code] ?? (broken ? ruleText(broken, groups) : '');
}

const width = 372;
const height = 64;
const dayMilliseconds = 86_400_000;

/** Purchases by day; the part that would be declined stands at the foot of each bar. */
function DayChart({ of, zone }: { of: Backtest; zone: string }) {
  const counted = new Map(of.days.map((day) => [day.date, day]));
  const first = Date.parse(of.days[0]!.date);
  const last = Date.parse(of.days.at(-1)!.date);
  const dates = Array.from({ length: Math.round((last - first) / dayMilliseconds) + 1 }, (_, index) =>
    new Date(first + index * dayMilliseconds).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...of.days.map(({ purchases }) => purchases));
  const step = Math.min(24, width / dates.length);
  const tall = (number: number) => (number / most) * height;
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.chart(of.purchases, of.declined)}
      >
        {dates.map((date, index) => {
          const day = counted.get(date);
          if (!day) return null;
          const x = index * step + step * 0.12;
          // A single declined purchase among hundreds is still seen.
          const red = day.declined === 0 ? 0 : Math.max(4, tall(day.declined));
          const all = Math.max(red, tall(day.purchases), 2);
          return (
            <g key={date}>
              <rect className={styles.bar} x={x} y={height - all} width={step * 0.76} height={all} />
              {red > 0 && (
                <rect className={styles.barDeclined} x={x} y={height - red} width={step * 0.76} height={red} />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span className={styles.axis}>
          <span>{shortDate(`${dates[0]}T12:00:00Z`, 'UTC')}</span>
          {step * dates.length > width * 0.6 && <span>{shortDate(`${dates.at(-1)}T12:00:00Z`, 'UTC')}</span>}
        </span>
        <span className={styles.keys}>
          <span data-key="allowed">{words.allowed}</span>
          <span data-key="declined">{words.declined}</span>
        </span>
        <span className="visually-hidden">{zone}</span>
      </figcaption>
    </figure>
  );
}

const DayTable = ({ of }: { of: Backtest }) => (
  // A long table scrolls in itself.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles.days} tabIndex={0} role="region" aria-label={words.chart(of.purchases, of.declined)}>
    <table>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.dayPurchases}</th>
          <th scope="col">{words.dayDeclined}</th>
        </tr>
      </thead>
      <tbody>
        {of.days.map(({ date, purchases, declined }) => (
          <tr key={date}>
            <th scope="row">{shortDate(`${date}T12:00:00Z`, 'UTC')}</th>
            <td>{purchases}</td>
            <td>{declined}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface PurchasesProps {
  title: string;
  items: readonly (Backtest['liftedItems'][number] & { why: string | null })[];
  zone: string;
}

function Purchases({ title, items, zone }: PurchasesProps) {
  const [isAll, setAll] = useState(false);
  if (items.length === 0) return null;
  return (
    <section className={styles.purchases} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {(isAll ? items : items.slice(0, shownAtFirst)).map(({ transactionId, merchant, card, at, amount, why }) => (
          <li key={transactionId}>
            <Mark name={merchant} />
            <span className={styles.who}>
              <b>{merchant}</b>
              <small>
                {card.cardholder ?? words.noHolder} · {shortDate(at, zone)}
              </small>
            </span>
            <span className={styles.much}>
              <Money value={amount} />
              {why !== null && <small>{why}</small>}
            </span>
          </li>
        ))}
      </ul>
      {!isAll && items.length > shownAtFirst && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {words.showAll(items.length)}
        </Button>
      )}
    </section>
  );
}

interface ShadowBoxProps {
  policy: SpendPolicy;
  number: number;
  zone: string;
}

/** What the version in shadow has answered beside what was decided. */
function ShadowBox({ policy, number, zone }: ShadowBoxProps) {
  const shadow = useQuery(shadowQuery(policy.id));
  const today = useToday(zone);
  const [isOpen, setOpen] = useState(false);
  const box = spendPolicyWords.shadowBox;
  if (shadow.isError && !shadow.data)
    return (
      <div className={styles.lead}>
        <Failure
          {...errorMessage(shadow.error, box.failed)}
          onRetry={() => void shadow.refetch()}
          retrying={shadow.isFetching}
        />
      </div>
    );
  if (!shadow.data) return null;
  const { from, decisions, stricter, looser, items } = shadow.data;
  const same = decisions - stricter - looser;
  const days = (Date.parse(today) - Date.parse(dayIn(from, zone))) / 86_400_000;
  return (
    <div className={styles.shadow}>
      <div className={styles.shadowHead}>
        <Icon of={Moon} size={16} />
        <span>
          <b>{box.title(number, days)}</b>
          <small>{box.text(decisions, same, stricter, looser)}</small>
        </span>
        {items.length > 0 && (
          <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? box.hide : box.show(items.length)}
          </Button>
        )}
      </div>
      {isOpen && (
        <Purchases
          title={box.title(number, days)}
          items={items.map((item) => ({
            ...item,
            why: item.code === null ? box.wouldApprove : (words.broken[item.code] ?? null),
          }))}
          zone={zone}
        />
      )}
    </div>
  );
}
