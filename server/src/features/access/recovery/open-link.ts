import { recoveryConfirmation } from '@florin/contract/limits';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type CookieChange, type Handler } from '../../../http/call.ts';
import type { Client } from '../../../http/client.ts';
import { recoveryCookie } from '../../../http/cookies.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { hashToken, isToken, newToken } from '../../../core/tokens.ts';
import { liveLinks } from './find-reset.ts';
import { resetAccount } from '../../../identity/recovery/rules.ts';
import { secondsUntil } from '../../../core/time.ts';

/**
 * POST /Forgot/Authenticate: exchanges a link for a flow of this browser's own. The link is not used up by that, because
 * programs that read mail open links, too (security design P12); what it leads to still wants a second proof. What this
 * browser has proven for this link counts on: a page that was loaded again has forgotten its flow, and a backup code or a
 * text cannot be given twice (decision 026).
 */
export const forgotAuthenticate: Handler<'forgotAuthenticate'> = async (call) => {
  const { context, input, client } = call;
  const { requestCode } = input.body;
  if (!isToken('rsl', requestCode)) return refuse('RESET_LINK_INVALID');
  const now = context.clock.now();
  const browserSecret = newToken('rbr');
  const browserHash = hashToken(browserSecret);
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await liveLinks(tx, now)
      .select(['reset_link.id', 'reset_link.person_id as personId', 'reset_link.expires_at as expiresAt'])
      .where('reset_link.token_hash', '=', hashToken(requestCode))
      .executeTakeFirst();
    const person = link && (await lockPerson(tx, link.personId));
    if (!link || !person || !resetAccount(person, context.config.startSiteUrl)) return refuse('RESET_LINK_INVALID');
    const before = secretBefore(client);
    const proof = before && (await proofHere(tx, link.id, before));
    if (before) await takeRequestOver(tx, before, browserHash);
    const token = newToken('rst');
    await tx
      .insertInto('reset_flow')
      .values({
        id: newId(now.getTime()),
        token_hash: hashToken(token),
        reset_link_id: link.id,
        browser_hash: browserHash,
        created_at: now,
        proven_by: proof?.proven_by ?? null,
        proven_at: proof?.proven_at ?? null,
      })
      .execute();
    const { personId } = link;
    const provenBy = proof?.proven_by ?? null;
    await recordEvent(tx, context, originOf(call), { type: 'authn_reset_opened', details: { provenBy }, personId });
    return { token, provenBy, expiresAt: link.expiresAt };
  });
  if (isRefused(opened)) return opened;
  if (client.delivery === 'cookie') call.setCookie(recoveryCookieChange(browserSecret));
  const { token, provenBy, expiresAt } = opened;
  return { status: 200, body: { access_token: token, expiresInSeconds: secondsUntil(expiresAt, now), provenBy } };
};

/** What the browser's secret has been until now; null where it had none. */
const secretBefore = ({ recoverySecret, delivery }: Client): Buffer | null =>
  delivery === 'cookie' && recoverySecret !== null && isToken('rbr', recoverySecret) ? hashToken(recoverySecret) : null;

/**
 * Whoever opens a link gets a new secret, and what the browser has asked of the administrators goes over to it. The flows
 * that were opened with the old one stay behind: one that somebody else has opened in this browser, and whose token they
 * have kept, is worth nothing to them once the owner has opened their link.
 */
const takeRequestOver = (tx: Database, before: Buffer, browser_hash: Buffer) =>
  tx.updateTable('recovery_request').set({ browser_hash }).where('browser_hash', '=', before).execute();

/** The second proof that a browser has given for a link. An administrator's word is kept with its request, not here. */
const proofHere = (tx: Database, linkId: string, browserHash: Buffer) =>
  tx
    .selectFrom('reset_flow')
    .select(['proven_by', 'proven_at'])
    .where('reset_link_id', '=', linkId)
    .where('browser_hash', '=', browserHash)
    .where('proven_by', 'is not', null)
    .where('proven_by', '!=', 'AdminConfirmation')
    .orderBy('proven_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** As long as a question to the administrators and their word can last. It is worth nothing without a link. */
const recoveryCookieChange = (browserSecret: string): CookieChange => ({
  name: recoveryCookie,
  value: browserSecret,
  maxAgeSeconds: recoveryConfirmation.askedForSeconds + recoveryConfirmation.confirmedForSeconds,
});
