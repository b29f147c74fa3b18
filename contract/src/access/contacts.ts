import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Email, EntityType, ResendInSeconds, TypedAccessCode, Uuid } from '../fields.ts';
import { CountryCode, Phone } from './registration.ts';

const Contact = v.object({
  id: v.string(),
  kind: EntityType,
  /** The whole address; only its owner sees it. */
  address: v.string(),
  entityMasked: v.string(),
  verified: v.boolean(),
  /** The phone has replied STOP; texts to it are refused until it replies START. */
  stopped: v.boolean(),
  /**
   * The confirmation code that still works: its remaining time, and when another can be sent; null if there is none.
   */
  code: v.nullable(v.object({ expiresInSeconds: v.number(), resendInSeconds: v.number() })),
});
export type Contact = v.InferOutput<typeof Contact>;

const limit = { per: 'session', requests: 60, windowSeconds: 600 } as const;
const sending = ['RESEND_LIMIT_REACHED', 'STOP_LIST_REQUESTED', 'DELIVERY_DELAYED', 'LOCKED'] as const;

export const contacts = endpoint({
  method: 'GET',
  path: '/api/contacts',
  summary: 'Email addresses and phones of the signed-in person',
  access: 'session',
  answers: { 200: v.object({ contacts: v.array(Contact) }) },
  errors: [],
});

/**
 * fast-phone-verification, first step: the phone is saved as unconfirmed and gets a code. A phone that is already saved
 * is identified by its id.
 */
export const addPhone = endpoint({
  method: 'POST',
  path: '/api/contacts/phones',
  summary: 'Add a phone and send it a secure access code',
  access: 'session',
  limit,
  body: v.object({ countryCode: CountryCode, phone: Phone }),
  answers: { 200: Contact },
  errors: ['STEP_UP_REQUIRED', 'PHONE_NOT_ALLOWED', 'CONTACT_LIMIT_REACHED', ...sending],
});
export const addEmail = endpoint({
  method: 'POST',
  path: '/api/contacts/emails',
  summary: 'Add an email address and send it a secure access code',
  access: 'session',
  limit,
  body: v.object({ email: Email }),
  answers: { 200: Contact },
  errors: ['STEP_UP_REQUIRED', 'CONTACT_LIMIT_REACHED', ...sending],
});
export const sendContactCode = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/send-code',
  summary: 'Send a secure access code to an unconfirmed address',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  answers: { 200: v.object({ entityMasked: v.string(), resendInSeconds: ResendInSeconds }) },
  errors: ['PHONE_NOT_ALLOWED', ...sending],
});
export const confirmContact = endpoint({
  method: 'POST',
  path: '/api/contacts/{id}/confirm',
  summary: 'Confirm an address with the code sent to it',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  body: v.object({ code: TypedAccessCode }),
  answers: { 200: Contact },
  errors: [
    'InvalidCodeFormat',
    'MFA_INVALID_CODE',
    'MFA_CODE_EXPIRED',
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'RESEND_LIMIT_REACHED',
    'DELIVERY_DELAYED',
    'LOCKED',
  ],
});
export const removeContact = endpoint({
  method: 'DELETE',
  path: '/api/contacts/{id}',
  summary: 'Remove an address',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', 'LAST_FACTOR'],
});
