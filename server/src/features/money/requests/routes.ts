import type * as contract from '@florin/contract/money/requests';
import type { CardRequestForDecision } from '@florin/contract/money/requests';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { money } from '@florin/contract/money';
import { DAY } from '@florin/contract/limits';
import { seesUsage } from '@florin/contract/permissions';
import { originOf } from '../../../core/audit/events.ts';
import { figuresOf, readPlan } from '../../../core/card-funding/run.ts';
import { pageOf } from '../../../core/page.ts';
import { limitToRaise, policiesBeside } from '../../../core/requests/effects.ts';
import { liftedRule, requestedException } from '../../../core/requests/exceptions.ts';
import { hoursOf } from '../../../core/requests/hours.ts';
import { makeRequest } from '../../../core/requests/make.ts';
import {
  countRequests,
  decidersOf,
  detailOf,
  listRequests,
  readRequest,
  statusOf,
  type Reader,
  type RequestFilter,
  type RequestPage,
  type RequestRow,
} from '../../../core/requests/queries.ts';
import { addNote, approveRequest, cancelRequest, mayDecide, rejectRequest } from '../../../core/requests/settle.ts';
import { afterSeconds } from '../../../core/time.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type HandlersOf } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { requireStepUp, underLock } from '../../../identity/step-up/make-change.ts';
import { exportRequests } from './export.ts';

const ownOf = ({ businessId, membershipId }: CurrentSession) => ({ businessId, membershipId });
const subjectOf = ({ personId, membershipId, businessId, id }: CurrentSession) => ({
  personId,
  membershipId,
  businessId,
  sessionId: id,
});

/** How far back an administrator sees what became of earlier requests. */
const earlierDays = 90;

/** A cardholder sees the purchases of their own; an administrator those of others if permitted. */
const own = { purchases: true, isHolder: true };
const shownTo = (session: CurrentSession) => ({ purchases: seesUsage(session), isHolder: false });

/** A request as the people who decide it see it. */
async function forDecision(
  context: Context,
  session: CurrentSession,
  row: RequestRow,
): Promise<CardRequestForDecision> {
  const { db, clock } = context;
  const now = clock.now();
  const detail = await detailOf(db, row, now, shownTo(session), session.personId);
  return {
    ...detail,
    hours: mayDecide(row, session) ? (detail.hours ?? (await hoursOf(db, row))) : detail.hours,
    effect: statusOf(row, now) === 'PENDING' ? await effectOf(db, row) : null,
    ...(statusOf(row, now) === 'PENDING' ? await raisesOf(db, row, now, seesUsage(session)) : nothingChanges),
    earlier: await earlierOf(db, row, now),
    exception: mayDecide(row, session) ? await requestedException(db, row) : null,
    mayDecide: mayDecide(row, session),
  };
}

/** A page of the requests that a reader may read; the first one says how many there are. */
async function pageOfRequests(
  { db, clock }: Context,
  reader: Reader,
  filter: Omit<RequestFilter, 'businessId'> & RequestPage,
  shown: { purchases: boolean },
) {
  const now = clock.now();
  const whole = { ...filter, businessId: reader.businessId };
  const found = await listRequests(db, whole, now, shown);
  const totals = filter.cursor === undefined ? await countRequests(db, whole, reader, now) : null;
  return { ...pageOf(found, filter.limit), totals };
}

async function effectOf(db: Database, row: RequestRow): Promise<CardRequestForDecision['effect']> {
  if (row.kind !== 'FUNDING') return null;
  const { business_id: businessId, card_id: cardId, amount } = row;
  const order = { businessId, act: 'FUND', whenShort: 'NONE', cards: [{ cardId: cardId!, amount }] } as const;
  const read = await readPlan(db, order, { lock: false });
  const line = read?.plan.shown[0];
  if (!read || !line) return null;
  return { card: { before: line.before, after: line.after }, business: figuresOf(read.plan).account };
}

const nothingChanges = { raises: null, kept: [] };

async function raisesOf(
  db: Database,
  { kind, period, amount, business_id: businessId, card_id: cardId, ...row }: RequestRow,
  now: Date,
  isUsageSeen: boolean,
): Promise<Pick<CardRequestForDecision, 'raises' | 'kept'>> {
  if (cardId !== null && (kind === 'UNBLOCK' || (kind === 'LIMIT' && period === null))) {
    const lifted: Rule | null =
      kind === 'LIMIT'
        ? { kind: 'allow', field: 'country', values: row.countries }
        : await liftedRule(db, { kind, card_id: cardId, ...row });
    return { raises: null, kept: await policiesBeside(db, { businessId, cardId, lifted, at: now.getTime() }) };
  }
  if (kind !== 'LIMIT' || period === null || amount === null) return nothingChanges;
  const found = await limitToRaise(db, period, {
    businessId,
    cardId,
    requestedAt: row.created_at,
    declinedTransactionId: row.declined_transaction_id,
    amount: Number(amount),
    at: now.getTime(),
    until: row.until!,
  });
  if (found === null) return nothingChanges;
  const usd = (cents: number) => money(BigInt(cents), 'USD');
  const { kept, next, again, also, since, allowedNow, usedUp, ...tightest } = found;
  const limitOf = <L extends { limit: number; left: number }>({ limit, left, ...named }: L) => ({
    ...named,
    limit: usd(limit),
    left: isUsageSeen ? usd(left) : null,
  });
  return {
    raises: {
      ...limitOf(tightest),
      again: again === null ? null : usd(again),
      also: also.map(limitOf),
      next: isUsageSeen ? { ...next, left: usd(next.left) } : null,
      since: usd(since),
      allowedNow: isUsageSeen && allowedNow,
      usedUp: isUsageSeen ? usedUp : [],
    },
    kept,
  };
}

