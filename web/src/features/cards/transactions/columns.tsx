import { NotebookPen } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { categoryGroups, categoryName, groupOfCategory } from '@florin/contract/cards/policies/merchant-categories';
import type { TransactionLine } from '@florin/contract/cards/transactions';
import { TransactionStatusText } from '../../../flows/transactions/TransactionStatusText.tsx';
import { When } from '../../../flows/time/When.tsx';
import { dayHeading, dayIn, shortDate, shortWhen, startOfDay } from '../../../flows/time/when.ts';
import type { Column, RowGroup, SubRow } from '../../../kit/lists/table/columns.ts';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { classNames } from '../../../kit/class-names.ts';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { transactionWords as words } from '../../../messages/en/cards/transactions.ts';
import type { Scope } from './queries.ts';
import styles from './transactions.module.css';

const titles = words.columns;

const groups = new Map(categoryGroups.map((group) => [group.key, group]));

/** The broad category of a merchant, or its own where it is in none. */
export function categoryOf(mcc: number): string {
  const group = groupOfCategory(mcc);
  return (group === null ? categoryName(mcc) : groups.get(group)?.name) ?? '';
}

/** The same in a word, for a column. */
function shortCategoryOf(mcc: number): string {
  const group = groupOfCategory(mcc);
  return (group === null ? categoryName(mcc) : groups.get(group)?.short) ?? '';
}

/** Money that came back has a plus; what was asked for and not taken is struck through (look, rule 4). */
export function Amount({ of: { amount, status } }: { of: Pick<TransactionLine, 'amount' | 'status'> }) {
  if (status === 'DECLINED')
    return (
      <s className={styles.notTaken}>
        <Money value={amount} />
      </s>
    );
  return (
    <>
      {amount.amount < 0 && '+'}
      <Money value={{ ...amount, amount: Math.abs(amount.amount) }} />
    </>
  );
}

/**
 * @param zone of the business
 * @param isBeside a row is open in a sheet beside the list, which shows what is left out then
 */
export const columnsOf = (scope: Scope, zone: string, isBeside: boolean): readonly Column<TransactionLine>[] =>
  allColumns(scope, zone, isBeside).filter(({ folds }) => !isBeside || folds === undefined);

const allColumns = (scope: Scope, zone: string, isBeside: boolean): readonly Column<TransactionLine>[] => [
  {
    id: 'merchant',
    title: titles.merchant,
    cell: ({ merchant, note }) =>
      note === null ? (
        merchant.name
      ) : (
        <>
          {merchant.name}
          {'\u00A0'}
          <Icon of={NotebookPen} size={14} label={words.hasNote} className={styles.noted} />
        </>
      ),
  },
  {
    id: 'category',
    title: titles.category,
    folds: 'first',
    cell: ({ merchant }) => (
      <span className={classNames(styles.mute, styles.category)} title={categoryOf(merchant.mcc)}>
        {shortCategoryOf(merchant.mcc)}
      </span>
    ),
  },
  {
    id: 'holder',
    title: scope === 'business' ? titles.cardholder : titles.card,
    cell: ({ cardholder, card }) => (
      <>
        {scope === 'business' ? (cardholder?.name ?? words.noHolder) : titleOfCard(card)}
        {!isBeside && ' '}
        {!isBeside && <LastDigits digits={card.last4} />}
      </>
    ),
  },
  {
    id: 'date',
    title: titles.date,
    sort: 'descending',
    card: 'none',
    cell: ({ at }) => <When at={at} />,
  },
  {
    id: 'status',
    title: titles.status,
    folds: 'later',
    card: 'aside',
    cell: (line) => <TransactionStatusText of={line} zone={zone} />,
  },
  {
    id: 'merchantAmount',
    title: titles.merchantAmount,
    untitled: true,
    align: 'end',
    folds: 'first',
    card: 'aside',
    cell: ({ merchantAmount }) =>
      merchantAmount && <span className={styles.foreign}>{foreignText(merchantAmount)}</span>,
  },
  {
    id: 'amount',
    title: titles.amount,
    align: 'end',
    sort: 'descending',
    card: 'figure',
    cell: (line) => <Amount of={line} />,
  },
];

