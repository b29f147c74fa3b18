import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger, parseCrontab, run, type Runner, type Task, type TaskList } from 'graphile-worker';
import pg from 'pg';
import * as v from 'valibot';
import type { Context } from './context.ts';
import { isDatabaseAway } from './db/away.ts';
import { closeDemoBusiness } from './demo/closing-business.ts';
import { startLiveness } from './db/liveness.ts';
import { lockedJobs } from './db/locked-jobs.ts';
import { interruptedAttempts } from './core/throttle/throttle.ts';
import { closeExpiredCards, liftFreezes, renewCards, shipDemoCards } from './core/cards/jobs.ts';
import { runFundingSchedules, topUpCards, topUpEverywhere } from './core/card-funding/run-schedules.ts';
import { expireRequests } from './core/requests/settle.ts';
import { chargeExpiredCards } from './core/transactions/card-fees.ts';
import { expireHolds } from './core/transactions/expire-holds.ts';
import { releaseWithdrawn } from './core/transactions/release-withdrawn.ts';
import { reportWrongCopies } from './core/transactions/verify.ts';
import { prune } from './core/housekeeping/prune.ts';
import { notifyFailures } from './features/access/login/notify-failures.ts';
import { buySomething } from './features/cards/simulator/live.ts';
import { deliverDueMessages } from './features/cards/simulator/routes.ts';
import { checkConnections } from './features/money/external-accounts/bank-links/connection-state.ts';
import { sendMicroDeposits } from './features/money/external-accounts/send-deposits.ts';
import { moveTransfers } from './features/money/transfers/move-job.ts';
import type { AchBank } from './ports/bank/ach.ts';
import type { Bank } from './ports/bank/bank.ts';
import { CardProcessorError } from './ports/card-processor/card-processor.ts';
import { DeliveryError } from './ports/mail/mail.ts';
import { takeSettlements } from './core/processor-intake/settlements.ts';
import { catchUp, processWebhook } from './core/processor-intake/webhooks.ts';
import { instructProcessorNow } from './core/processor/instruct.ts';
import { sendStandIns } from './core/processor/stand-in.ts';
import { sendMessage, type Carriers } from './core/messages/send-job.ts';
import { sendDigests, sendNotifications } from './core/notifications/send.ts';
import { sendRecoveryMail } from './identity/recovery/mail-job.ts';
import { sendSupportDigests } from './identity/support/strangers.ts';

const Message = v.object({ id: v.string() });
const Business = v.object({ businessId: v.string() });
const Origin = v.object({ correlationId: v.string(), ipPrefix: v.nullable(v.string()) });
const Failures = v.object({ personId: v.nullable(v.string()), origin: Origin });
const RecoveryMail = v.object({
  kind: v.picklist(['username', 'link', 'loginLink']),
  personId: v.nullable(v.string()),
  deviceId: v.nullable(v.string()),
  origin: Origin,
  isReport: v.optional(v.boolean(), false),
});

/** The outside services of the jobs. */
export interface Providers extends Carriers {
  bank: Bank;
  ach: AchBank;
}

/** Jobs wait for providers most of the time; one hanging provider must not delay the others. */
const concurrency = 16;
const connections = 5;

/**
 * When tasks begin by the clock, and the longest wait of a failed run for its next try, in powers of e seconds: about
 * a minute, seven minutes, 50 minutes, six hours.
 */
