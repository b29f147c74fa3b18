import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

export const OutboxMessage = v.object({
  id: v.string(),
  at: v.string(),
  channel: v.picklist(['email', 'sms']),
  to: v.string(),
  /** The address for replies; null for the sender. */
  replyTo: v.nullable(v.string()),
  subject: v.nullable(v.string()),
  text: v.string(),
});
export type OutboxMessage = v.InferOutput<typeof OutboxMessage>;

/** Every mail and text of the embedded mode, newest first. */
export const outboxMessages = endpoint({
  method: 'GET',
  path: '/outbox/messages',
  summary: 'Mail and texts, as their recipients would get them',
  access: 'embedded',
  answers: { 200: v.array(OutboxMessage) },
  errors: [],
});

/** The phones of this installation's people that have replied STOP, including those that never got a text. */
export const stoppedPhones = endpoint({
  method: 'GET',
  path: '/outbox/phones',
  summary: 'Phones of the embedded mode that want no texts',
  access: 'embedded',
  /** E.164. */
  answers: { 200: v.array(v.string()) },
  errors: [],
});

/**
 * A phone of the embedded mode replies to a text: STOP, START and HELP work as with a real carrier; other texts do
 * nothing.
 */
export const replyToText = endpoint({
  method: 'POST',
  path: '/outbox/phones',
  summary: 'Send a text as a phone of the embedded mode would',
  access: 'embedded',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  body: v.object({
    /** E.164. */
    from: v.pipe(requiredText(16), v.regex(/^\+[1-9]\d{6,14}$/, 'format')),
    text: requiredText(1600),
  }),
  answers: { 204: null },
  errors: [],
});
