import type * as contract from '@florin/contract/access/link-login';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler, type HandlersOf } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { bucketReset } from '../../../core/throttle/throttle.ts';
import { areNamedDifferently, linkProblem, lockBoth } from './link-logins.ts';
import { readDevice } from '../../../identity/devices/queries.ts';
import { startingAccount } from '../../../identity/sessions/rules.ts';
import { provePassword } from '../../../identity/sign-in/prove-password.ts';
import { startPendingSignIn } from '../../../identity/sign-in/start-pending.ts';
import { linkLogin } from './link.ts';

/**
 * POST /api/linked-accounts/begin-link (decision 037). Guesses count as those of the login page do. A correct password
 * begins a pending sign-in even on a trusted device: the second factor is always proven.
 */
const beginLink: Handler<'beginLink'> = async (call) => {
  const { context, client, caller: session } = call;
  const proven = await provePassword(call);
  if (isRefused(proven)) return proven;
  return inTransaction(context.db, async (tx) => {
    const { own, other } = await lockBoth(tx, session.personId, proven.person.id);
    for (const reset of proven.buckets.flatMap((bucket) => bucketReset(tx, bucket))) await reset.execute();
    if (!own || !other || other.passwordHash !== proven.person.passwordHash || !startingAccount(other.accounts))
      return refuse('INVALID_CREDENTIALS');
    const problem = await linkProblem(tx, call, own, other);
    if (problem) return problem;
    const { deviceId } = await readDevice(tx, client, other.id);
    const begun = await startPendingSignIn(tx, context, originOf(call), {
      personId: other.id,
      deviceId,
      hostname: client.hostname,
      linkSessionId: session.id,
    });
    // A passkey would have to be asked for in the name of another login than the page's.
    const EnrolledFactors = begun.body.EnrolledFactors.filter((factor) => factor !== 'Passkey');
    return {
      ...begun,
      body: { ...begun.body, EnrolledFactors, IsOtherName: await areNamedDifferently(tx, own, other) },
    };
  });
};

export const linkLoginRoutes: HandlersOf<typeof contract> = { beginLink, linkLogin };