const schedule = ({
  config,
}: Pick<Context, 'config'>): Readonly<Record<string, readonly [string, 4 | 6 | 8 | 10]>> => ({
  prune: ['17 * * * *', 8],
  notification_digests: ['2 * * * *', 8],
  support_digests: ['47 * * * *', 8],
  bank_connections: ['7 5 * * *', 10],
  expire_holds: ['*/5 * * * *', 6],
  transaction_copies: ['37 4 * * *', 10],
  expired_card_fees: ['12 5 * * *', 10],
  processor_catch_up: ['*/10 * * * *', 6],
  processor_settlements: ['27 6 * * *', 10],
  lift_card_freezes: ['* * * * *', 4],
  card_renewals: ['37 * * * *', 8],
  expired_cards: ['52 * * * *', 8],
  expire_requests: ['* * * * *', 4],
  bank_transfers: ['* * * * *', 4],
  stand_ins: ['* * * * *', 4],
  funding_schedules: ['* * * * *', 4],
  top_ups: ['29 * * * *', 8],
  ...(config.demoLive && { demo_purchases: ['* * * * *', 4] }),
  ...(config.demoData && {
    demo_business: ['* * * * *', 4],
    demo_shipments: ['23 * * * *', 8],
    simulated_messages: ['* * * * *', 4],
  }),
});

/** Missed runs are not made up for. */
const crontab = (context: Pick<Context, 'config'>) =>
  Object.entries(schedule(context))
    .map(([task, [times]]) => `${times} ${task}`)
    .join('\n');

const BegunByClock = v.object({ _cron: v.looseObject({}) });

/**
 * One failed job for each task of the schedule: while it is being repeated, a run that begins by the clock has nothing to
 * add. It is repeated without end, because the library would end it after its last try.
 */
function oneFailure(context: Pick<Context, 'config'>, tasks: TaskList): TaskList {
  const keep = (task: string, longestWait: number): Task => {
    const work = tasks[task];
    return async (payload, helpers) => {
      const { job } = helpers;
      if (v.is(BegunByClock, payload)) {
        const { rows } = await helpers.query(
          `select from graphile_worker.jobs
            where task_identifier = $1 and id < $2 and last_error is not null and attempts < max_attempts limit 1`,
          [task, job.id],
        );
        if (rows.length > 0) return;
      }
      if (job.attempts > longestWait)
        await helpers.query('update graphile_worker._private_jobs set attempts = $1 where id = $2', [
          longestWait,
          job.id,
        ]);
      await work?.(payload, helpers);
    };
  };
  const kept = Object.entries(schedule(context)).map(([task, [, longestWait]]) => [task, keep(task, longestWait)]);
  return { ...tasks, ...Object.fromEntries(kept) };
}

/** How long to wait before a runner that has ended is started again. */
const restartMilliseconds = 1000;

export interface Jobs {
  /** Whether this process takes jobs: the runner runs, and its last query was answered. */
  areRunning(): boolean;
  /** Waits for running jobs and stops. */
  stop(): Promise<void>;
}

/**
 * Starts the job runner of this process, and restarts it whenever it ends by itself. It has its own connections,
 * because the library expects the driver's plain types and the application's pool reads int8 as BigInt.
 * @param options.jobsByClock whether jobs also begin by the clock; in a test, a job could otherwise begin in the middle
 * of it
 * @param options.jobsAtOnce how many jobs run at once; each that is free asks the database for a job every second
 */
