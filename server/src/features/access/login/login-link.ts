import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { secondsUntil } from '../../../core/time.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { confirmDevice } from '../../../identity/devices/confirmed.ts';
import { captchaRefusal } from '../../../identity/recovery/captcha.ts';
import { addMailJobOf } from '../../../identity/recovery/mail-job.ts';
import { deviceCookieChange } from '../../../identity/sessions/complete.ts';

/** POST /api/login-link. A job sends the mail, so that the answer is the same for known and unknown names. */
export const sendLoginLink: Handler<'sendLoginLink'> = async (call) => {
  const { context, client, input } = call;
  const refused = await captchaRefusal(context, client, 'login-link', input.body.recaptchaToken);
  if (refused) return refused;
  const person = await context.db
    .selectFrom('person')
    .select('id')
    .where('username_skeleton', '=', usernameSkeleton(input.body.username))
    .executeTakeFirst();
  await addMailJobOf(call, 'loginLink', person?.id ?? null);
  return { status: 200, body: {} };
};

/**
 * POST /api/login-link/open: confirms the device of the call (decision 032). The link is not used up, because mail
 * programs open links, too, and it works for whichever browser its reader logs in with.
 */
export const openLoginLink: Handler<'openLoginLink'> = async (call) => {
  const { context, client, input } = call;
  const { requestCode } = input.body;
  if (!isToken('sgl', requestCode)) return refuse('LOGIN_LINK_INVALID');
  const now = context.clock.now();
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await tx
      .selectFrom('login_link')
      .innerJoin('contact', (join) =>
        join.onRef('contact.id', '=', 'login_link.contact_id').on('contact.verified_at', 'is not', null),
      )
      .select('login_link.person_id as personId')
      .where('token_hash', '=', hashToken(requestCode))
      .where('expires_at', '>', now)
      .executeTakeFirst();
    // Under the lock, so that a change of password ends a confirmation or comes before it.
    if (!link || !(await lockPerson(tx, link.personId))) return refuse('LOGIN_LINK_INVALID');
    const confirmed = await confirmDevice(tx, context, client, link.personId);
    const details = { until: confirmed.until.toISOString() };
    const { personId } = link;
    await recordEvent(tx, context, originOf(call), { type: 'authn_login_link_opened', details, personId });
    return confirmed;
  });
  if (isRefused(opened)) return opened;
  const { device, until } = opened;
  const byToken = client.delivery === 'token';
  if (!byToken) for (const change of deviceCookieChange(device)) call.setCookie(change);
  return {
    status: 200,
    body: { expiresInSeconds: secondsUntil(until, now), device_credential: byToken ? device.held : null },
  };
};
