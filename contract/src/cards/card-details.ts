import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../fields.ts';

const CardNumber = v.pipe(v.string(), v.regex(/^\d{16}$/));
/** The last day of a card's last month, yyyy-mm-dd. */
const ExpirationDate = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));

/** The details embossed on a card, and its security code (section 3, card details response). */
export const embossedFields = {
  cardNumber: CardNumber,
  nameOnCard: v.string(),
  expirationDate: ExpirationDate,
  cvV2: v.pipe(v.string(), v.regex(/^\d{3,4}$/)),
};

/** One of the account's cards; without it, the current one. */
const OneOfCards = v.object({ cardId: v.optional(Uuid) });

/**
 * The full details of a card of the current account. Needs a second factor proven in the last five minutes (section 6,
 * decision 023).
 */
export const viewCardDetails = endpoint({
  method: 'POST',
  path: '/api/card-details/view',
  summary: 'The number, expiry and security code of the current account’s card',
  access: 'session',
  permission: 'card-details.view',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: OneOfCards,
  answers: { 200: v.object(embossedFields) },
  errors: ['STEP_UP_REQUIRED', 'MFA_EMAIL_NOT_EXISTS', 'HELD_AFTER_CHANGE', 'CARD_NOT_VIEWABLE'],
});

/** The views of a card of the current account, newest first. */
export const cardDetailsViews = endpoint({
  method: 'GET',
  path: '/api/card-details/views',
  summary: 'When the details of the current account’s card were viewed, and by whom',
  access: 'session',
  permission: 'card-details.view',
  query: OneOfCards,
  answers: {
    200: v.object({
      /** Null where the account has no card, or not that one. */
      card: v.nullable(
        v.object({
          last4: v.string(),
          nameOnCard: v.string(),
          isViewable: v.boolean(),
          /**
           * The end of the hold after a security change, if no older factor can lift it (decision 023); null otherwise.
           */
          heldUntil: v.nullable(v.string()),
        }),
      ),
      views: v.array(
        v.object({
          id: v.string(),
          at: v.string(),
          by: v.picklist(['HOLDER', 'VENDOR']),
          /** For a vendor's view: the address the link was sent to, and its sender. */
          vendor: v.nullable(v.object({ email: v.string(), sentBy: v.string() })),
        }),
      ),
    }),
  },
  errors: [],
});
