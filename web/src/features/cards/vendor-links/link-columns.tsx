import { calendarDate } from '@florin/contract/dates/dates';
import type { VendorLink } from '@florin/contract/cards/vendor-links';
import { fullDate } from '../../../flows/time/when.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { cardsWords as words } from '../../../messages/en/cards/vendor-links.ts';
import { usePerson } from '../../../session/person.ts';
import { statusTones } from '../../../session/status-tones.ts';
import styles from './vendor-links.module.css';

const { columns: titles } = words;

/** A link's recipient and card, its sender, its payment and its status. */
export const linkColumns: readonly Column<VendorLink>[] = [
  {
    id: 'vendor',
    title: titles.vendor,
    sort: 'ascending',
    cell: ({ email, nameOnCard, cardLast4 }) => (
      <>
        {email}{' '}
        <span className={styles.line}>
          {nameOnCard} <LastDigits digits={cardLast4} />
        </span>
      </>
    ),
  },
  {
    id: 'sent',
    title: titles.sent,
    sort: 'descending',
    folds: 'first',
    labelled: true,
    cell: ({ sentAt, sentBy }) => (
      <>
        <Day of={sentAt} say={(day) => day} /> <span className={styles.also}>{words.by(sentBy)}</span>
      </>
    ),
  },
  {
    id: 'invoice',
    title: titles.invoice,
    folds: 'first',
    labelled: true,
    cell: ({ invoice }) => invoice !== null && <span className={styles.invoice}>{invoice}</span>,
  },
  {
    id: 'before',
    title: titles.before,
    folds: 'first',
    labelled: true,
    cell: ({ processBefore }) => processBefore !== null && calendarDate(processBefore),
  },
  {
    id: 'status',
    title: titles.status,
    cell: (link) => (
      <>
        <StatusTag tone={statusTones[link.status]}>{words.statuses[link.status]}</StatusTag>{' '}
        <span className={styles.also}>
          <Day of={momentOf(link)} say={words.when[link.status]} />
        </span>
      </>
    ),
  },
  {
    id: 'amount',
    title: titles.amount,
    align: 'end',
    sort: 'descending',
    card: 'figure',
    cell: ({ amount }) => amount !== null && <Money value={amount} />,
  },
];

function Day({ of, say }: { of: string; say: (day: string) => string }) {
  const { timeZone } = usePerson();
  return say(fullDate(of, timeZone));
}

/** The moment that matters for the status. */
const momentOf = ({ status, expiresAt, openedAt, usedAt, revokedAt }: VendorLink): string =>
  ({ CREATED: expiresAt, VIEWED: openedAt, USED: usedAt, EXPIRED: expiresAt, REVOKED: revokedAt })[status] ?? expiresAt;
