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

/** POST /api/reset-links/check. A mail program that opens the page changes nothing (security design P12). */
export const checkResetLink: Handler<'checkResetLink'> = async ({ context, input }) => {
  const link = await linkOf(context.db, input.body.requestCode, context.clock.now());
  return link ? { status: 200, body: {} } : refuse('RESET_LINK_INVALID');
};

/** The working link of a code. */
const linkOf = async (db: Database, requestCode: string, now: Date) =>
  isToken('rsl', requestCode)
    ? await liveLinks(db, now)
        .select(['reset_link.id', 'reset_link.person_id as personId', 'reset_link.expires_at as expiresAt'])
        .where('reset_link.token_hash', '=', hashToken(requestCode))
        .executeTakeFirst()
    : undefined;

/**
 * POST /Forgot/Authenticate: exchanges a link for a flow of this browser. That does not use the link up, because mail
 * programs open links, too (security design P12), and a second proof is still required. This browser's earlier proof
 * for this link still counts: a reloaded page has lost its flow, and a backup code or a text cannot be given twice
 * (decision 026).
 */
export const forgotAuthenticate: Handler<'forgotAuthenticate'> = async (call) => {
  const { context, input, client } = call;
  const { requestCode } = input.body;
  const now = context.clock.now();
  const browserSecret = newToken('rbr');
  const browserHash = hashToken(browserSecret);
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await linkOf(tx, requestCode, now);
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

/** The browser's previous secret; null if it had none. */
const secretBefore = ({ recoverySecret, delivery }: Client): Buffer | null =>
  delivery === 'cookie' && recoverySecret !== null && isToken('rbr', recoverySecret) ? hashToken(recoverySecret) : null;

/**
 * Opening a link gives the browser a new secret, and its request to the administrators moves to the new one. Flows
 * opened with the old secret do not: an intruder who opened one in this browser before, and kept its token, cannot use
 * it once the owner has opened their link.
 */
const takeRequestOver = (tx: Database, before: Buffer, browser_hash: Buffer) =>
  tx.updateTable('recovery_request').set({ browser_hash }).where('browser_hash', '=', before).execute();

/** The second proof of a browser for a link. An administrator's approval is stored with its request, not here. */
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

/** As long as a request to the administrators and their approval can last. It is worth nothing without a link. */
const recoveryCookieChange = (browserSecret: string): CookieChange => ({
  name: recoveryCookie,
  value: browserSecret,
  maxAgeSeconds: recoveryConfirmation.askedForSeconds + recoveryConfirmation.confirmedForSeconds,
});
