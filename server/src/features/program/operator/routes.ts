import { money } from '@florin/contract/money';
import type * as contract from '@florin/contract/program/operator';
import type { Context } from '../../../context.ts';
import { originOf } from '../../../core/audit/events.ts';
import { recordOperatorAct, type Operator } from '../../../core/audit/operator-acts.ts';
import { proveOwnChains } from '../../../core/audit/verify.ts';
import { failedJobs, retryJob } from '../../../core/housekeeping/failed-jobs.ts';
import { listUnsentActs, listWebhooks } from '../../../core/processor-intake/open-webhooks.ts';
import { replayWebhooks } from '../../../core/processor-intake/webhooks.ts';
import { holdsDue } from '../../../core/transactions/expire-holds.ts';
import { openSuspense, resolveSuspense } from '../../../core/transactions/resolve-suspense.ts';
import { closeDifference, openDifferences } from '../../../core/transactions/settlement.ts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { requireStepUp } from '../../../identity/step-up/make-change.ts';

const usd = (amount: bigint | null) => (amount === null ? null : money(amount, 'USD'));

/** Who acts, with a name that stays understandable. */
async function operatorOf(call: {
  context: Context;
  caller: CurrentSession;
  correlationId: string;
  client: { ipPrefix: string };
}): Promise<Operator> {
  const { context, caller } = call;
  const person = await context.db
    .selectFrom('person')
    .select(['username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', caller.personId)
    .executeTakeFirstOrThrow();
  const name = `${person.firstName} ${person.lastName} (${person.username})`;
  return { name, personId: caller.personId, sessionId: caller.id, origin: originOf(call) };
}

export const operatorRoutes: HandlersOf<typeof contract> = {
  operatorSuspense: async ({ context }) => ({
    status: 200,
    body: (await openSuspense(context)).map(({ at, amount, currency, ...item }) => ({
      ...item,
      at: at.toISOString(),
      amount: money(amount ?? 0n, currency),
    })),
  }),

  resolveSuspense: async (call) => {
    const { context, caller, input } = call;
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    const result = await resolveSuspense(context, input.params.id, input.body.resolution, await operatorOf(call));
    if (result === 'RESOLVED') return { status: 204, body: null };
    return result === 'NOT_FOUND' ? refuse('NOT_FOUND') : refuse('STEP_NOT_POSSIBLE');
  },

  operatorDifferences: async ({ context }) => ({
    status: 200,
    body: (await openDifferences(context)).map(({ reported, recorded, ...difference }) => ({
      ...difference,
      reported: usd(reported),
      recorded: usd(recorded),
    })),
  }),

  closeDifference: async (call) => {
    const { context, caller, input } = call;
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    const by = await operatorOf(call);
    const isClosed = await closeDifference(context, input.params.id, by, input.body.explanation);
    return isClosed ? { status: 204, body: null } : refuse('STEP_NOT_POSSIBLE');
  },

  operatorWebhooks: async ({ context, input: { query } }) => {
    const [webhooks, unsent] = [await listWebhooks(context, query.which), await listUnsentActs(context)];
    return {
      status: 200,
      body: {
        webhooks: webhooks.map(({ receivedAt, ...row }) => ({
          ...row,
          receivedAt: receivedAt.toISOString(),
        })),
        unsent: unsent.map(({ createdAt, ...act }) => ({ ...act, createdAt: createdAt.toISOString() })),
      },
    };
  },

  replayWebhook: async (call) => {
    const { context, caller, input } = call;
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    return (await replayWebhooks(context, [input.params.id], await operatorOf(call))) > 0
      ? { status: 204, body: null }
      : refuse('NOT_FOUND');
  },

  operatorHolds: async ({ context }) => ({
    status: 200,
    body: (await holdsDue(context)).map(({ held, until, ...hold }) => ({
      ...hold,
      held: money(held, 'USD'),
      until: until!.toISOString(),
    })),
  }),

  operatorJobs: async ({ context }) => ({
    status: 200,
    body: (await failedJobs(context)).map(({ runAt, ...job }) => ({ ...job, runAt: runAt.toISOString() })),
  }),

  retryJob: async (call) => {
    const { context, caller, input } = call;
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    return (await retryJob(context, input.params.id, await operatorOf(call)))
      ? { status: 204, body: null }
      : refuse('NOT_FOUND');
  },

  proveAudit: async (call) => {
    const { context, caller } = call;
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    const by = await operatorOf(call);
    const proof = await proveOwnChains(context.db);
    const { events, chains, problems } = proof;
    await recordOperatorAct(context.db, context, by, {
      type: 'operator_audit_proven',
      details: { events, chains, problems: problems.length, operator: by.name },
    });
    return { status: 200, body: proof };
  },
};
