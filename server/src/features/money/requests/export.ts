import type { CardRequest, RequestColumn, RequestPeriod } from '@florin/contract/money/requests';
import type { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import type { ExportFormat } from '@florin/contract/exports';
import type { Money } from '@florin/contract/money';
import type { Context } from '../../../context.ts';
import { decimal } from '../../../core/exports/cells.ts';
import { exportList, shownColumns, type BusinessTimes, type FileColumn } from '../../../core/exports/list-export.ts';
import { listRequests, type RequestFilter } from '../../../core/requests/queries.ts';

const kinds: Record<RequestKind, string> = { FUNDING: 'Funds', LIMIT: 'Limit', UNBLOCK: 'Permission', CARD: 'Card' };
const states: Record<RequestStatus, string> = {
  PENDING: 'Waiting',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CANCELED: 'Canceled',
  EXPIRED: 'Expired unanswered',
};
const periods: Record<RequestPeriod, string> = {
  PURCHASE: 'Purchase',
  DAY: 'Day',
  WEEK: 'Week',
  MONTH: 'Month',
  QUARTER: 'Quarter',
  YEAR: 'Year',
  LIFETIME: 'In all',
};
const amountOf = (amount: Money | null | undefined) => (amount ? decimal(BigInt(amount.amount)) : null);

const columnsOf = ({ zone, day, hour }: BusinessTimes): FileColumn<CardRequest, RequestColumn>[] => [
  { title: 'Kind', cell: ({ kind }) => kinds[kind] },
  { title: 'Amount', cell: ({ amount }) => amountOf(amount) },
  { title: 'Currency', cell: ({ amount }) => amount?.currency ?? null },
  { title: 'Period', cell: ({ period }) => period && periods[period] },
  { title: 'Countries', cell: ({ countries }) => countries.join(' ') },
  { title: `Until (${zone})`, cell: ({ until }) => until && `${day(until)} ${hour(until)}` },
  { title: 'Person', of: 'person', cell: ({ requestedBy }) => requestedBy.name },
  { title: 'Reason', of: 'reason', cell: ({ purpose }) => purpose },
  { title: 'Declined at', of: 'reason', cell: ({ declined }) => declined?.merchant ?? null },
  { title: 'Card', of: 'card', cell: ({ card, cardName }) => card?.name ?? cardName },
  { title: 'Last four digits', of: 'card', cell: ({ card }) => card?.last4 ?? null },
  { title: 'State', of: 'state', cell: ({ status }) => states[status] },
  { title: `Asked on (${zone})`, of: 'asked', cell: ({ requestedAt }) => day(requestedAt) },
  { title: 'Asked at', of: 'asked', cell: ({ requestedAt }) => hour(requestedAt) },
  { title: `Decided on (${zone})`, of: 'decided', cell: ({ decision }) => decision && day(decision.at) },
  { title: 'Decided by', of: 'decided', cell: ({ decision }) => decision?.by ?? null },
  { title: 'Approved amount', of: 'decided', cell: ({ decision }) => amountOf(decision?.amount) },
  { title: 'Answer', of: 'decided', cell: ({ decision }) => decision?.note ?? null },
  { title: 'Request ID', cell: ({ id }) => id },
];

interface RequestExport extends RequestFilter {
  order?: 'ASC' | 'DESC' | undefined;
  format: ExportFormat;
  hide?: readonly RequestColumn[] | undefined;
}

/** Exactly the requests of a view. @param shown whether the reader may see purchases */
export function exportRequests(
  context: Context,
  { format, hide, ...filter }: RequestExport,
  shown: { purchases: boolean },
) {
  const { db, clock } = context;
  const columns = (times: BusinessTimes) => shownColumns(columnsOf(times), hide);
  return exportList(context, {
    businessId: filter.businessId,
    format,
    what: 'requests',
    titles: (times) => columns(times).map(({ title }) => title),
    read: (page) => listRequests(db, { ...filter, ...page }, clock.now(), shown),
    lines: (rows, times) => rows.map((row) => columns(times).map(({ cell }) => cell(row))),
  });
}
