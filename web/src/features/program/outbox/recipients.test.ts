import type { OutboxMessage } from '@florin/contract/program/outbox';
import { expect, test } from 'vitest';
import { messagesTo, recipientsOf } from './recipients.ts';

const message = (id: string, to: string): OutboxMessage => ({
  id,
  at: '2026-11-21T10:00:00Z',
  channel: 'email',
  to,
  replyTo: null,
  subject: null,
  text: '',
});
const messages = [message('3', 'b@x'), message('2', 'a@x'), message('1', 'b@x')];

test('each recipient once, sorted', () => {
  expect(recipientsOf(messages)).toEqual(['a@x', 'b@x']);
});

test('one recipient, everyone, or someone who got nothing', () => {
  expect(messagesTo(messages, 'b@x').map(({ id }) => id)).toEqual(['3', '1']);
  expect(messagesTo(messages, null)).toHaveLength(3);
  expect(messagesTo(messages, 'c@x')).toEqual([]);
});
