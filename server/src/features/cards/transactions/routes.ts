import { money } from '@florin/contract/money';
import { seesUsage } from '@florin/contract/permissions';
import type * as contract from '@florin/contract/cards/transactions';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Call, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import { cursorOf, placeOf, type Place } from '../../../http/cursor.ts';
import { groupsOfBusiness } from '../../../core/policies/documents.ts';
import { eventOf, lineOf } from './answers.ts';
import { close, report, reportsOf } from './reports.ts';
import { declineOf, explained, tracesOf } from './traces.ts';
import { feesAccountOf, figureLines, figuresAnswer, figuresOf, fundingsOf } from './balances.ts';
import { exportView } from './export.ts';
import {
  countOf,
  eventsOf,
  listTransactions,
  totalsOf,
  transactionById,
  writeNote,
  type Scope,
  type View,
  suggestMerchants,
} from './queries.ts';

type ListCall = Call<'transactions'> | Call<'myTransactions'>;
type NoteCall = Call<'noteTransaction'> | Call<'noteMyTransaction'>;
type EntriesCall = Call<'balanceEntries'> | Call<'myBalanceEntries'>;

const badCursor = () => refuse('VALIDATION', { Fields: [{ Field: 'cursor', Problem: 'format' }] });

/** The place of the query's cursor; null where it has none. */
function startOf(cursor: string | undefined, kind: 'time' | 'number'): Place | null | Refused<'VALIDATION'> {
  return cursor === undefined ? null : (placeOf(cursor, kind) ?? badCursor());
}

const ofBusiness = ({
  caller,
}:
  | Call<'transaction'>
  | Call<'transactions'>
  | Call<'exportTransactions'>
  | Call<'noteTransaction'>
  | Call<'reportTransaction'>
  | Call<'suggestedMerchants'>
  | Call<'closeTransactionReport'>): Scope => ({
  businessId: caller.businessId,
  membershipId: null,
});
const ofCardholder = ({
  caller,
}:
  | Call<'myTransaction'>
  | Call<'myTransactions'>
  | Call<'exportMyTransactions'>
  | Call<'noteMyTransaction'>
  | Call<'reportMyTransaction'>
  | Call<'mySuggestedMerchants'>
  | Call<'withdrawTransactionReport'>): Scope => ({
  businessId: caller.businessId,
  membershipId: caller.membershipId,
});

const isTrue = (flag: 'true' | 'false' | undefined) => (flag === undefined ? undefined : flag === 'true');

/** The view that a query asks for. */
async function viewOf(
  db: Database,
  query: ListCall['input']['query'] | Omit<ListCall['input']['query'], 'cursor' | 'limit'>,
  scope: Scope,
  membershipIds?: string[],
): Promise<View> {
  const { cardId, mcc, categoryGroup, country, declined, hasFee, text, merchant } = query;
  const { amountFrom, amountTo, from, to } = query;
  const groups = categoryGroup && (await groupsOfBusiness(db, scope.businessId));
  return {
    scope,
    text,
    merchant,
    amountFrom,
    amountTo,
    from,
    to,
    status: query.status,
    categories: groups?.filter(({ key }) => categoryGroup!.includes(key)).flatMap(({ ranges }) => ranges),
    cardIds: cardId,
    mccs: mcc,
    countries: country,
    membershipIds,
    declined: isTrue(declined),
    hasFee: isTrue(hasFee),
    sort: query.sort,
    order: query.order,
  };
}

