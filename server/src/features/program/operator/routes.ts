import { money } from '@florin/contract/money';
import type * as contract from '@florin/contract/operator';
import type { Context } from '../../../context.ts';
import { proveOwnChains } from '../../../core/audit/verify.ts';
import { failedJobs, retryJob } from '../../../core/housekeeping/failed-jobs.ts';
import { listWebhooks, untoldActs } from '../../../core/processor-intake/open-webhooks.ts';
import { replayWebhooks } from '../../../core/processor-intake/webhooks.ts';
import { holdsDue } from '../../../core/transactions/expire-holds.ts';
import { openSuspense, resolveSuspense } from '../../../core/transactions/resolve-suspense.ts';
import { closeDifference, openDifferences } from '../../../core/transactions/settlement.ts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { requireStepUp } from '../../../identity/step-up/make-change.ts';

const usd = (amount: bigint | null) => (amount === null ? null : money(amount, 'USD'));

/** Who decided, for the row: a name that stays understandable, and the username. */
async function nameOf({ db }: Context, personId: string): Promise<string> {
  const person = await db
    .selectFrom('person')
    .select(['username', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  return `${person.firstName} ${person.lastName} (${person.username})`;
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

  resolveSuspense: async ({ context, caller, input: { params, body } }) => {
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    const by = await nameOf(context, caller.personId);
    const result = await resolveSuspense(context, params.id, body.resolution, by);
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

  closeDifference: async ({ context, caller, input: { params, body } }) => {
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    const by = await nameOf(context, caller.personId);
    const isClosed = await closeDifference(context, params.id, by, body.explanation);
    return isClosed ? { status: 204, body: null } : refuse('STEP_NOT_POSSIBLE');
  },

  operatorWebhooks: async ({ context, input: { query } }) => {
    const [webhooks, untold] = [await listWebhooks(context, query.which), await untoldActs(context)];
    return {
      status: 200,
      body: {
        webhooks: webhooks.map(({ receivedAt, ...row }) => ({
          ...row,
          receivedAt: receivedAt.toISOString(),
        })),
        untold: untold.map(({ createdAt, ...act }) => ({ ...act, createdAt: createdAt.toISOString() })),
      },
    };
  },

  replayWebhook: async ({ context, caller, input: { params } }) => {
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    return (await replayWebhooks(context, [params.id])) > 0 ? { status: 204, body: null } : refuse('NOT_FOUND');
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

  retryJob: async ({ context, caller, input: { params } }) => {
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    return (await retryJob(context, params.id)) ? { status: 204, body: null } : refuse('NOT_FOUND');
  },

  proveAudit: async ({ context, caller }) => {
    const refused = requireStepUp(context, caller);
    if (refused) return refused;
    return { status: 200, body: await proveOwnChains(context.db) };
  },
};
