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
    .selectFrom('processor_act as a')
    .innerJoin('card', 'card.id', 'a.card_id')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select(['card_id as cardId', 'act', 'attempts', 'last_error as lastError', 'refused_at as refusedAt'])
    .select(['a.created_at as createdAt', 'business.name as business'])
    .select(['card.kind', 'card.name', 'card.last_four as last4'])
    .where('done_at', 'is', null)
    .where('a.created_at', '<', new Date(clock.now().getTime() - waitingMilliseconds))
    .orderBy('a.created_at')
    .limit(listedAtMost)
    .execute();
  return rows.map(({ refusedAt, kind, name, last4, ...act }) => ({
    ...act,
    card: { kind, name, last4 },
    isRefused: refusedAt !== null,
  }));
}