export async function startJobs(
  context: Context,
  providers: Providers,
  databaseUrl: string,
  { jobsByClock, jobsAtOnce = concurrency }: { jobsByClock: boolean; jobsAtOnce?: number },
): Promise<Jobs> {
  const pgPool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'florin jobs',
  });
  const lost = (error: Error) => context.log.warn({ reason: error.message }, 'database connection lost');
  pgPool.on('error', lost).on('connect', (client) => client.on('error', lost));
  const events = new EventEmitter();
  let isAnswered = true;
  let hasBegun = false;
  events.on('worker:getJob:error', () => {
    isAnswered = false;
    // The library reads the tasks once and keeps a failure: without a new start it would never take a job.
    if (!hasBegun) void endRunner();
  });
  for (const name of ['worker:getJob:empty', 'job:start']) events.on(name, () => (isAnswered = hasBegun = true));
  const failed = (error: Error) => context.log.warn({ reason: error.message }, 'liveness');
  const liveness = await startLiveness({ databaseUrl, remains: [interruptedAttempts, lockedJobs], onError: failed });
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    liveness.keepAlive(workerPool.id).catch(failed);
  });
  const begin = () => {
    hasBegun = false;
    return run({
      pgPool,
      events,
      // With a batch, a job that ends while the database is unavailable is recorded once it is back. Otherwise it would
      // not be.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      concurrency: jobsAtOnce,
      pollInterval: 1000,
      noHandleSignals: true,
      parsedCronItems: jobsByClock ? parseCrontab(crontab(context)) : [],
      logger: new Logger(() => (level, message, about) => {
        // A refusal by a provider is not a failure of the job runner: it is recorded with the message, and the job is
        // retried.
        const err: unknown = about?.['error'];
        if (level !== 'error' || err instanceof DeliveryError || err instanceof CardProcessorError) return;
        if (isDatabaseAway(err)) return context.log.warn({ reason: err.message }, 'database away');
        // The library's message quotes the error.
        context.log.error({ jobs: message.split(" with error '", 1)[0], err }, 'job runner');
      }),
      taskList: oneFailure(context, {
        send_message: (payload) => sendMessage(context, providers, v.parse(Message, payload).id),
        send_micro_deposits: (payload) => sendMicroDeposits(context, providers.bank, v.parse(Message, payload).id),
        notify_failures: (payload) => {
          const { personId, origin } = v.parse(Failures, payload);
          return notifyFailures(context, personId, origin);
        },
        recovery_mail: (payload) => sendRecoveryMail(context, v.parse(RecoveryMail, payload)),
        processor_webhook: (payload) => processWebhook(context, v.parse(Message, payload).id),
        processor_catch_up: () => catchUp(context),
        processor_settlements: () => takeSettlements(context),
        tell_processor: (payload) => instructProcessorNow(context, v.parse(Message, payload).id),
        prune: () => prune(context),
        send_notifications: () => sendNotifications(context),
        notification_digests: () => sendDigests(context),
        support_digests: () => sendSupportDigests(context),
        bank_connections: () => checkConnections(context),
        lift_card_freezes: () => liftFreezes(context),
        card_renewals: () => renewCards(context),
        expired_cards: () => closeExpiredCards(context),
        simulated_messages: () => deliverDueMessages(context),
        funding_schedules: () => runFundingSchedules(context),
        top_up_cards: (payload) => topUpCards(context, v.parse(Business, payload).businessId),
        top_ups: () => topUpEverywhere(context),
        stand_ins: () => sendStandIns(context),
        bank_transfers: () => moveTransfers(context, providers.ach),
        expire_requests: () => expireRequests(context),
        release_withdrawn: (payload) => releaseWithdrawn(context, v.parse(Message, payload).id),
        expire_holds: async () => void (await expireHolds(context)),
        transaction_copies: () => reportWrongCopies(context),
        expired_card_fees: () => chargeExpiredCards(context),
        demo_business: () => closeDemoBusiness(context),
        demo_shipments: () => shipDemoCards(context),
        demo_purchases: async () => void (await buySomething(context)),
      }),
    });
  };
  let runner: Runner | null = null;
  /** A runner that has ended already says so by an error. */
  const endRunner = async () => runner?.stop().catch(() => {});
  runner = await begin();
  const stopping = new AbortController();
  const keeping = keepRunning();
  /** The runner ends by itself after its retries if the database is unavailable for minutes. */
  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner?.promise.catch(() => {});
      runner = null;
      await delay(restartMilliseconds, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      runner = await begin().catch((error: Error) => {
        context.log.error({ err: error }, 'job runner');
        return null;
      });
      if (stopping.signal.aborted) await endRunner();
    }
  }
  return {
    areRunning: () => runner !== null && isAnswered,
    async stop() {
      stopping.abort();
      await endRunner();
      await keeping;
      await liveness.stop();
      await pgPool.end();
    },
  };
}
