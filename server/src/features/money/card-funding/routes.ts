import type * as contract from '@florin/contract/money/card-funding';
import { isEligible } from '@florin/contract/eligibility';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { notifyFunding } from '../../../core/card-funding/notify-funding.ts';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { basisOf } from '../../../core/card-funding/plan.ts';
import { contentHash, doPlan, figuresOf, readPlan, type Order } from '../../../core/card-funding/run.ts';
import { pageOf } from '../../../core/page.ts';
import { isRefused, refuse, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { exportRuns } from './export.ts';
import { readRun, runByKey, runsBefore } from './queries.ts';

interface OrderInput {
  act: Order['act'];
  amount?: number | null | undefined;
  cards: readonly { cardId: string; amount?: number | null | undefined }[];
  whenShort: Order['whenShort'];
}

const wrongField = (Field: string, Problem: 'missing' | 'format') =>
  refuse('VALIDATION', { Fields: [{ Field, Problem }] });

/** The order of a call: each card once, and an amount for each unless everything is taken back. */
function orderOf(businessId: string, { act, amount, cards, whenShort }: OrderInput): Order | Refused<'VALIDATION'> {
  if (new Set(cards.map(({ cardId }) => cardId)).size < cards.length) return wrongField('cards', 'format');
  if (act === 'ZERO') {
    const withoutAmounts = cards.map(({ cardId }) => ({ cardId, amount: null }));
    return { businessId, act, whenShort, cards: withoutAmounts };
  }
  const amounts = cards.map((card) => card.amount ?? amount ?? null);
  if (amounts.includes(null)) return wrongField('amount', 'missing');
  return {
    businessId,
    act,
    whenShort,
    cards: cards.map(({ cardId }, i) => ({ cardId, amount: BigInt(amounts[i]!) })),
  };
}

const mayMove = (status: BusinessStatus) => isEligible('money.move', { business: { status } });

/** POST /api/card-funding/preview */
const previewFunding: Handler<'previewFunding'> = async ({ context, caller: session, input }) => {
  if (!mayMove(session.businessStatus)) return refuse('BUSINESS_NOT_OPEN');
  const order = orderOf(session.businessId, input.body);
  if (isRefused(order)) return order;
  const read = await readPlan(context.db, order, { lock: false });
  if (!read) return refuse('NOT_FOUND');
  const { act, whenShort } = order;
  return { status: 200, body: { act, whenShort, ...figuresOf(read.plan), basis: basisOf(read.plan) } };
};

/** POST /api/card-funding/runs */
const runFunding: Handler<'runFunding'> = async (call) => {
  const { context, caller: session, input } = call;
  const { basis, idempotencyKey, ...body } = input.body;
  const order = orderOf(session.businessId, body);
  if (isRefused(order)) return order;
  const hash = contentHash([body, basis]);
  const done = await underLock(call, async (tx) => {
    const read = await readPlan(tx, order, { lock: true });
    const known = await runByKey(tx, session.businessId, idempotencyKey);
    if (known) return known.content_hash.equals(hash) ? { runId: known.id } : refuse('IDEMPOTENCY_KEY_REUSED');
    const business = await tx
      .selectFrom('business')
      .select('status')
      .where('id', '=', session.businessId)
      .executeTakeFirstOrThrow();
    if (!mayMove(business.status)) return refuse('BUSINESS_NOT_OPEN');
    if (!read) return refuse('NOT_FOUND');
    const { plan } = read;
    const given = plan.lines.filter(({ change }) => change > 0n).map(({ cardId }) => cardId);
    if (await isOwnUnderFourEyes(tx, session, given)) return refuse('OWN_CARD');
    if (basisOf(plan) !== basis) return refuse('VERSION_CONFLICT');
    if (plan.outcome === 'SHORT' && plan.lines.every(({ change }) => change === 0n))
      return refuse('INSUFFICIENT_FUNDS', { Available: Number(plan.account.before) });
    const runId = await doPlan(tx, context, order, read, {
      actorMembershipId: session.membershipId,
      scheduleId: null,
      dueAt: null,
      idempotencyKey,
      contentHash: hash,
    });
    const cards = plan.lines.filter(({ change }) => change !== 0n).length;
    const amount = String(plan.account.before - plan.account.after);
    await recordEvent(tx, context, originOf(call), {
      type: 'cards_funded',
      details: { run: runId, schedule: null, act: order.act, cards, amount },
      ...session,
      sessionId: session.id,
    });
    await notifyFunding(tx, context, { businessId: session.businessId, plan, by: session.membershipId });
    return { runId };
  });
  if (isRefused(done)) return done;
  return { status: 200, body: (await readRun(context.db, session.businessId, done.runId))! };
};

export const cardFundingRoutes: HandlersOf<typeof contract> = {
  previewFunding,
  runFunding,
  fundingRuns: async ({ context, caller: session, input }) => ({
    status: 200,
    body: pageOf(await runsBefore(context.db, session.businessId, input.query), input.query.limit),
  }),
  exportFundingRuns: ({ context, caller: session, input }) => exportRuns(context, session.businessId, input.query),
  fundingRun: async ({ context, caller: session, input }) => {
    const run = await readRun(context.db, session.businessId, input.params.id);
    return run ? { status: 200, body: run } : refuse('NOT_FOUND');
  },
};
