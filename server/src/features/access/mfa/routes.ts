import type * as contract from '@florin/contract/access/mfa';
import { type HandlersOf, refuse, type Handler } from '../../../http/call.ts';
import { authenticate } from './authenticate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { originOf } from '../../../core/audit/events.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { readProver } from '../../../identity/attempts/attempts.ts';
import { sentAnswer } from '../../../identity/codes/delivery.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';
import { codeFlowOf, isLivePending, readPending } from '../../../identity/sessions/pending.ts';

/** POST /api/send-code: a secure access code for a pending sign-in. */
const sendCode: Handler<'sendCode'> = async (call) => {
  const { context, caller: pending, input } = call;
  const origin = originOf(call);
  const sent = await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, pending.personId);
    if (!person || person.usernameSkeleton !== usernameSkeleton(input.body.userName)) return refuse('UNAUTHENTICATED');
    // It may have been completed while this call waited for the lock.
    if (!isLivePending(await readPending(tx, pending.id), context.clock.now())) return refuse('UNAUTHENTICATED');
    return sendAccessCode(tx, context, origin, {
      flow: codeFlowOf(pending),
      person,
      prover: await readProver(tx, context, pending),
      kind: input.body.twoFactorAuthEntityType,
      because: 'asked',
    });
  });
  return sentAnswer(context, origin, sent);
};

export const mfaRoutes: HandlersOf<typeof contract> = { sendCode, authenticate };
