import type { BulkLine } from '@florin/contract/cards/card-parts';
import { bulkCards } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { csvRows } from '../csv/parse.ts';
import { lockCard, type LockedCard } from './states.ts';

/** A line of a list or a CSV text; its cells by the headings in lower case. */
export interface Row {
  line: number;
  cells: ReadonlyMap<string, string>;
}

export interface Report {
  lines: BulkLine[];
}

export const countOf = (lines: readonly BulkLine[], outcome: BulkLine['outcome']) =>
  lines.filter((line) => line.outcome === outcome).length;

/** The answer of an act on many cards. */
export const reportOf = ({ lines }: Report, dryRun: boolean) => ({
  status: 200 as const,
  body: { dryRun, done: countOf(lines, 'DONE'), refused: countOf(lines, 'REFUSED'), lines },
});

/** The lines of a CSV text; one without the column or without a line below the headings is refused as a whole. */
export function rowsOfCsv(csv: string, column: string): Row[] | Refused<'VALIDATION'> {
  const rows = csvRows(csv);
  if (!rows || (rows[0] && !rows[0].cells.has(column)))
    return refuse('VALIDATION', { Fields: [{ Field: 'csv', Problem: 'format' }] });
  if (rows.length === 0) return refuse('VALIDATION', { Fields: [{ Field: 'csv', Problem: 'missing' }] });
  if (rows.length > bulkCards.linesAtMost)
    return refuse('VALIDATION', { Fields: [{ Field: 'csv', Problem: 'tooLong' }] });
  return rows;
}

/** The lines of a list of cards, or of a CSV text with the column `card`; both together are refused. */
export function rowsOfCards(of: {
  cardIds?: readonly string[] | undefined;
  csv?: string | undefined;
}): Row[] | Refused<'VALIDATION'> {
  if (of.cardIds && of.csv !== undefined)
    return refuse('VALIDATION', { Fields: [{ Field: 'csv', Problem: 'format' }] });
  if (of.cardIds) return of.cardIds.map((id, index) => ({ line: index + 1, cells: new Map([['card', id]]) }));
  if (of.csv !== undefined) return rowsOfCsv(of.csv, 'card');
  return refuse('VALIDATION', { Fields: [{ Field: 'cardIds', Problem: 'missing' }] });
}

/** '1250.5' and '$1,250.50' in minor units; NaN for anything else. */
export function centsOf(typed: string): number {
  const amount = typed.replace(/^\$\s*/, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(amount)) return Number.NaN;
  const [whole = '', part = ''] = amount.replaceAll(',', '').split('.');
  return Number(whole + part.padEnd(2, '0'));
}

/** A line of which nothing is known. */
export const emptyLine = { code: null, field: null, problem: null, cardId: null, last4: null, holder: null };

/** A refused line: the code, and the wrong field or the obstacle. */
export function refusedLine(line: number, refused: Refused, known: Partial<BulkLine> = {}): BulkLine {
  const { body } = refused;
  const wrong = 'Fields' in body ? body.Fields[0] : undefined;
  const obstacle = 'Obstacle' in body ? body.Obstacle : null;
  return {
    ...emptyLine,
    ...known,
    line,
    outcome: 'REFUSED',
    code: refused.refused,
    field: wrong?.Field ?? null,
    problem: wrong?.Problem ?? obstacle,
  };
}

/** The cards of the business that a text names: by id, external id, or the last four digits of a card that is not closed. */
export const cardsNamed = (tx: Database, businessId: string, typed: string) =>
  tx
    .selectFrom('card')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'card.id',
      'card.last_four as last4',
      sql<string | null>`person.first_name || ' ' || person.last_name`.as('holder'),
    ])
    .where('card.business_id', '=', businessId)
    .where(
      sql<boolean>`(card.id::text = ${typed} or (card.status <> 'CLOSED'
        and (card.external_id = ${typed} or card.last_four = ${typed})))`,
    )
    .limit(2)
    .execute();

/** Locks the card that a line names. @returns the refused line if there is none */
export async function findCard(
  tx: Database,
  businessId: string,
  { line, cells }: Row,
): Promise<BulkLine | { card: LockedCard; cardId: string; last4: string; holder: string | null }> {
  const [found, another] = await cardsNamed(tx, businessId, cells.get('card') ?? '');
  if (!found) return refusedLine(line, refuse('NOT_FOUND'));
  if (another) return refusedLine(line, refuse('VALIDATION', { Fields: [{ Field: 'card', Problem: 'unknown' }] }));
  const { id: cardId, last4, holder } = found;
  const card = await lockCard(tx, cardId, { businessId });
  return card ? { card, cardId, last4, holder } : refusedLine(line, refuse('NOT_FOUND'));
}
