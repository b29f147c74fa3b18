import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { isPasswordLocked, readProver } from '../../../identity/attempts/attempts.ts';
import { proveCode, replacedAnswer } from '../../../identity/codes/prove-code.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { proveTyped, typedCode } from '../../../identity/factors/typed-factor.ts';
import { linkLogins, linkProblem, lockBoth } from './link-logins.ts';
import { isStillOpen } from '../../../identity/sessions/is-open.ts';
import {
  codeFlowOf,
  completion,
  isLivePending,
  readPending,
  readPendingByToken,
} from '../../../identity/sessions/pending.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';

/** POST /api/linked-accounts/link (decision 037). Tries are counted as those of a sign-in are. */
export const linkLogin: Handler<'linkLogin'> = async (call) => {
  const { context, input, caller: session, receivedAt } = call;
  const { type, username, twoFactorAuthSessionId: token } = input.body;
  const origin = originOf(call);
  const typed = type === 'Authenticator' || type === 'BackupCode' ? type : null;
  const code = typed ? typedCode(typed, input.body.code) : digitsOf(input.body.code);
  if (code === null) return refuse('InvalidCodeFormat');
  const found = isToken('mfp', token) ? await readPendingByToken(context.db, hashToken(token)) : undefined;
  if (!found) return refuse('MFA_SESSION_EXPIRED');

  const decision = await inTransaction(context.db, async (tx) => {
    const { own, other } = await lockBoth(tx, session.personId, found.personId);
    if (!own || !(await isStillOpen(tx, context, session))) return refuse('UNAUTHENTICATED');
    const pending = await readPending(tx, found.id);
    const now = context.clock.now();
    const isUsable =
      other !== null &&
      isLivePending(pending, now) &&
      pending.linkSessionId === session.id &&
      other.usernameSkeleton === usernameSkeleton(username) &&
      other.passwordChangedAt <= pending.createdAt;
    if (!isUsable) return refuse('MFA_SESSION_EXPIRED');
    const problem = await linkProblem(tx, call, own, other);
    if (problem) return problem;
    const prover = await readProver(tx, context, pending);
    if (await isPasswordLocked(tx, context, prover, username)) return refuse('LOCKED');
    const advance = completion(tx, pending.id, now);
    const over = refuse('MFA_SESSION_EXPIRED');
    if (typed) {
      const proven = await proveTyped(tx, context, origin, { factor: typed, prover, code });
      if (isRefused(proven)) return proven;
      if (!(await advance.executeTakeFirst())) return over;
    } else {
      const proving = { flow: codeFlowOf(pending), person: other, prover, code, receivedAt, advance, over };
      const outcome = await proveCode(tx, context, origin, proving);
      if (!('proven' in outcome)) return outcome;
    }
    const ended = await linkLogins(tx, context, origin, { own, other });
    return { ended, accounts: other.accounts.length };
  });
  if (isRefused(decision)) return decision;
  if ('sent' in decision) return replacedAnswer(context, origin, decision);
  forgetSessions(context, [...decision.ended, session.id]);
  return { status: 200, body: { accounts: decision.accounts } };
};
