import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { revealCard, type CardDetails } from '../../../core/cards/vault/reveal.ts';
import { isUsable } from './queries.ts';
import { tokenOfAttempt } from './rules.ts';

/**
 * GET /api/card-details/embossing-data-sharing: the card details, for the first call with the token. Everything that
 * can fail comes before the guarded UPDATE, so that a failing processor does not use the link up. The page that used it
 * gets them again while its token is good, if it proves by its attempt that the token is its own.
 */
export const embossingDataSharing: Handler<'embossingDataSharing'> = async (call) => {
  const { context, caller: link, input } = call;
  let details: CardDetails | null;
  try {
    details = await revealCard(context, link.cardId);
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error;
    return refuse('BUSY', {}, { retryAfterSeconds: 5 });
  }
  if (!details) return refuse('VENDOR_LINK_EXPIRED');
  const now = context.clock.now();
  const shared = await inTransaction(context.db, async (tx) => {
    const columns = [
      'business.name as businessName',
      'business.profile_address as profileAddress',
      'vendor_link.invoice',
      'vendor_link.amount_cents as amountCents',
      sql<Date | null>`process_before::timestamp at time zone 'America/New_York'`.as('processAt'),
    ] as const;
    const used = await tx
      .updateTable('vendor_link')
      .from('business')
      .set({ used_at: now })
      .where('vendor_link.id', '=', link.id)
      .whereRef('business.id', '=', 'vendor_link.business_id')
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('token_expires_at', '>', now)
      .where(isUsable)
      .returning(columns)
      .executeTakeFirst();
    if (!used && input.query.attempt !== undefined) {
      const again = await tx
        .selectFrom('vendor_link')
        .innerJoin('business', 'business.id', 'vendor_link.business_id')
        .select([...columns, 'code_hash as codeHash'])
        .where('vendor_link.id', '=', link.id)
        .where('revoked_at', 'is', null)
        .where('token_expires_at', '>', now)
        .where(isUsable)
        .executeTakeFirst();
      if (!again || tokenOfAttempt(again.codeHash, input.query.attempt) !== link.token) return null;
      const { codeHash: _, ...shown } = again;
      return shown;
    }
    if (!used) return null;
    const about = { link: link.id, card: link.cardId };
    const { businessId } = link;
    await recordEvent(tx, context, originOf(call), { type: 'vendor_link_used', details: about, businessId });
    return used;
  });
  if (!shared) return refuse('VENDOR_LINK_EXPIRED');
  const { amountCents, processAt, ...rest } = shared;
  return {
    status: 200,
    body: {
      ...rest,
      ...details,
      amount: amountCents === null ? null : money(amountCents, 'USD'),
      processDateTime: processAt?.toISOString() ?? null,
    },
  };
};
