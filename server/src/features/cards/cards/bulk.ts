import type { BulkLine } from '@florin/contract/cards/card-parts';
import { issueCard as issueContract, StartingLimit } from '@florin/contract/cards/cards/issue';
import { Shipping } from '@florin/contract/cards/shipping';
import { CardKind } from '@florin/contract/cards/card-states';
import { longestFreezeSeconds } from '@florin/contract/limits';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { sql } from 'kysely';
import * as v from 'valibot';
import { recordEvent } from '../../../core/audit/events.ts';
import { isOwnAccountUnderFourEyes, isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import {
  centsOf,
  countOf,
  emptyLine,
  findCard,
  refusedLine,
  rowsOfCards,
  rowsOfCsv,
  type Report,
  type Row,
} from '../../../core/cards/bulk-lines.ts';
import { orderCard, type Order } from '../../../core/cards/order.ts';
import { closeCard, freezeCard, unfreezeCard, type LockedCard } from '../../../core/cards/states.ts';
import { addressIndex } from '../../../core/people/contacts.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { afterSeconds } from '../../../core/time.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { requireStepUp } from '../../../identity/step-up/make-change.ts';
import { runBulk } from '../../../identity/step-up/run-bulk.ts';
import { changerOf } from '../../../identity/sessions/card-changer.ts';

type BulkCall = Call<'bulkCardAct'>;

/** POST /api/cards/bulk: one act on many cards. */
export const bulkCardAct: Handler<'bulkCardAct'> = async (call) => {
  const { context, input } = call;
  const { idempotencyKey, dryRun, ...wanted } = input.body;
  const rows = rowsOf(wanted);
  if (isRefused(rows)) return rows;
  const until = wanted.until ? new Date(wanted.until) : null;
  const now = context.clock.now();
  if (until && (until <= now || until > afterSeconds(now, longestFreezeSeconds)))
    return refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: until <= now ? 'tooShort' : 'tooLong' }] });
  // Of the rows, only those of physical cards need a fresh proof, and a dry run ships nothing.
  const ships = wanted.act === 'ISSUE' && rows.some(({ cells }) => cells.get('kind')?.toUpperCase() === 'PHYSICAL');
  const stale = ships && !dryRun ? requireStepUp(context, call.caller) : null;
  if (stale) return stale;
  return runBulk(call, { idempotencyKey, dryRun, content: wanted }, async (tx) => {
    const { lines } = await runAll(tx, call, rows);
    if (wanted.act !== 'ISSUE' || !dryRun) return { lines };
    // The cards of a dry run do not exist.
    return { lines: lines.map((line) => ({ ...line, cardId: null, last4: null })) };
  });
};

function rowsOf({ act, cardIds, csv }: Pick<BulkCall['input']['body'], 'act' | 'cardIds' | 'csv'>) {
  if (act !== 'ISSUE') return rowsOfCards({ cardIds, csv });
  if (csv === undefined) return refuse('VALIDATION', { Fields: [{ Field: 'csv', Problem: 'missing' }] });
  const rows = rowsOfCsv(csv, 'holder');
  if (isRefused(rows)) return rows;
  const unknown = [...rows[0]!.cells.keys()].filter((column) => column !== '' && !issueColumns.has(column));
  return unknown.length === 0
    ? rows
    : refuse('VALIDATION', { Fields: unknown.map((column) => ({ Field: `csv.1.${column}`, Problem: 'unknown' })) });
}

/** The columns that the lines of new cards can have. */
const issueColumns: ReadonlySet<string> = new Set([
  'holder',
  'kind',
  'name',
  'purpose',
  'limit',
  'every',
  'only at',
  'external id',
  'group',
  'recipient',
  'line1',
  'line2',
  'city',
  'state',
  'zip',
  'method',
]);

async function runAll(tx: Database, call: BulkCall, rows: readonly Row[]): Promise<Report> {
  const { context, input } = call;
  const { act } = input.body;
  const lines: BulkLine[] = [];
  const startsEmpty = act === 'ISSUE' && (await drawsOnCards(tx, call.caller.businessId));
  for (const row of rows)
    lines.push(act === 'ISSUE' ? await issueLine(tx, call, row, startsEmpty) : await changeLine(tx, call, row));
  const { origin, subject } = changerOf(call);
  const details = { act, done: countOf(lines, 'DONE'), refused: countOf(lines, 'REFUSED') };
  await recordEvent(tx, context, origin, { type: 'cards_changed_in_bulk', details, ...subject });
  return { lines };
}

/** Whether purchases are paid from balances of the cards, which are empty at first. */
async function drawsOnCards(tx: Database, businessId: string): Promise<boolean> {
  const business = await tx
    .selectFrom('business')
    .select('use_business_balance_for_auths as drawsOnBusiness')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return !business.drawsOnBusiness;
}

const { name, purpose, externalId } = issueContract.body.entries;
const IssueLine = v.object({
  kind: v.picklist(CardKind.options, 'format'),
  name,
  purpose,
  externalId,
  shipping: v.nullable(Shipping),
  limit: v.nullable(StartingLimit),
  onlyAt: v.nullable(v.pipe(v.string(), v.maxLength(80, 'tooLong'))),
});

