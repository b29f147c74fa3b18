import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

export const OutboxMessage = v.object({
  id: v.string(),
  at: v.string(),
  channel: v.picklist(['email', 'sms']),
  to: v.string(),
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
