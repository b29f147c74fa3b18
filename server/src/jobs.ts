import { Logger, run } from 'graphile-worker';
import pg from 'pg';
import * as v from 'valibot';
import type { Context } from './context.ts';
import { prune } from './core/housekeeping/prune.ts';
import { notifyFailures } from './features/access/login/notify-failures.ts';
import { sendMicroDeposits } from './features/money/external-accounts/send-deposits.ts';
import type { Bank } from './ports/bank/bank.ts';
import { DeliveryError } from './ports/mail/mail.ts';
import { sendMessage, type Carriers } from './core/messages/send-job.ts';
import { sendRecoveryMail } from './identity/recovery/mail-job.ts';

const Message = v.object({ id: v.string() });
const Origin = v.object({ correlationId: v.string(), ipPrefix: v.nullable(v.string()) });
const Failures = v.object({ personId: v.nullable(v.string()), origin: Origin });
const RecoveryMail = v.object({
  kind: v.picklist(['username', 'link']),
  personId: v.nullable(v.string()),
  deviceId: v.nullable(v.string()),
  origin: Origin,
  isReport: v.optional(v.boolean(), false),
});

/** Whom the jobs hand things over to. */
export interface Providers extends Carriers {
  bank: Bank;
}

/** Jobs wait for providers most of the time; one provider that hangs must not hold up the others. */
const concurrency = 16;
const connections = 5;

/**
 * Starts the job runner of this process. It has connections of its own: the library expects the driver's plain types,
 * and the application's pool reads int8 as BigInt.
 * @returns what lets running jobs finish and stops
 */
export async function startJobs(
  context: Context,
  providers: Providers,
  databaseUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: connections, application_name: 'florin jobs' });
  const lost = (error: Error) => context.log.warn({ reason: error.message }, 'database connection lost');
  pgPool.on('error', lost).on('connect', (client) => client.on('error', lost));
  const runner = await run({
    pgPool,
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    // Once an hour; missed hours are not made up for.
    crontab: '17 * * * * prune',
    logger: new Logger(() => (level, message, about) => {
      // A provider that refuses is no fault: it is noted with the message, and the job comes back.
      const err: unknown = about?.['error'];
      if (level !== 'error' || err instanceof DeliveryError) return;
      // The library's message quotes the error.
      context.log.error({ jobs: message.split(" with error '", 1)[0], err }, 'job runner');
    }),
    taskList: {
      send_message: (payload) => sendMessage(context, providers, v.parse(Message, payload).id),
      send_micro_deposits: (payload) => sendMicroDeposits(context, providers.bank, v.parse(Message, payload).id),
      notify_failures: (payload) => {
        const { personId, origin } = v.parse(Failures, payload);
        return notifyFailures(context, personId, origin);
      },
      recovery_mail: (payload) => sendRecoveryMail(context, v.parse(RecoveryMail, payload)),
      prune: () => prune(context),
    },
  });
  return {
    async stop() {
      await runner.stop();
      await pgPool.end();
    },
  };
}
