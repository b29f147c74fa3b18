import type { Context } from '../../../context.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { isUsable } from './queries.ts';

/** A vendor's link that was exchanged for a token. Whether its card details were viewed, the call looks up (share.ts). */
interface OpenedVendorLink {
  id: string;
  token: string;
  cardId: string;
  businessId: string;
  programId: string;
}

declare module '../../../http/call.ts' {
  interface Callers {
    vendorLink: OpenedVendorLink;
  }
}

/** The link of a bearer token `vnd_…`; null for any other token. */
export async function findOpenedLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<OpenedVendorLink | null> {
  if (!isToken('vnd', token)) return null;
  const row = await db
    .selectFrom('vendor_link')
    .innerJoin('business', 'business.id', 'vendor_link.business_id')
    .select([
      'vendor_link.id',
      'vendor_link.card_id as cardId',
      'vendor_link.business_id as businessId',
      'business.program_id as programId',
    ])
    .where('vendor_link.token_hash', '=', hashToken(token))
    .where('vendor_link.token_expires_at', '>', clock.now())
    .where('vendor_link.revoked_at', 'is', null)
    .where(isUsable)
    .executeTakeFirst();
  return row ? { ...row, token } : null;
}
