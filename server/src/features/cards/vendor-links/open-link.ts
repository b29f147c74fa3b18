import { vendorLink } from '@florin/contract/limits';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { hashToken, isToken, newToken } from '../../../core/tokens.ts';
import { isUsable } from './queries.ts';
import { tokenOfAttempt } from './rules.ts';
import { afterSeconds } from '../../../core/time.ts';

/**
 * POST /api/card-details/authenticate: exchanges a link's code for a token, once. One guarded UPDATE decides who is
 * first; it finds no row for expired, used, revoked and unknown codes, nor after the business, card or an account was
 * closed. A page that repeats its attempt gets the same token again.
 */
export const vendorAuthenticate: Handler<'vendorAuthenticate'> = async (call) => {
  const { context, input } = call;
  const { requestCode, attempt } = input.body;
  if (!isToken('vln', requestCode)) return refuse('VENDOR_LINK_EXPIRED');
  const now = context.clock.now();
  const codeHash = hashToken(requestCode);
  const token = attempt === undefined ? newToken('vnd') : tokenOfAttempt(codeHash, attempt);
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await tx
      .updateTable('vendor_link')
      .set({
        opened_at: now,
        token_hash: hashToken(token),
        token_expires_at: afterSeconds(now, vendorLink.tokenSeconds),
      })
      .where('vendor_link.code_hash', '=', codeHash)
      .where('opened_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where(isUsable)
      .returning(['vendor_link.id', 'vendor_link.card_id', 'vendor_link.business_id'])
      .executeTakeFirst();
    if (!link) return attempt !== undefined && isOpenedWith(tx, codeHash, hashToken(token), now);
    const details = { link: link.id, card: link.card_id };
    const businessId = link.business_id;
    await recordEvent(tx, context, originOf(call), { type: 'vendor_link_opened', details, businessId });
    return true;
  });
  return opened ? { status: 200, body: { access_token: token } } : refuse('VENDOR_LINK_EXPIRED');
};

/** Whether a link was opened with this token, which is still good. */
async function isOpenedWith(tx: Database, codeHash: Buffer, tokenHash: Buffer, now: Date): Promise<boolean> {
  const opened = await tx
    .selectFrom('vendor_link')
    .select('vendor_link.id')
    .where('vendor_link.code_hash', '=', codeHash)
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .where('revoked_at', 'is', null)
    .where(isUsable)
    .executeTakeFirst();
  return opened !== undefined;
}
