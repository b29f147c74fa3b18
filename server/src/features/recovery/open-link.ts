import type { forgotAuthenticate } from '@florin/contract/recovery';
import { recoveryConfirmation } from '@florin/contract/limits';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused, refuse, type CookieChange, type Handler } from '../../http/call.ts';
import { recoveryCookie } from '../../http/cookies.ts';
import { originOf, recordEvent } from '../audit/events.ts';
import { secondsUntil } from '../session/rules.ts';
import { lockSubject } from '../session/subject.ts';
import { hashToken, isToken, newToken } from '../session/tokens.ts';
import { liveLinks } from './find-reset.ts';
import { resetAccount } from './rules.ts';

/**
 * POST /Forgot/Authenticate: exchanges a link for a flow of this browser's own. The link is not used up by that, because
 * programs that read mail open links, too (security design P12); what it leads to still wants a second proof.
 */
export const openLink: Handler<typeof forgotAuthenticate> = async (call) => {
  const { context, input, client } = call;
  const { requestCode } = input.body;
  if (!isToken('rsl', requestCode)) return refuse('RESET_LINK_INVALID');
  const now = context.clock.now();
  const known = client.recoverySecret;
  const browserSecret = known !== null && isToken('rbr', known) ? known : newToken('rbr');
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await liveLinks(tx, now)
      .select(['reset_link.id', 'reset_link.person_id as personId', 'reset_link.expires_at as expiresAt'])
      .where('reset_link.token_hash', '=', hashToken(requestCode))
      .executeTakeFirst();
    const subject = link && (await lockSubject(tx, link.personId));
    if (!link || !subject || !resetAccount(subject, context.config.startSiteUrl)) return refuse('RESET_LINK_INVALID');
    const token = newToken('rst');
    await tx
      .insertInto('reset_flow')
      .values({
        id: newId(now.getTime()),
        token_hash: hashToken(token),
        reset_link_id: link.id,
        browser_hash: hashToken(browserSecret),
        created_at: now,
        proven_by: null,
        proven_at: null,
      })
      .execute();
    const { personId } = link;
    await recordEvent(tx, context, originOf(call), { type: 'authn_reset_opened', details: {}, personId });
    return { token, expiresAt: link.expiresAt };
  });
  if (isRefused(opened)) return opened;
  if (client.delivery === 'cookie') call.setCookie(recoveryCookieChange(browserSecret));
  const { token, expiresAt } = opened;
  return { status: 200, body: { access_token: token, expiresInSeconds: secondsUntil(expiresAt, now) } };
};

/** As long as a question to the administrators and their word can last. It is worth nothing without a link. */
const recoveryCookieChange = (browserSecret: string): CookieChange => ({
  name: recoveryCookie,
  value: browserSecret,
  maxAgeSeconds: recoveryConfirmation.askedForSeconds + recoveryConfirmation.confirmedForSeconds,
});
