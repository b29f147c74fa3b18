import { vendorLink } from '@florin/contract/limits';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { hashToken, isToken, newToken } from '../../../core/tokens.ts';
import { isUsable } from './queries.ts';
import { afterSeconds } from '../../../core/time.ts';

/**
 * POST /api/card-details/authenticate: exchanges a link's code for a token, once. One guarded UPDATE decides who is
 * first; it finds no row for expired, used, revoked and unknown codes, nor after the business, card or an account was
 * closed.
 */
export const vendorAuthenticate: Handler<'vendorAuthenticate'> = async (call) => {
  const { context, input } = call;
  const { requestCode } = input.body;
  if (!isToken('vln', requestCode)) return refuse('VENDOR_LINK_EXPIRED');
  const now = context.clock.now();
  const token = newToken('vnd');
  const opened = await inTransaction(context.db, async (tx) => {
    const link = await tx
      .updateTable('vendor_link')
      .set({
        opened_at: now,
        token_hash: hashToken(token),
        token_expires_at: afterSeconds(now, vendorLink.tokenSeconds),
      })
      .where('vendor_link.code_hash', '=', hashToken(requestCode))
      .where('opened_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where(isUsable)
      .returning(['vendor_link.id', 'vendor_link.card_id', 'vendor_link.business_id'])
      .executeTakeFirst();
    if (!link) return false;
    const details = { link: link.id, card: link.card_id };
    const businessId = link.business_id;
    await recordEvent(tx, context, originOf(call), { type: 'vendor_link_opened', details, businessId });
    return true;
  });
  return opened ? { status: 200, body: { access_token: token } } : refuse('VENDOR_LINK_EXPIRED');
};