/** 'MXN 426.98': with its code, so that no two currencies look alike. */
export const foreignText = ({ amount, currency }: TransactionLine['amount']): string => {
  const digits = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  const figure = (Math.abs(amount) / 10 ** (digits.maximumFractionDigits ?? 2)).toLocaleString('en-US', {
    minimumFractionDigits: digits.minimumFractionDigits,
    maximumFractionDigits: digits.maximumFractionDigits,
  });
  return `${currency} ${figure}`;
};

/** A sum; money that came back has a plus. */
export const Total = ({ of }: { of: TransactionLine['amount'] }) => (
  <>
    {of.amount < 0 && '+'}
    <Money value={{ ...of, amount: Math.abs(of.amount) }} />
  </>
);

export const markOf = ({ merchant }: TransactionLine) => <Mark name={merchant.name} />;

/** What a transaction costs, with its fees; nothing where it was declined. Minor units. */
const costOf = ({ status, amount, fees }: TransactionLine): number =>
  status === 'DECLINED' ? 0 : fees.reduce((sum, fee) => sum + fee.amount.amount, amount.amount);

/** What some transactions cost together; null without any. */
export function sumOf(lines: readonly TransactionLine[]): TransactionLine['amount'] | null {
  const [first] = lines;
  return first ? { ...first.amount, amount: lines.reduce((sum, line) => sum + costOf(line), 0) } : null;
}

/** The sum of each day whose transactions are all there, in the order of time. */
export function daySums(lines: readonly TransactionLine[], zone: string, hasMore: boolean) {
  const days = Map.groupBy(lines, ({ at }) => dayIn(at, zone));
  if (hasMore) days.delete([...days.keys()].at(-1) ?? '');
  return new Map([...days].map(([day, of]) => [day, sumOf(of)]));
}

/** Keeps the height of the line. */
const nothingYet = '\u00A0';
const Why = lazy(() => import('./declines/Why.tsx'));

/**
 * What a row says besides its columns, with the days of the business.
 * @param ofDeclines the list is of declines, which say why
 */
export const partsIn = (zone: string, today: string, ofDeclines: boolean) => ({
  rowName: ({ merchant, at, amount }: TransactionLine): string =>
    words.nameOf(merchant.name, `${shortWhen(at, zone, startOfDay(today, zone))}, ${moneyText(amount)}`),
  /** Fees are lines under their purchase; so is the reason of a decline. */
  subRows: ({ id, fees, declineCode }: TransactionLine): readonly SubRow[] => [
    ...(ofDeclines && declineCode !== null
      ? [
          {
            id: `${id} why`,
            cells: {
              merchant: (
                <Suspense fallback={nothingYet}>
                  <Why code={declineCode} />
                </Suspense>
              ),
            },
          },
        ]
      : []),
    ...fees.map((fee) => ({
      id: fee.id,
      cells: {
        merchant: feeName(fee),
        date: shortDate(fee.at, zone),
        amount: <Money value={fee.amount} />,
      },
    })),
  ],
});

/** The days of the business, as headings on a phone, with what was spent on each. */
export function groupIn(zone: string, today: string, sums: ReturnType<typeof daySums>) {
  return ({ at }: TransactionLine): RowGroup => {
    const day = dayIn(at, zone);
    const sum = sums.get(day);
    return { id: day, title: day === today ? words.today : dayHeading(at, zone), aside: sum && <Total of={sum} /> };
  };
}

/** 'International fee, 3%'. */
export const feeName = ({ kind, basisPoints }: TransactionLine['fees'][number]): string =>
  basisPoints === null ? words.fees[kind] : `${words.fees[kind]}, ${words.rate(String(basisPoints / 100))}`;
