import * as v from 'valibot';
import { CardKind } from '../cards/card-states.ts';
import { endpoint } from '../endpoint.ts';
import { requiredLine, Uuid } from '../fields.ts';
import { Money } from '../money.ts';

/*
 * What operators of the installation look at and decide, as `npm run operator` does. Everybody else gets NOT_FOUND. What
 * changes something, and the proof of the audit trail, needs a fresh proof.
 */

const acts = { per: 'session', requests: 60, windowSeconds: 600 } as const;
const byId = v.object({ id: Uuid });

/** Money that belongs to no purchase, the oldest first. */
export const operatorSuspense = endpoint({
  method: 'GET',
  path: '/api/operator/suspense',
  summary: 'What waits in suspense',
  access: 'operator',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        at: v.string(),
        reason: v.string(),
        /** DEBIT: the network took money · CREDIT: the network returned money. */
        direction: v.string(),
        amount: Money,
        description: v.string(),
        business: v.nullable(v.string()),
        eventId: v.string(),
      }),
    ),
  },
  errors: [],
});

/** CHARGE: the business pays · CREDIT: it gets the money · WRITE_OFF: the program bears it. */
export const Resolution = v.picklist(['CHARGE', 'CREDIT', 'WRITE_OFF'], 'format');
export type Resolution = v.InferOutput<typeof Resolution>;

/**
 * STEP_NOT_POSSIBLE: it is already resolved, the way does not fit the direction of the money, or no account can take
 * it.
 */
export const resolveSuspense = endpoint({
  method: 'POST',
  path: '/api/operator/suspense/{id}/resolve',
  summary: 'Resolve an item in suspense by entries',
  access: 'operator',
  limit: acts,
  params: byId,
  body: v.object({ resolution: Resolution }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', 'STEP_NOT_POSSIBLE'],
});

export const operatorDifferences = endpoint({
  method: 'GET',
  path: '/api/operator/settlement-differences',
  summary: 'Open differences between settlement reports, events and entries',
  access: 'operator',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        /** yyyy-mm-dd, in UTC. */
        day: v.string(),
        reference: v.string(),
        kind: v.picklist(['MISSING_EVENT', 'NOT_REPORTED', 'AMOUNT', 'ENTRIES', 'REPEATED']),
        eventId: v.nullable(v.string()),
        reported: v.nullable(Money),
        recorded: v.nullable(Money),
      }),
    ),
  },
  errors: [],
});

/** What the report names is settled with the network; the program bears the rest. */
export const closeDifference = endpoint({
  method: 'POST',
  path: '/api/operator/settlement-differences/{id}/close',
  summary: 'Close a difference with its explanation, and settle its event',
  access: 'operator',
  limit: acts,
  params: byId,
  body: v.object({ explanation: requiredLine(500) }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', 'STEP_NOT_POSSIBLE'],
});

/** The newest first; at most 200. */
export const operatorWebhooks = endpoint({
  method: 'GET',
  path: '/api/operator/webhooks',
  summary: 'Messages of processors, and acts that have not reached them',
  access: 'operator',
  query: v.object({ which: v.optional(v.picklist(['open', 'failed', 'all'], 'format'), 'open') }),
  answers: {
    200: v.object({
      webhooks: v.array(
        v.object({
          id: v.string(),
          processor: v.string(),
          type: v.string(),
          status: v.picklist(['RECEIVED', 'PROCESSED', 'IGNORED', 'FAILED']),
          attempts: v.number(),
          lastError: v.nullable(v.string()),
          receivedAt: v.string(),
        }),
      ),
      unsent: v.array(
        v.object({
          cardId: v.string(),
          card: v.object({ kind: CardKind, name: v.nullable(v.string()), last4: v.string() }),
          business: v.string(),
          act: v.string(),
          attempts: v.number(),
          lastError: v.nullable(v.string()),
          isRefused: v.boolean(),
          createdAt: v.string(),
        }),
      ),
    }),
  },
  errors: [],
});

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/operator/webhooks/{id}/replay',
  summary: 'Have a message of a processor processed again',
  access: 'operator',
  limit: acts,
  params: byId,
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED'],
});

/** Holds that are due for release and that the job has not released yet, the oldest first; at most 200. */
export const operatorHolds = endpoint({
  method: 'GET',
  path: '/api/operator/holds-due',
  summary: 'Holds that are due to be released',
  access: 'operator',
  answers: {
    200: v.array(v.object({ id: v.string(), reference: v.string(), held: Money, until: v.string() })),
  },
  errors: [],
});

/** Jobs whose last run failed, those without a further try first; at most 200. */
export const operatorJobs = endpoint({
  method: 'GET',
  path: '/api/operator/jobs',
  summary: 'Jobs that failed',
  access: 'operator',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        task: v.string(),
        attempts: v.number(),
        attemptsAtMost: v.number(),
        lastError: v.nullable(v.string()),
        runAt: v.string(),
      }),
    ),
  },
  errors: [],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/operator/jobs/{id}/retry',
  summary: 'Run a failed job again, with all its tries',
  access: 'operator',
  limit: acts,
  params: v.object({ id: v.pipe(v.string('type'), v.regex(/^\d{1,18}$/, 'format')) }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED'],
});

export const proveAudit = endpoint({
  method: 'POST',
  path: '/api/operator/audit/verify',
  summary: 'Prove the hash chains of the audit events',
  access: 'operator',
  limit: acts,
  answers: {
    200: v.object({
      events: v.number(),
      chains: v.number(),
      /** The first broken event of each chain. */
      problems: v.array(
        v.object({ chain: v.nullable(v.string()), sequence: v.nullable(v.string()), problem: v.string() }),
      ),
      /** Sentences. */
      proven: v.array(v.string()),
      notProven: v.array(v.string()),
    }),
  },
  errors: ['STEP_UP_REQUIRED'],
});