async function earlierOf(db: Database, row: RequestRow, now: Date): Promise<CardRequestForDecision['earlier']> {
  const decided = await db
    .selectFrom('card_request')
    .leftJoin('membership', 'membership.id', 'card_request.decided_by')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select(['card_request.status', 'settled_at', 'amount', 'decided_amount', 'first_name', 'last_name'])
    .where('requested_by', '=', row.requested_by)
    .where('kind', '=', row.kind)
    .where('card_request.status', 'in', ['APPROVED', 'REJECTED'])
    .where('settled_at', '>', afterSeconds(now, -earlierDays * DAY))
    .orderBy('settled_at', 'desc')
    .execute();
  const count = (status: string) => decided.filter((request) => request.status === status).length;
  const [last] = decided;
  const amount = last?.decided_amount ?? last?.amount ?? null;
  return {
    approved: count('APPROVED'),
    rejected: count('REJECTED'),
    last: last
      ? {
          status: last.status === 'APPROVED' ? 'APPROVED' : 'REJECTED',
          at: last.settled_at!.toISOString(),
          by: last.first_name === null ? null : `${last.first_name} ${last.last_name}`,
          amount: amount === null ? null : money(amount, 'USD'),
        }
      : null,
  };
}

const deciderOf = (call: { caller: CurrentSession; correlationId: string; client: { ipPrefix: string } }) => ({
  ...call.caller,
  sessionId: call.caller.id,
  origin: originOf(call),
});

async function nameOf(db: Database, personId: string): Promise<string> {
  const person = await db
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return `${person.first_name} ${person.last_name}`;
}

async function writeNote(call: Call<'addNoteToRequest'> | Call<'addNoteToMyRequest'>, isOwn: boolean) {
  const { context, caller: session, input } = call;
  const { businessId, membershipId, personId } = session;
  return underLock(call, async (tx) => {
    const writer = {
      reader: isOwn ? ownOf(session) : { businessId },
      membershipId,
      name: await nameOf(tx, personId),
    };
    return addNote(tx, context, writer, input.params.id, input.body);
  });
}

export const requestsRoutes: HandlersOf<typeof contract> = {
  createRequest: async (call) => {
    const { context, caller: session, input } = call;
    const asker = { ...ownOf(session), origin: originOf(call), subject: subjectOf(session) };
    const row = await underLock(call, (tx) => makeRequest(tx, context, asker, input.body));
    if (isRefused(row)) return row;
    return { status: 201, body: await detailOf(context.db, row, context.clock.now(), own) };
  },

  myRequests: async ({ context, caller: session, input }) => {
    const filter = { ...input.query, membershipId: [session.membershipId] };
    return { status: 200, body: await pageOfRequests(context, ownOf(session), filter, own) };
  },

  myRequest: async ({ context, caller: session, input }) => {
    const row = await readRequest(context.db, input.params.id, ownOf(session));
    return row ? { status: 200, body: await detailOf(context.db, row, context.clock.now(), own) } : refuse('NOT_FOUND');
  },

  requestDeciders: async ({ context, caller: session, input }) => {
    const { kind, exception } = input.query;
    const deciders = await decidersOf(context.db, {
      business_id: session.businessId,
      askerId: session.personId,
      kind,
      // Any end: who decides does not depend on the day.
      until: exception === 'true' ? context.clock.now() : null,
    });
    return { status: 200, body: { names: deciders.map(({ name }) => name) } };
  },

  cancelRequest: async (call) => {
    const { context, caller: session, input } = call;
    const holder = { ...ownOf(session), origin: originOf(call), subject: subjectOf(session) };
    const row = await underLock(call, (tx) => cancelRequest(tx, context, holder, input.params.id));
    return isRefused(row) ? row : { status: 200, body: await detailOf(context.db, row, context.clock.now(), own) };
  },

  addNoteToMyRequest: async (call) => {
    const row = await writeNote(call, true);
    return isRefused(row)
      ? row
      : { status: 200, body: await detailOf(call.context.db, row, call.context.clock.now(), own) };
  },

  requests: async ({ context, caller: session, input }) => {
    const { businessId } = session;
    return { status: 200, body: await pageOfRequests(context, { businessId }, input.query, shownTo(session)) };
  },

  exportRequests: ({ context, caller: session, input }) =>
    exportRequests(context, { ...input.query, businessId: session.businessId }, shownTo(session)),

  request: async ({ context, caller: session, input }) => {
    const row = await readRequest(context.db, input.params.id, { businessId: session.businessId });
    return row ? { status: 200, body: await forDecision(context, session, row) } : refuse('NOT_FOUND');
  },

  approveRequest: async (call) => {
    const { context, caller: session, input } = call;
    const decision = { step: 'approve', ...input.body } as const;
    const stale = input.body.shipping ? requireStepUp(context, session) : null;
    if (stale) return stale;
    const row = await underLock(call, (tx) => approveRequest(tx, context, deciderOf(call), input.params.id, decision));
    return isRefused(row) ? row : { status: 200, body: await forDecision(context, session, row) };
  },

  rejectRequest: async (call) => {
    const { context, caller: session, input } = call;
    const decision = { step: 'reject', ...input.body } as const;
    const row = await underLock(call, (tx) => rejectRequest(tx, context, deciderOf(call), input.params.id, decision));
    return isRefused(row) ? row : { status: 200, body: await forDecision(context, session, row) };
  },

  addNoteToRequest: async (call) => {
    const row = await writeNote(call, false);
    return isRefused(row) ? row : { status: 200, body: await forDecision(call.context, call.caller, row) };
  },
};
