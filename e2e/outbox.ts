import type { OutboxMessage } from '@florin/contract/program/outbox';
import type { Server } from './server.ts';

/** Reads the outbox as a person reads their mail and phone: waits for what has not come yet. */
export async function nextMessage(server: Server, seen: ReadonlySet<string>, to?: string): Promise<OutboxMessage> {
  const until = Date.now() + 10_000;
  while (Date.now() < until) {
    const response = await fetch(`${server.origin}/outbox/messages`);
    const messages = (await response.json()) as OutboxMessage[];
    const message = messages.find((m) => !seen.has(m.id) && (to === undefined || m.to.includes(to)));
    if (message) return message;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No new message${to ? ` to ${to}` : ''} within ten seconds.`);
}

/** The six digits of a message. */
export function codeIn(message: OutboxMessage): string {
  const code = /\b\d{6}\b/.exec(message.text)?.[0];
  if (!code) throw new Error(`No code in: ${message.text}`);
  return code;
}
