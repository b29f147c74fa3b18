import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import { answerOf, refusal, rowOf, type Answer } from './decide-batch.ts';
import type { AuthorizationRequest } from './request.ts';

/**
 * Stores that a request is declined at its deadline, so that a repeated request is not approved afterwards: with the
 * purchase that it belongs to, if a message of that was received, otherwise as a transaction of its own. It moves no
 * money and does not lock the accounts, because only the id of the event matters. While another transaction is writing
 * an event with this id, it waits for the end of that transaction.
 * @param milliseconds since the receipt
 * @returns the decline, or the decision that is stored already
 */
export async function writeLateDecline(
  db: Database,
  request: AuthorizationRequest,
  businessId: string,
  milliseconds: number,
): Promise<Answer> {
  const answer = refusal('issuer_timeout');
  const type = request.isIncrement ? 'AUTHORIZATION_INCREMENTAL' : 'AUTHORIZATION';
  const row = rowOf(request, { businessId }, answer, { account: null, network: null, milliseconds });
  const { rows } = await sql<{ id: string }>`with p as (
      select transaction_id as id from card_event where reference = ${row.reference} and business_id = ${row.business}
        and outcome is distinct from 'DECLINED' order by sequence limit 1
    ), e as (
      insert into card_event (event_id, reference, transaction_id, type, business_id, card_id, at, amount, currency,
        merchant_amount, merchant_currency, fingerprint, outcome, decline_code, approved, milliseconds, held, raw, trace)
      values (${row.event}, ${row.reference}, coalesce((select id from p), ${row.id}), ${type}, ${row.business}, ${row.card}, ${row.at},
        ${row.amount}, 'USD', ${row.merchant_amount}, ${row.merchant_currency}, ${row.fingerprint}, 'DECLINED', ${row.code},
        0, ${row.milliseconds}, 0, ${row.raw}, ${row.trace})
      on conflict (event_id) do nothing returning transaction_id as id
    ), t as (
      insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency,
        merchant_amount, merchant_currency, mcc, merchant_id, merchant, city, state, country, presence, decline_code)
      select id, ${row.reference}, ${row.business}, ${row.card}, ${row.at}::timestamptz, 'DECLINED',
        ${row.amount}::bigint, ${row.amount}::bigint, 'USD', ${row.merchant_amount}::bigint, ${row.merchant_currency},
        ${row.mcc}::int, ${row.merchant_id}, ${row.merchant}, ${row.city}, ${row.state}, ${row.country}, ${row.presence},
        ${row.code} from e where not exists (select from p)
    )
    select id from e`.execute(db);
  if (rows[0]) return { ...answer, transactionId: rows[0].id };
  const known = await db
    .selectFrom('card_event')
    .select((eb) => [
      'event_id as eventId',
      'fingerprint',
      'outcome',
      'decline_code as code',
      eb.cast<number>('approved', 'float8').as('approved'),
      'transaction_id as transactionId',
      'trace',
    ])
    .where('event_id', '=', request.eventId)
    .executeTakeFirstOrThrow();
  return answerOf(known, request);
}
