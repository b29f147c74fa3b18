import type * as contract from '@florin/contract/access/autologin';
import { type HandlersOf, isRefused, refuse, type Handler } from '../../../http/call.ts';
import { redeemAutologinTicket } from './redeem.ts';
import { autologinTicket } from '@florin/contract/limits';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { hashToken, newToken } from '../../../core/tokens.ts';
import { programFor } from '../../../core/program/queries.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { afterSeconds } from '../../../core/time.ts';

/** POST /api/autologin-tickets: a ticket for the requesting session's own account and program. */
const createAutologinTicket: Handler<'createAutologinTicket'> = async (call) => {
  const { context, client, caller: session } = call;
  // Reading 8: for clients of the API. A browser needs no ticket, and a copied cookie would get sessions that outlive
  // it.
  if (session.delivery === 'cookie') return refuse('FORBIDDEN');
  const now = context.clock.now();
  const ticket = newToken('tkt');
  const program = await programFor(context, client.hostname);
  const made = await underLock(call, async (tx) => {
    await tx
      .insertInto('autologin_ticket')
      .values({
        token_hash: hashToken(ticket),
        session_id: session.id,
        program_id: program.id,
        created_at: now,
        expires_at: afterSeconds(now, autologinTicket.lifetimeSeconds),
        used_at: null,
      })
      .execute();
    const about = { personId: session.personId, membershipId: session.membershipId, sessionId: session.id };
    await recordEvent(tx, context, originOf(call), { type: 'session_ticket_created', details: {}, ...about });
    return { made: true };
  });
  if (isRefused(made)) return made;
  const expiresInSeconds = autologinTicket.lifetimeSeconds;
  return { status: 201, body: { ticket, path: `/autologin/${ticket}`, expiresInSeconds } };
};

export const autologinRoutes: HandlersOf<typeof contract> = { createAutologinTicket, redeemAutologinTicket };
