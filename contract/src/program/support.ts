import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Email, RecaptchaToken, requiredFreeText, requiredLine, requiredText, text } from '../fields.ts';

/** The number that people quote to support. */
const Reference = v.object({ reference: v.string() });

/** The form of Contact Us, as the person fills it in. */
export const SupportMessage = v.object({
  /** Where support sends its answer. */
  email: Email,
  subject: requiredLine(120),
  message: requiredFreeText(4000),
});

/** Contact Us: the message becomes an email to the program's support, which replies to the address given. */
export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/api/support/messages',
  summary: 'Write to support as the signed-in person',
  access: 'session',
  limit: { per: 'session', requests: 10, windowSeconds: 3600 },
  body: SupportMessage,
  answers: { 200: Reference },
  errors: [],
});

/** The 404 page: anyone can report a broken address. Only its path is stored, because the rest can be a secret. */
export const reportBrokenLink = endpoint({
  method: 'POST',
  path: '/api/support/broken-links',
  summary: 'Report an address that leads nowhere',
  access: 'public',
  limit: { per: 'address', requests: 120, windowSeconds: 600 },
  body: v.object({
    path: v.pipe(requiredText(512), v.regex(/^\/[^\s?#]*$/, 'format')),
    customSlug: v.optional(text(64)),
    recaptchaToken: RecaptchaToken,
  }),
  answers: { 200: Reference },
  errors: ['RECAPTCHA_LOCK'],
});
