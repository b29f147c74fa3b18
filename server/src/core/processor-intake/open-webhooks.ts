import type { Context } from '../../context.ts';

/** Waiting for longer than a job takes. */
const waitingMilliseconds = 60_000;
const listedAtMost = 200;

/** Stored webhooks for an operator, the newest first: `open` are those that failed or have waited for a minute. */
export function listWebhooks({ db, clock }: Pick<Context, 'db' | 'clock'>, which: 'all' | 'open' | 'failed') {
  const waitingSince = new Date(clock.now().getTime() - waitingMilliseconds);
  return db
    .selectFrom('processor_webhook')
    .select(['id', 'processor', 'type', 'status', 'attempts'])
    .select(['last_error as lastError', 'received_at as receivedAt', 'was_missed as wasMissed'])
    .$if(which === 'failed', (query) => query.where('status', '=', 'FAILED'))
    .$if(which === 'open', (query) =>
      query.where((eb) =>
        eb.or([
          eb('status', '=', 'FAILED'),
          eb.and([eb('status', '=', 'RECEIVED'), eb('received_at', '<', waitingSince)]),
        ]),
      ),
    )
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedAtMost)
    .execute();
}

/** Acts on cards that their processor has refused, or that have not been sent to it for a minute; the oldest first. */
export async function listUnsentActs({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const rows = await db
    .selectFrom('processor_act')
    .select(['card_id as cardId', 'act', 'attempts', 'last_error as lastError', 'refused_at as refusedAt'])
    .select('created_at as createdAt')
    .where('done_at', 'is', null)
    .where('created_at', '<', new Date(clock.now().getTime() - waitingMilliseconds))
    .orderBy('created_at')
    .limit(listedAtMost)
    .execute();
  return rows.map(({ refusedAt, ...act }) => ({ ...act, isRefused: refusedAt !== null }));
}
