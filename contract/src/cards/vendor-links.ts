import * as v from 'valibot';
import { embossedFields } from './card-details.ts';
import { Day } from '../dates/day.ts';
import { endpoint } from '../endpoint.ts';
import { Email, freeText, line, requiredText, Uuid } from '../fields.ts';
import { vendorLink } from '../limits.ts';
import { Money } from '../money.ts';

/**
 * A secret that a page chooses when it opens a link, at least 22 characters. The page repeats a call with it, within the
 * token's two minutes, if the answer has not arrived; to anyone else a used code or token stays used.
 */
const Attempt = v.optional(v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/)));

/** Exchanges the code of a vendor's link for a token `vnd_…`, once. All other codes get the same refusal. */
export const vendorAuthenticate = endpoint({
  method: 'POST',
  path: '/api/card-details/authenticate',
  summary: 'Exchange the code of a vendor’s link for a token',
  access: 'public',
  limit: { per: 'address', requests: 30, windowSeconds: 60 },
  body: v.object({ requestCode: requiredText(128), attempt: Attempt }),
  answers: { 200: v.object({ access_token: v.string() }) },
  errors: ['VENDOR_LINK_EXPIRED'],
});

/** The card details behind the token, once. */
export const embossingDataSharing = endpoint({
  method: 'GET',
  path: '/api/card-details/embossing-data-sharing',
  summary: 'The card details that a business shares with a vendor',
  access: 'vendorLink',
  limit: { per: 'address', requests: 30, windowSeconds: 60 },
  query: v.object({ attempt: Attempt }),
  answers: {
    200: v.object({
      businessName: v.string(),
      invoice: v.nullable(v.string()),
      profileAddress: v.nullable(v.string()),
      amount: v.nullable(Money),
      ...embossedFields,
      /** The payment's deadline. */
      processDateTime: v.nullable(v.string()),
    }),
  },
  errors: ['VENDOR_LINK_EXPIRED'],
});

export const VendorLinkStatus = v.picklist(['CREATED', 'VIEWED', 'USED', 'EXPIRED', 'REVOKED']);
export type VendorLinkStatus = v.InferOutput<typeof VendorLinkStatus>;

/** Whether a link, or its token, can still lead to the details, so that revoking it has an effect. */
export const isRevocable = (status: VendorLinkStatus): boolean => status === 'CREATED' || status === 'VIEWED';

/** A link as shown to the administrators of the business. */
export const VendorLink = v.object({
  id: v.string(),
  email: v.string(),
  nameOnCard: v.string(),
  cardLast4: v.string(),
  /** The card was made for this link, and is closed by its capture. */
  hasOwnCard: v.boolean(),
  invoice: v.nullable(v.string()),
  amount: v.nullable(Money),
  /** yyyy-mm-dd. */
  processBefore: v.nullable(v.string()),
  status: VendorLinkStatus,
  sentBy: v.string(),
  sentAt: v.string(),
  expiresAt: v.string(),
  openedAt: v.nullable(v.string()),
  usedAt: v.nullable(v.string()),
  revokedAt: v.nullable(v.string()),
});
export type VendorLink = v.InferOutput<typeof VendorLink>;

export const vendorLinks = endpoint({
  method: 'GET',
  path: '/api/vendor-links',
  summary: 'Cards that can be shared with a vendor, and the links that were sent',
  access: 'session',
  permission: 'vendor-links.view',
  answers: {
    200: v.object({
      /** `name` is the one that administrators gave the card. */
      cards: v.array(
        v.object({ cardId: v.string(), name: v.nullable(v.string()), nameOnCard: v.string(), last4: v.string() }),
      ),
      links: v.array(VendorLink),
    }),
  },
  errors: [],
});

/** Sends a vendor a link to one card's details. */
export const createVendorLink = endpoint({
  method: 'POST',
  path: '/api/vendor-links',
  summary: 'Send the details of a card to a vendor by a one-time link',
  access: 'session',
  permission: 'vendor-links.send',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: v.object({
    /**
     * Without it, a new virtual card is created for the link. The card pays the amount once, at the first merchant that
     * charges it, and is closed by that capture.
     */
    cardId: v.optional(v.nullable(Uuid)),
    email: Email,
    invoice: v.optional(v.nullable(line(vendorLink.invoiceMaxLength))),
    /** Whole cents, US dollars. */
    amount: v.optional(
      v.nullable(
        v.pipe(
          v.number('type'),
          v.safeInteger('format'),
          v.minValue(1, 'format'),
          v.maxValue(vendorLink.amountMaxCents, 'tooLong'),
        ),
      ),
    ),
    /** Shown to the vendor in the mail. */
    note: v.optional(v.nullable(freeText(vendorLink.noteMaxLength))),
    /** yyyy-mm-dd; today or later. */
    processBefore: v.optional(v.nullable(Day)),
  }),
  answers: { 201: VendorLink },
  errors: [
    'STEP_UP_REQUIRED',
    'MFA_EMAIL_NOT_EXISTS',
    'HELD_AFTER_CHANGE',
    'CARD_NOT_VIEWABLE',
    'CARD_LIMIT_REACHED',
    'BUSINESS_NOT_OPEN',
  ],
});

export const resendVendorLink = endpoint({
  method: 'POST',
  path: '/api/vendor-links/{id}/resend',
  summary: 'Send the same card details again by a new link; the old one stops working',
  access: 'session',
  permission: 'vendor-links.send',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  params: v.object({ id: Uuid }),
  answers: { 201: VendorLink },
  errors: [
    'STEP_UP_REQUIRED',
    'MFA_EMAIL_NOT_EXISTS',
    'HELD_AFTER_CHANGE',
    'CARD_NOT_VIEWABLE',
    'BUSINESS_NOT_OPEN',
    'VENDOR_LINK_DATE_PASSED',
  ],
});

export const revokeVendorLink = endpoint({
  method: 'POST',
  path: '/api/vendor-links/{id}/revoke',
  summary: 'Make a vendor’s link worthless',
  access: 'session',
  permission: 'vendor-links.revoke',
  params: v.object({ id: Uuid }),
  answers: { 200: VendorLink },
  errors: ['VENDOR_LINK_OVER'],
});
