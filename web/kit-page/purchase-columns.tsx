import { Paperclip } from 'lucide-react';
import { StatusTag } from '../src/kit/feedback/StatusTag.tsx';
import { StatusText } from '../src/kit/feedback/StatusText.tsx';
import type { Column, RowGroup, SubRow } from '../src/kit/lists/table/columns.ts';
import { Icon } from '../src/kit/text/Icon.tsx';
import { LastDigits } from '../src/kit/text/LastDigits.tsx';
import { Mark } from '../src/kit/text/Mark.tsx';
import { Money } from '../src/kit/text/Money.tsx';
import { today, usd, type Purchase } from './purchases.ts';
import styles from './KitPage.module.css';

export const categories = { travel: 'Travel', meals: 'Meals', lodging: 'Lodging', software: 'Software' } as const;
export const statuses = {
  hold: 'On hold',
  settled: 'Settled',
  part: 'Partly settled',
  refund: 'Refund settled',
  declined: 'Declined',
} as const;

const shortDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
export const dayText = ({ day, time }: Pick<Purchase, 'day' | 'time'>) =>
  day === today ? `Today${time ? `, ${time}` : ''}` : shortDay.format(new Date(day));

export const statusText = ({ status, until }: Purchase) => statuses[status] + (until ? ` to ${until}` : '');

const Receipt = ({ receipt }: Pick<Purchase, 'receipt'>) => {
  if (receipt === 'needed') return <StatusTag tone="warn">Receipt needed</StatusTag>;
  if (receipt === 'attached') return <Icon of={Paperclip} size={16} label="Attached" className={styles.quiet} />;
  return <span className={styles.quiet}>Not yet due</span>;
};

export const purchaseColumns: readonly Column<Purchase>[] = [
  { id: 'merchant', title: 'Merchant', sort: 'ascending', cell: ({ merchant }) => merchant },
  {
    id: 'category',
    title: 'Category',
    folds: 'first',
    cell: ({ category }) => <span className={styles.mute}>{categories[category]}</span>,
  },
  {
    id: 'holder',
    title: 'Cardholder',
    cell: ({ holder, digits }) => (
      <>
        {holder} <LastDigits digits={digits} />
      </>
    ),
  },
  { id: 'date', title: 'Date', sort: 'descending', card: 'none', cell: dayText },
  {
    id: 'receipt',
    title: 'Receipt',
    folds: 'first',
    cell: ({ receipt }) => (receipt === null ? null : <Receipt receipt={receipt} />),
  },
  {
    id: 'status',
    title: 'Status',
    folds: 'later',
    card: 'aside',
    cell: (purchase) => (
      <StatusText
        fill={purchase.status === 'hold' ? 'ring' : purchase.status === 'part' ? 'half' : 'full'}
        tone={purchase.status === 'refund' ? 'ok' : 'neutral'}
      >
        {statusText(purchase)}
      </StatusText>
    ),
  },
  {
    id: 'foreign',
    title: 'Original amount',
    untitled: true,
    align: 'end',
    folds: 'first',
    card: 'aside',
    cell: ({ foreign }) => (foreign ? <span className={styles.foreign}>{foreign}</span> : null),
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'end',
    sort: 'descending',
    card: 'figure',
    cell: ({ amount }) => (
      <>
        {amount < 0 && '+'}
        <Money value={usd(Math.abs(amount))} />
      </>
    ),
  },
];

export const purchaseMark = ({ merchant }: Purchase) => <Mark name={merchant} />;

export const feesOf = ({ fees, id, day }: Purchase): readonly SubRow[] =>
  (fees ?? []).map(({ name, amount }, index) => ({
    id: `${id} ${index}`,
    cells: { merchant: name, date: dayText({ day }), amount: <Money value={usd(amount)} /> },
  }));

export const dayOf = ({ day }: Purchase): RowGroup => ({
  id: day,
  title: day === today ? 'Today' : longDay.format(new Date(day)),
});