async function issueLine(tx: Database, call: BulkCall, { line, cells }: Row, startsEmpty: boolean): Promise<BulkLine> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const of = (column: string) => cells.get(column) || undefined;
  const kind = (of('kind') ?? 'VIRTUAL').toUpperCase();
  const limit = of('limit');
  const mayLimit = whyNotPermitted('spend-policies.change', { role: session.role, flags: flagsOf(session) }) === null;
  if (limit !== undefined && !mayLimit) return refusedLine(line, refuse('FORBIDDEN'));
  const shipping = {
    recipient: of('recipient'),
    line1: of('line1'),
    line2: of('line2'),
    city: of('city'),
    state: of('state')?.toUpperCase(),
    zip: of('zip'),
    method: of('method')?.toUpperCase(),
  };
  const checked = v.safeParse(IssueLine, {
    kind,
    name: of('name'),
    purpose: of('purpose'),
    externalId: of('external id'),
    shipping: kind === 'PHYSICAL' ? shipping : null,
    limit: limit === undefined ? null : { amount: centsOf(limit), period: of('every')?.toLowerCase() ?? 'month' },
    onlyAt: of('only at') ?? null,
  });
  if (!checked.success) {
    const [issue] = checked.issues;
    const problem = issue.input === undefined ? 'missing' : issue.message;
    return { ...emptyLine, line, outcome: 'REFUSED', code: 'VALIDATION', field: v.getDotPath(issue), problem };
  }
  const wrong = (field: string): BulkLine => ({
    ...emptyLine,
    line,
    outcome: 'REFUSED',
    code: 'VALIDATION',
    field,
    problem: 'unknown',
  });
  const holder = await findHolder(tx, call, of('holder') ?? '');
  if (!holder) return wrong('holder');
  const group = of('group');
  const groupIds = group === undefined ? undefined : await groupsNamed(tx, businessId, group);
  if (groupIds?.length === 0) return wrong('group');
  const { output } = checked;
  const order: Order = {
    businessId,
    holder: holder.id,
    kind: output.kind,
    shipping: output.shipping,
    name: output.name || null,
    purpose: output.purpose || null,
    externalId: output.externalId || null,
    limit: output.limit,
    groupIds,
    ...(output.onlyAt !== null && {
      controls: { merchantLock: { kind: 'NAMED', merchantId: null, merchant: output.onlyAt } },
    }),
  };
  const issued = (await isOwnAccountUnderFourEyes(tx, session, holder.id))
    ? refuse('OWN_CARD')
    : await orderCard(tx, context, order, changerOf(call));
  if (isRefused(issued)) return refusedLine(line, issued, { holder: holder.name });
  const { cardId, lastFour: last4 } = issued;
  const card = { kind: order.kind, name: order.name ?? null, limit: output.limit, onlyAt: output.onlyAt, startsEmpty };
  return { ...emptyLine, line, outcome: 'DONE', cardId, last4, holder: holder.name, card };
}

const groupsNamed = async (tx: Database, businessId: string, group: string) => {
  const rows = await tx
    .selectFrom('card_group')
    .select('id')
    .where('business_id', '=', businessId)
    .where(sql`lower(name)`, '=', group.toLowerCase())
    .limit(1)
    .execute();
  return rows.map(({ id }) => id);
};

/** The cardholder of the business with this username or email address; none if several have it. */
async function findHolder(tx: Database, { context, caller: { businessId } }: BulkCall, typed: string) {
  const index = addressIndex(context, { kind: 'Email', address: typed });
  const found = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.id', sql<string>`person.first_name || ' ' || person.last_name`.as('name')])
    .where('membership.business_id', '=', businessId)
    .where('membership.role', '=', 'CARDHOLDER')
    .where('membership.status', '=', 'OPEN')
    .where((eb) =>
      eb.or([
        eb('person.username_skeleton', '=', usernameSkeleton(typed)),
        eb.exists(
          eb
            .selectFrom('contact')
            .select('contact.id')
            .whereRef('contact.person_id', '=', 'person.id')
            .where('contact.kind', '=', 'Email')
            .where('contact.address_index', '=', index)
            .where('contact.verified_at', 'is not', null),
        ),
      ]),
    )
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]! : null;
}

async function changeLine(tx: Database, call: BulkCall, row: Row): Promise<BulkLine> {
  const found = await findCard(tx, call.caller.businessId, row);
  if ('outcome' in found) return found;
  const { card, ...seen } = found;
  const changed = await change(tx, call, card);
  if (isRefused(changed)) return refusedLine(row.line, changed, seen);
  return { ...emptyLine, line: row.line, outcome: 'DONE', ...seen };
}

async function change(
  tx: Database,
  call: BulkCall,
  card: LockedCard,
): Promise<LockedCard | Refused<'CARD_STATE' | 'OWN_CARD'>> {
  const { context, input } = call;
  const by = changerOf(call);
  const { act, until } = input.body;
  const reason = input.body.reason || null;
  if (act === 'FREEZE') return freezeCard(tx, context, card, by, { reason, until: until ? new Date(until) : null });
  if (act === 'UNFREEZE' && (await isOwnUnderFourEyes(tx, call.caller, [card.id]))) return refuse('OWN_CARD');
  if (act === 'UNFREEZE') return unfreezeCard(tx, context, card, by, { reason });
  return closeCard(tx, context, card, by, { because: 'ISSUER_REQUEST', reason });
}
