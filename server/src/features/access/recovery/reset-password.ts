import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { bucketReset, passwordBucketKey } from '../../../core/throttle/throttle.ts';
import { unlessBusy } from '../../../identity/credentials/unless-busy.ts';
import { checkNewPassword } from '../../../identity/credentials/check.ts';
import { revokeEverywhere } from '../../../identity/credentials/revoke.ts';
import { isRecentPassword, setPassword } from '../../../identity/credentials/set.ts';
import { userInputsOf } from '../../../identity/credentials/user-inputs.ts';
import { completeSignIn, signedInAnswer, type CompletedSignIn } from '../../../identity/sessions/complete.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { lockOpenRequest } from './open-request.ts';
import { readReset } from './find-reset.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { passwordResetMail, passwordResetText } from '../../../identity/recovery/mails.ts';
import { methodName, resetAccount } from '../../../identity/recovery/rules.ts';
import { notifyEveryAddress } from '../../../core/notices/notify-every-address.ts';

type ResetCall = Call<'resetPassword'>;
type Decision =
  | { completed: CompletedSignIn; endedIds: readonly string[] }
  | Refused<'RESET_LINK_INVALID' | 'RESET_NOT_VERIFIED' | '1'>;

/**
 * PUT /forgot/reset-password: with both proofs given, sets the password and signs the person in (section 4, security
 * design P4 and P5). Only this call uses the link up, in the transaction that changes the password, keeps the history,
 * ends all other sessions and all trust in devices, and notifies every address.
 */
export const resetPassword: Handler<'resetPassword'> = async (call) => {
  const { context, input, caller: reset } = call;
  if (reset.provenBy === null || reset.provenBy !== input.body.entityType) return refuse('RESET_NOT_VERIFIED');
  const { password, confirmPassword: confirmation } = input.body;
  const userInputs = await userInputsOf(context.db, reset.personId);
  const asked = { asker: reset.personId, ipPrefix: call.client.ipPrefix, password, confirmation, userInputs };
  const Problems = await unlessBusy(() => checkNewPassword(context, asked));
  if (isRefused(Problems)) return Problems;
  if (Problems.length > 0) return refuse('PASSWORD_REJECTED', { Problems });
  const decision = await unlessBusy(() => inTransaction(context.db, (tx) => decide(tx, call)));
  return isRefused(decision) ? decision : signedInAnswer(call, decision.completed, decision.endedIds);
};

/** Everything is read again under the person's lock, so that of several resets at once one changes the password. */
async function decide(tx: Database, call: ResetCall): Promise<Decision> {
  const { context, input } = call;
  const origin = originOf(call);
  const { personId } = call.caller;
  const person = await lockPerson(tx, personId);
  const reset = person && (await readReset(tx, context, call.caller.id));
  const account = person && resetAccount(person, context.config.startSiteUrl);
  if (!reset || !account) return refuse('RESET_LINK_INVALID');
  const by = reset.provenBy;
  if (by === null || by !== input.body.entityType) return refuse('RESET_NOT_VERIFIED');
  // The administrator's approval is valid for a day, and for one password.
  if (by === 'AdminConfirmation' && !(await lockOpenRequest(tx, context, person, reset))?.confirmed)
    return refuse('RESET_NOT_VERIFIED');
  if (await isRecentPassword(tx, context, personId, input.body.password)) return refuse('1');
  if (!(await consumeLink(tx, context, reset.linkId))) return refuse('RESET_LINK_INVALID');

  await setPassword(tx, context, personId, input.body.password);
  for (const owner of [{ username: person.usernameSkeleton }, { personId, quota: 'mailbox' as const }])
    for (const cleared of bucketReset(tx, passwordBucketKey(context.keys, owner))) await cleared.execute();
  const endedIds = await revokeEverywhere(tx, context, origin, { personId, except: null });
  const completed = await completeSignIn(tx, context, call, {
    person,
    account,
    methods: ['link', methodName[by]],
    // The next sign-in requires a code in this browser, too.
    provenSecondFactor: false,
  });
  const about = { personId, membershipId: account.id, businessId: account.businessId, sessionId: completed.session.id };
  await recordEvent(tx, context, origin, { type: 'authn_password_reset', details: { by }, ...about });
  const letter = await letterOf(tx, context, personId);
  const [mail, text] = [passwordResetMail(letter), passwordResetText(letter)];
  await notifyEveryAddress(tx, context, personId, { kind: 'passwordReset', mail, text });
  return { completed, endedIds };
}

/** Uses a link up, and with it all others of the person. */
async function consumeLink(tx: Database, { clock }: Context, linkId: string): Promise<boolean> {
  const now = clock.now();
  const used = await tx
    .updateTable('reset_link')
    .set({ used_at: now })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('person_id')
    .executeTakeFirst();
  if (!used) return false;
  // Other live links could set a second password (security design P4).
  await tx
    .updateTable('reset_link')
    .set({ superseded_at: now })
    .where('person_id', '=', used.person_id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
  return true;
}
