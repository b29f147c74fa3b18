import type { CardColumn } from '@florin/contract/cards/cards';
import type { CardKind, CardStatus } from '@florin/contract/cards/card-states';
import type { ExportFormat } from '@florin/contract/exports';
import type { Context } from '../../../context.ts';
import { cardLimitsOf, readSituations } from '../../../core/authorizations/limits.ts';
import { nameOf } from '../../../core/cards/vault/reveal.ts';
import { decimal } from '../../../core/exports/cells.ts';
import { exportList, shownColumns, type BusinessTimes, type FileColumn } from '../../../core/exports/list-export.ts';
import { pageOfCards, type CardFilter, type CardRow } from './queries.ts';

const kinds: Record<CardKind, string> = { VIRTUAL: 'Virtual', PHYSICAL: 'Physical' };
const states: Record<CardStatus, string> = {
  OPEN: 'Active',
  PAUSED: 'Frozen',
  PENDING_ACTIVATION: 'Not activated',
  PENDING_FULFILLMENT: 'Being produced',
  CLOSED: 'Closed',
};

/** A card, and what is left to spend on it in minor units; null if the card cannot be used. */
type Line = CardRow & { left: bigint | null };

const columnsOf = ({ zone, day }: BusinessTimes): FileColumn<Line, CardColumn>[] => [
  { title: 'Card', cell: ({ name }) => name },
  { title: 'Last four digits', cell: (row) => row.last_four },
  { title: 'Kind', cell: ({ kind }) => kinds[kind] },
  {
    title: 'Holder',
    of: 'holder',
    cell: (row) => (row.firstName === null ? null : `${row.firstName} ${row.lastName}`),
  },
  { title: 'Name on the card', of: 'holder', cell: nameOf },
  { title: 'State', of: 'state', cell: ({ status }) => states[status] },
  { title: 'Left to spend', of: 'left', cell: ({ left }) => (left === null ? null : decimal(left)) },
  { title: 'Spent this month', of: 'spent', cell: (row) => decimal(row.spentThisMonth) },
  { title: 'Currency', cell: () => 'USD' },
  { title: `Last used (${zone})`, of: 'used', cell: ({ lastUsedAt }) => (lastUsedAt ? day(lastUsedAt) : null) },
  { title: 'Groups', cell: ({ groups }) => groups.map(({ name }) => name).join('; ') },
  { title: 'Purpose', cell: ({ purpose }) => purpose },
  { title: 'External ID', cell: (row) => row.external_id },
  { title: `Issued on (${zone})`, cell: (row) => (row.issued_at ? day(row.issued_at) : null) },
  { title: `Closed on (${zone})`, cell: (row) => (row.closed_at ? day(row.closed_at) : null) },
  { title: 'Card ID', cell: ({ id }) => id },
];

interface CardExport extends Omit<CardFilter, 'cursor' | 'limit'> {
  format: ExportFormat;
  hide?: readonly CardColumn[] | undefined;
}

/** Exactly the cards of a view. @param seesUsage whether the reader may see what cards are used for */
export function exportCards(
  context: Context,
  businessId: string,
  { format, hide = [], ...filter }: CardExport,
  seesUsage: boolean,
) {
  const { db, clock } = context;
  const hidden: CardColumn[] = seesUsage ? [...hide] : [...hide, 'spent', 'used'];
  const shown = (times: BusinessTimes) => shownColumns(columnsOf(times), hidden);
  return exportList(context, {
    businessId,
    format,
    what: 'cards',
    titles: (times) => shown(times).map(({ title }) => title),
    read: async ({ cursor, limit }) =>
      (await pageOfCards(context, { businessId }, { ...filter, cursor, limit: limit + 1 })).rows,
    lines: async (rows, times) => {
      const ids = hidden.includes('left') ? [] : rows.map(({ id }) => id);
      const at = clock.now().getTime();
      const limits = (await readSituations(db, businessId, ids, at)).map((one) => cardLimitsOf(one, at, { seesUsage }));
      const left = new Map(limits.map(({ card, leftToSpend }) => [card.cardId, leftToSpend?.amount.amount]));
      const columns = shown(times);
      return rows.map((row) => {
        const amount = left.get(row.id);
        return columns.map(({ cell }) => cell({ ...row, left: amount === undefined ? null : BigInt(amount) }));
      });
    },
  });
}
