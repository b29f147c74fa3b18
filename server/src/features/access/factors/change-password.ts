import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { unlessBusy } from '../../../identity/credentials/unless-busy.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { checkNewPassword } from '../../../identity/credentials/check.ts';
import { revokeEverywhere } from '../../../identity/credentials/revoke.ts';
import { isRecentPassword, setPassword } from '../../../identity/credentials/set.ts';
import { userInputsOf } from '../../../identity/credentials/user-inputs.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { changeCredential, requireStepUp } from '../../../identity/step-up/make-change.ts';

/**
 * PUT /api/security-settings/password (section 5, ASVS 6.2.3, 7.4.3): this session stays, every other one ends, and
 * every other device has to prove the second factor again.
 */
export const changePassword: Handler<'changePassword'> = async (call) => {
  const { context, caller: session, input } = call;
  const { password, confirmPassword: confirmation } = input.body;
  const stale = requireStepUp(context, session);
  if (stale) return stale;
  const userInputs = await userInputsOf(context.db, session.personId);
  const asked = { asker: session.personId, ipPrefix: call.client.ipPrefix, password, confirmation, userInputs };
  const Problems = await unlessBusy(() => checkNewPassword(context, asked));
  if (isRefused(Problems)) return Problems;
  if (Problems.length > 0) return refuse('PASSWORD_REJECTED', { Problems });
  const changed = await unlessBusy(() =>
    changeCredential(call, async (tx, { id: personId }) => {
      if (await isRecentPassword(tx, context, personId, password)) return refuse('1');
      await setPassword(tx, context, personId, password);
      const except = { sessionId: session.id, deviceId: session.deviceId };
      const endedIds = await revokeEverywhere(tx, context, originOf(call), { personId, except });
      await recordEvent(tx, context, originOf(call), {
        type: 'authn_password_change',
        details: {},
        personId,
        sessionId: session.id,
      });
      await notifyChange(tx, context, personId, { type: 'passwordChanged' });
      return { endedIds };
    }),
  );
  if (isRefused(changed)) return changed;
  forgetSessions(context, changed.endedIds);
  return { status: 204, body: null };
};