/** A page of a list. */
async function list({ context: { db }, input: { query } }: ListCall, scope: Scope, membershipIds?: string[]) {
  const place = startOf(query.cursor, query.sort === 'AMOUNT' ? 'number' : 'time');
  if (place && 'refused' in place) return place;
  const { limit } = query;
  const view = await viewOf(db, query, scope, membershipIds);
  const [{ rows, next, searchedBackTo }, totals] = await Promise.all([
    listTransactions(db, view, { limit, place }),
    place ? null : totalsOf(db, view),
  ]);
  const events = rows.length === 0 ? [] : await eventsOf(db, rows, 'figures');
  const ofTransaction = Map.groupBy(events, ({ transactionId }) => transactionId);
  const usd = (amount: bigint) => money(amount, 'USD');
  return {
    status: 200 as const,
    body: {
      items: rows.map((row) => lineOf(row, ofTransaction.get(row.id) ?? [])),
      nextCursor: next && cursorOf(next),
      searchedBackTo: searchedBackTo?.toISOString() ?? null,
      totals: totals && {
        transactions: totals.transactions,
        settled: usd(totals.settled),
        held: usd(totals.held),
        returned: usd(totals.returned),
        incoming: usd(totals.incoming),
        fees: usd(totals.fees),
      },
    },
  };
}

/** One transaction with its events; another's is not found. */
async function one({ db, clock }: Context, scope: Scope, id: string, reader: { membershipId: string }) {
  const row = await transactionById(db, scope, id);
  if (!row) return null;
  const events = await eventsOf(db, [row]);
  const decisions = await explained(db, { businessId: scope.businessId, presence: row.presence }, events);
  const isHolder = scope.membershipId !== null;
  const decline = await declineOf(db, row, decisions, { isHolder }, clock.now());
  const steps = events.filter(({ type }) => type !== 'FEE').map(eventOf);
  const reports = await reportsOf(db, id, reader);
  return { line: { ...lineOf(row, events), decline, reports, events: steps }, decisions };
}

async function note(call: NoteCall, scope: Scope) {
  const { context, input, caller } = call;
  const { id } = input.params;
  if (!(await transactionById(context.db, scope, id))) return refuse('NOT_FOUND');
  const at = context.clock.now();
  const { membershipId } = caller;
  return (await writeNote(context.db, { id, ...input.body, replaces: input.body.replaces, membershipId, at }))
    ? { status: 204 as const, body: null }
    : refuse('VERSION_CONFLICT');
}

/** POST /api/transactions/notes */
const noteMany: Handler<'noteTransactions'> = async ({ context, input, caller }) => {
  // In one order, so that two writers never wait for each other.
  const ids = [...new Set(input.body.ids)].toSorted();
  const { businessId, membershipId } = caller;
  const { note: text, replaces: read } = input.body;
  try {
    return await inTransaction(context.db, async (tx) => {
      if ((await countOf(tx, businessId, ids)) < ids.length) return refuse('NOT_FOUND');
      const at = context.clock.now();
      for (const id of ids) {
        const replaces = read === undefined ? undefined : (read[id] ?? null);
        if (!(await writeNote(tx, { id, note: text, replaces, membershipId, at }))) throw new NoteChanged();
      }
      return { status: 204 as const, body: null };
    });
  } catch (error) {
    if (error instanceof NoteChanged) return refuse('VERSION_CONFLICT');
    throw error;
  }
};

/** Rolls back the notes that were written before the one that another person has changed. */
class NoteChanged extends Error {}

/** The wallet of the cardholder's own card; null where it is another's. */
async function ownCard({ context, caller, input }: Call<'myBalances'> | Call<'myBalanceEntries'>) {
  const card = await context.db
    .selectFrom('card')
    .select('id')
    .where('id', '=', input.query.cardId)
    .where('membership_id', '=', caller.membershipId)
    .executeTakeFirst();
  return card !== undefined;
}

/** Of a purchase, for administrators who may not see what cards are used for. */
const purchaseDescription = 'Card purchase';

