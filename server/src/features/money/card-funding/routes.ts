import type * as contract from '@florin/contract/money/card-funding';
import { isEligible } from '@florin/contract/eligibility';
import { cardFunding } from '@florin/contract/limits';
import { PositiveAmount } from '@florin/contract/money';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import * as v from 'valibot';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { notifyFunding } from '../../../core/card-funding/notify-funding.ts';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { basisOf } from '../../../core/card-funding/plan.ts';
import { cardsNamed, centsOf, rowsOfCsv } from '../../../core/cards/bulk-lines.ts';
import { contentHash, doPlan, figuresOf, readPlan, type Order } from '../../../core/card-funding/run.ts';
import type { Database } from '../../../db/open.ts';
import { pageOf } from '../../../core/page.ts';
import { isRefused, refuse, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { exportRuns } from './export.ts';
import { readRun, runByKey, runsBefore } from './queries.ts';

interface OrderInput {
  act: Order['act'];
  amount?: number | null | undefined;
  cards?: readonly { cardId: string; amount?: number | null | undefined }[] | undefined;
  csv?: string | undefined;
  whenShort: Order['whenShort'];
}

const wrongField = (Field: string, Problem: 'missing' | 'format' | 'tooLong' | 'unknown') =>
  refuse('VALIDATION', { Fields: [{ Field, Problem }] });

/** The order of a call: each card once, and an amount for each unless everything is taken back. */
async function orderOf(
  db: Database,
  businessId: string,
  { act, amount, cards: listed, csv, whenShort }: OrderInput,
): Promise<Order | Refused<'VALIDATION'>> {
  if (listed && csv !== undefined) return wrongField('csv', 'format');
  const cards = listed ?? (csv === undefined ? wrongField('cards', 'missing') : await cardsInCsv(db, businessId, csv));
  if ('refused' in cards) return cards;
  if (new Set(cards.map(({ cardId }) => cardId)).size < cards.length)
    return wrongField(listed ? 'cards' : 'csv', 'format');
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

/** The cards of a CSV text with their amounts; refused with every line that is wrong. */
async function cardsInCsv(
  db: Database,
  businessId: string,
  csv: string,
): Promise<{ cardId: string; amount: number | null }[] | Refused<'VALIDATION'>> {
  const rows = rowsOfCsv(csv, 'card');
  if (isRefused(rows)) return rows;
  if (rows.length > cardFunding.cardsAtMost) return wrongField('csv', 'tooLong');
  const cards: { cardId: string; amount: number | null }[] = [];
  const wrong: { Field: string; Problem: 'unknown' | 'format' }[] = [];
  for (const { line, cells } of rows) {
    const typed = cells.get('amount') || null;
    const amount = typed === null ? null : centsOf(typed);
    const [found, another] = await cardsNamed(db, businessId, cells.get('card') ?? '');
    if (!found || another) wrong.push({ Field: `csv.${line}.card`, Problem: 'unknown' });
    else if (amount !== null && !v.is(PositiveAmount, amount))
      wrong.push({ Field: `csv.${line}.amount`, Problem: 'format' });
    else cards.push({ cardId: found.id, amount });
  }
  return wrong.length > 0 ? refuse('VALIDATION', { Fields: wrong }) : cards;
}

const mayMove = (status: BusinessStatus) => isEligible('money.move', { business: { status } });

/** POST /api/card-funding/preview */
const previewFunding: Handler<'previewFunding'> = async ({ context, caller: session, input }) => {
  if (!mayMove(session.businessStatus)) return refuse('BUSINESS_NOT_OPEN');
  const order = await orderOf(context.db, session.businessId, input.body);
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
  const hash = contentHash([body, basis]);
  const earlierRun = async (db: Database) => {
    const known = await runByKey(db, session.businessId, idempotencyKey);
    return known && (known.content_hash.equals(hash) ? { runId: known.id } : refuse('IDEMPOTENCY_KEY_REUSED'));
  };
  const answer = async ({ runId }: { runId: string }) => ({
    status: 200 as const,
    body: (await readRun(context.db, session.businessId, runId))!,
  });
  // Before the lines are read: a card of the first run may have been closed since, and no line may name it anymore.
  const earlier = await earlierRun(context.db);
  if (earlier) return isRefused(earlier) ? earlier : answer(earlier);
  const order = await orderOf(context.db, session.businessId, body);
  if (isRefused(order)) return order;
  const done = await underLock(call, async (tx) => {
    const read = await readPlan(tx, order, { lock: true });
    const known = await earlierRun(tx);
    if (known) return known;
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
  return isRefused(done) ? done : answer(done);
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
