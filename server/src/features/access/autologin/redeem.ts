import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { completeSignIn, signedInAnswer } from '../../../identity/sessions/complete.ts';
import { idleEnd } from '../../../identity/sessions/queries.ts';
import { absoluteEnd, expiryOf, switchAllowed } from '../../../identity/sessions/rules.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { programFor } from '../../../core/program/queries.ts';

type RedeemCall = Call<'redeemAutologinTicket'>;

/**
 * POST /api/autologin (reading 8, security design P16): a session for the same account, with the same proofs and no
 * longer lifetime than the session that requested the ticket. The ticket works once, for a minute, at the program where
 * it was issued, and only while the requesting session lives. A refresh token is no ticket.
 */
export const redeemAutologinTicket: Handler<'redeemAutologinTicket'> = async (call) => {
  const { context, input } = call;
  if (!isToken('tkt', input.body.ticket)) return refuse('TICKET_INVALID');
  // Before the transaction, which holds a connection already.
  const program = await programFor(context, call.client.hostname);
  const completed = await inTransaction(context.db, (tx) => redeem(tx, call, program.id));
  return isRefused(completed) ? completed : signedInAnswer(call, completed);
};

async function redeem(tx: Database, call: RedeemCall, programId: string) {
  const { context, correlationId, input } = call;
  const now = context.clock.now();
  const ticket = await tx
    .updateTable('autologin_ticket')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(input.body.ticket))
    .where('program_id', '=', programId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst();
  const personId = ticket && (await readSession(tx, ticket.session_id))?.personId;
  const person = personId === undefined ? null : await lockPerson(tx, personId);
  // Read again under the lock: it may have ended meanwhile.
  const asking = ticket && (await readSession(tx, ticket.session_id));
  const account = person?.accounts.find(({ id }) => id === asking?.membershipId);
  if (!person || !asking || !account || expiryOf(asking, now)) return refuse('TICKET_INVALID');
  const { id, methods, authenticatedAt } = asking;
  if (!switchAllowed(account, methods) || absoluteEnd(account.role, authenticatedAt) <= now)
    return refuse('TICKET_INVALID');

  // It signs a browser in, whichever delivery the caller requests.
  const { deviceSecrets, delivery } = call.client;
  const ofBrowser = delivery === 'cookie' ? deviceSecrets : null;
  const client = { ...call.client, delivery: 'cookie' as const, deviceSecrets: ofBrowser };
  const completed = await completeSignIn(
    tx,
    context,
    { client, correlationId },
    {
      person,
      account,
      methods,
      provenSecondFactor: false,
      authenticatedAt,
    },
  );
  const about = { personId: person.id, membershipId: account.id, sessionId: completed.session.id };
  const details = { fromSession: id };
  await recordEvent(tx, context, originOf(call), { type: 'session_ticket_redeemed', details, ...about });
  return completed;
}

/** The session that requested a ticket, if it is open and unrestricted. */
const readSession = (tx: Database, id: string) =>
  tx
    .selectFrom('session')
    .select([
      'id',
      'person_id as personId',
      'membership_id as membershipId',
      'methods',
      'authenticated_at as authenticatedAt',
      'absolute_expires_at as absoluteExpiresAt',
      idleEnd.as('idleExpiresAt'),
    ])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('restricted_reason', 'is', null)
    .executeTakeFirst();
