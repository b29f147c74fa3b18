import type { Branding, ThemeTokens } from '@florin/contract/site';
import type { Kysely } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';

/** The look of the product itself; the web app's tokens start with the same figures. */
export const defaultTheme: ThemeTokens = {
  brandHue: 268,
  brandChroma: 0.17,
  tintHue: 264,
  tintChroma: 0.006,
  radiusPixels: 8,
  density: 1,
};

/** Support data that reaches nobody (reserved numbers and domains), for an operator to replace. */
export const defaultBranding: Branding = {
  phoneAdminSupport: '(555) 010-0110',
  emailAdminSupport: 'business@florin.example',
  phoneCardholderSupport: '(555) 010-0120',
  emailCardholderSupport: 'cardholders@florin.example',
  addressLineOne: '1 Florin Square, Suite 200',
  addressCity: 'New York',
  addressState: 'NY',
  addressZIP: '10004',
  phoneGeneral: '(555) 010-0100',
  emailGeneral: 'hello@florin.example',
  showMobileAppsAdvert: false,
  companyLong: 'Florin Card Program',
  cardLongVisaTrademark: 'The Florin Visa® Card',
  cardLongMastercardTrademark: 'The Florin Mastercard®',
};

/**
 * Makes sure that there is a program for visitors who match no white-label customer, and returns its id. Of several
 * starters at once, one inserts it.
 */
export async function ensureDefaultProgram(db: Kysely<Schema>): Promise<string> {
  const existing = () => db.selectFrom('program').select('id').where('is_default', '=', true).executeTakeFirst();
  const found = await existing();
  if (found) return found.id;
  await db
    .insertInto('program')
    .values({
      id: newId(),
      slug: null,
      name: 'Florin',
      is_default: true,
      canonical_origin: null,
      theme: JSON.stringify(defaultTheme),
      splash_variant: 'regular',
      support_url: 'https://support.florin.example',
      branding: JSON.stringify(defaultBranding),
      mail_from_name: 'Florin',
      mail_from_address: 'no-reply@florin.example',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await existing())!.id;
}
