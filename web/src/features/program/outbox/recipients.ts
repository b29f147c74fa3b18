import type { OutboxMessage } from '@florin/contract/program/outbox';

/** Everyone who got something, in the order of the alphabet. */
export function recipientsOf(messages: readonly OutboxMessage[]): string[] {
  return [...new Set(messages.map(({ to }) => to))].toSorted((a, b) => a.localeCompare(b));
}

/** The messages of one recipient, or of all. */
export function messagesTo(messages: readonly OutboxMessage[], to: string | null): readonly OutboxMessage[] {
  return to === null ? messages : messages.filter((message) => message.to === to);
}
