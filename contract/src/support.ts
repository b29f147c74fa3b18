import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Email, requiredFreeText, requiredLine, requiredText, text } from './fields.ts';

/** What people quote when they come back to support. */
const Reference = v.object({ reference: v.string() });

/** The form of Contact Us, as the person fills it in. */
export const SupportMessage = v.object({
  /** Where support answers. */
  email: Email,
  subject: requiredLine(120),
  message: requiredFreeText(4000),
});

/** Contact Us: the message becomes an e-mail to the program's support, to be answered to the address it names. */
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

/** The 404 page: anybody can say which address leads nowhere. Only its path is kept, for the rest can be a secret. */
export const reportBrokenLink = endpoint({
  method: 'POST',
  path: '/api/support/broken-links',
  summary: 'Report an address that leads nowhere',
  access: 'public',
  limit: { per: 'address', requests: 10, windowSeconds: 3600 },
  body: v.object({
    path: v.pipe(requiredText(512), v.regex(/^\/[^\s?#]*$/, 'format')),
    customSlug: v.optional(text(64)),
  }),
  answers: { 200: Reference },
  errors: [],
});
