import { merchantAmountOf } from '../../../core/transactions/merchant-amount.ts';
import { declineSentence } from '@florin/contract/cards/decline-sentences';
import type { ExportFormat } from '@florin/contract/exports';
import { categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { TransactionStatus } from '@florin/contract/cards/transaction-states';
import type { Context } from '../../../context.ts';
import { decimal, type Cell } from '../../../core/exports/cells.ts';
import { exportFile } from '../../../core/exports/export-file.ts';
import type { Place } from '../../../http/cursor.ts';
import {
  eventsOf,
  type EventRow,
  isTooLongToSort,
  listTransactions,
  settlementsOf,
  type TransactionRow,
  type View,
} from './queries.ts';

/** Rows that are fetched at once. */
const pageSize = 1000;

const statuses: Record<TransactionStatus, string> = {
  PENDING: 'On hold',
  SETTLED: 'Settled',
  VOIDED: 'Canceled by the merchant',
  EXPIRED: 'Hold released',
  DECLINED: 'Declined',
  RETURNED: 'Returned',
};

/** As the list shows it, without the end of a hold. */
function stateOf({ status, held, settled }: Pick<TransactionRow, 'status' | 'held' | 'settled'>): string {
  if (status !== 'PENDING') return statuses[status];
  if (held === 0n) return 'Refund on its way';
  return settled > 0n ? 'Partly settled' : statuses.PENDING;
}

/** The minor digits of a currency, ISO 4217. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Exactly the rows of a view, as it is sorted as far as that is possible, with moments in the business's time zone. */
export async function exportView({ db, clock }: Context, view: View, format: ExportFormat) {
  const { name, zone } = await db
    .selectFrom('business')
    .select(['name', 'time_zone as zone'])
    .where('id', '=', view.scope.businessId)
    .executeTakeFirstOrThrow();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
  const reader = view.scope.membershipId === null ? 'ADMIN' : 'CARDHOLDER';

  const cellsOf = (row: TransactionRow, events: readonly EventRow[], settledAt: Date | undefined): Cell[] => {
    const merchantAmount = merchantAmountOf(row, events);
    const fees = events.reduce((sum, { type, amount }) => (type === 'FEE' ? sum + amount : sum), 0n);
    return [
      day.format(row.at),
      hour.format(row.at),
      settledAt ? day.format(settledAt) : null,
      row.merchant,
      categoryName(row.mcc) ?? null,
      String(row.mcc).padStart(4, '0'),
      row.city,
      row.state,
      row.country,
      row.holder,
      row.cardName,
      row.last4,
      stateOf(row),
      row.status === 'DECLINED' && row.declineCode !== null ? declineSentence(row.declineCode, reader) : null,
      row.status === 'DECLINED' ? null : decimal(row.amount, digitsOf(row.currency)),
      row.status === 'DECLINED' ? decimal(row.requested, digitsOf(row.currency)) : null,
      decimal(row.held, digitsOf(row.currency)),
      decimal(row.settled, digitsOf(row.currency)),
      decimal(row.returned, digitsOf(row.currency)),
      decimal(fees, digitsOf(row.currency)),
      row.currency,
      merchantAmount === null || row.merchantCurrency === null
        ? null
        : decimal(merchantAmount, digitsOf(row.merchantCurrency)),
      row.merchantCurrency,
      row.note,
      row.id,
    ];
  };

  async function* pages() {
    // No row may be missing: what is too long to be sorted by amount comes in the order of time.
    const sorted: View = (await isTooLongToSort(db, view)) ? { ...view, sort: 'TIME', order: 'DESC' } : view;
    let place: Place | null = null;
    let left = view.ids?.length ?? Infinity;
    do {
      const page = await listTransactions(db, sorted, { limit: pageSize, place });
      if (page.rows.length > 0) {
        const [events, settled] = await Promise.all([eventsOf(db, page.rows, 'figures'), settlementsOf(db, page.rows)]);
        const ofTransaction = Map.groupBy(events, ({ transactionId }) => transactionId);
        yield page.rows.map((row) => cellsOf(row, ofTransaction.get(row.id) ?? [], settled.get(row.id)));
      }
      left -= page.rows.length;
      place = page.next;
    } while (place !== null && left > 0);
  }
  const lastMoment = view.to === undefined ? clock.now() : new Date(Date.parse(view.to) - 1);
  return exportFile({
    format,
    name: [
      name ?? 'business',
      'transactions',
      view.from ? day.format(new Date(view.from)) : 'until',
      day.format(lastMoment),
    ],
    titles: [
      `Date (${zone})`,
      'Time',
      'Settled on',
      'Merchant',
      'Category',
      'MCC',
      'City',
      'State',
      'Country',
      'Cardholder',
      'Card',
      'Last four digits',
      'Status',
      'Why declined',
      'Amount',
      'Asked for',
      'On hold',
      'Settled',
      'Returned',
      'Fees',
      'Currency',
      'Original amount',
      'Original currency',
      'Note',
      'Transaction ID',
    ],
    pages: pages(),
  });
}
