import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Email, RecaptchaToken, requiredFreeText, text } from '../fields.ts';

/** The embedded live chat (reading 16): the message becomes an email to support. */
export const sendChatMessage = endpoint({
  method: 'POST',
  path: '/api/chat/messages',
  summary: 'Send a message to support',
  access: 'public',
  limit: { per: 'address', requests: 120, windowSeconds: 600 },
  body: v.object({
    email: Email,
    message: requiredFreeText(4000),
    customSlug: v.optional(text(64)),
    recaptchaToken: RecaptchaToken,
  }),
  answers: { 200: v.object({ reference: v.string() }) },
  errors: ['RECAPTCHA_LOCK'],
});