async function entries({ context, caller, input: { query } }: EntriesCall) {
  const showsUsage = caller.role === 'CARDHOLDER' || seesUsage(caller);
  // When a card was used, and for how much, is what it is used for, too.
  if (!showsUsage && query.cardId !== undefined) return refuse('FORBIDDEN');
  const isPosted = query.figure === 'POSTED' || query.figure === 'FEES_OWED';
  const place = startOf(query.cursor, isPosted ? 'number' : 'time');
  if (place && 'refused' in place) return place;
  const cardId = query.cardId ?? null;
  const figures =
    query.figure === 'FEES_OWED'
      ? cardId === null && (await feesAccountOf(context.db, caller.businessId))
      : await figuresOf(context.db, caller.businessId, cardId);
  if (!figures) return refuse('NOT_FOUND');
  const account = { accountId: figures.accountId, businessId: caller.businessId };
  const { rows, next } = await figureLines(context.db, account, query.figure, { limit: query.limit, place });
  const fundings = await fundingsOf(context.db, rows);
  return {
    status: 200 as const,
    body: {
      items: rows.map((row) => ({
        // A purchase on hold is listed by its own id.
        id: showsUsage ? row.id : context.keys.mac('balance-entry', row.id).toString('hex'),
        at: row.at.toISOString(),
        code: row.code,
        description: showsUsage || row.transactionId === null ? row.description : purchaseDescription,
        amount: money(row.amount, figures.currency),
        balanceAfter: row.balanceAfter === null ? null : money(row.balanceAfter, figures.currency),
        until: row.until?.toISOString() ?? null,
        transactionId: showsUsage ? row.transactionId : null,
        card: fundings.get(row.id)?.card ?? null,
        fundingRunId: caller.role === 'ADMIN' ? (fundings.get(row.id)?.runId ?? null) : null,
      })),
      nextCursor: next && cursorOf(next),
    },
  };
}

/** Calls about purchases, and the figures of balances with what they are made of. */
export const transactionsRoutes: HandlersOf<typeof contract> = {
  transactions: (call) => list(call, ofBusiness(call), call.input.query.membershipId),
  myTransactions: (call) => list(call, ofCardholder(call)),

  exportTransactions: async (call) => {
    const { query } = call.input;
    const view = await viewOf(call.context.db, query, ofBusiness(call), query.membershipId);
    return exportView(call.context, { ...view, ids: query.id }, query.format);
  },
  exportMyTransactions: async (call) => {
    const { query } = call.input;
    const view = await viewOf(call.context.db, query, ofCardholder(call));
    return exportView(call.context, { ...view, ids: query.id }, query.format);
  },

  transaction: async (call) => {
    const found = await one(call.context, ofBusiness(call), call.input.params.id, call.caller);
    if (!found) return refuse('NOT_FOUND');
    const traces = await tracesOf(call.context.db, found.decisions);
    return { status: 200, body: { ...found.line, traces } };
  },
  myTransaction: async (call) => {
    const found = await one(call.context, ofCardholder(call), call.input.params.id, call.caller);
    return found ? { status: 200, body: found.line } : refuse('NOT_FOUND');
  },

  suggestedMerchants: async (call) => {
    const items = await suggestMerchants(call.context.db, ofBusiness(call), call.input.query.text);
    return { status: 200, body: { items } };
  },
  mySuggestedMerchants: async (call) => {
    const items = await suggestMerchants(call.context.db, ofCardholder(call), call.input.query.text);
    return { status: 200, body: { items } };
  },

  noteTransaction: (call) => note(call, ofBusiness(call)),
  noteMyTransaction: (call) => note(call, ofCardholder(call)),
  noteTransactions: noteMany,

  reportTransaction: (call) => report(call, ofBusiness(call)),
  closeTransactionReport: (call) => close(call, ofBusiness(call), call.input.body.answer),
  reportMyTransaction: (call) => report(call, ofCardholder(call)),
  withdrawTransactionReport: (call) => close(call, ofCardholder(call), null),

  balances: async ({ context, caller, input }) => {
    const figures = await figuresOf(context.db, caller.businessId, input.query.cardId ?? null);
    return { status: 200, body: { figures: figures && figuresAnswer(figures) } };
  },
  balanceEntries: entries,
  myBalances: async (call) => {
    if (!(await ownCard(call))) return refuse('NOT_FOUND');
    const figures = await figuresOf(call.context.db, call.caller.businessId, call.input.query.cardId);
    return { status: 200, body: { figures: figures && figuresAnswer(figures) } };
  },
  myBalanceEntries: async (call) => ((await ownCard(call)) ? entries(call) : refuse('NOT_FOUND')),
};
