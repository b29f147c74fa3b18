import { expect, vi } from 'vitest';
import type { TestBrowser } from './browser.ts';
import type { TestServer } from './server.ts';

export interface TestStream {
  status: number;
  /** The events so far, without the first, which is `open`. */
  events(): { id: string; kind: string; subject: string | null }[];
  text(): string;
  /** Waits until an event about the subject has come. */
  told(subject: string): Promise<void>;
  isOver(): boolean;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
}

/** Opens a stream of events (GET /api/events) as a signed-in browser. */
export async function openEvents(
  server: TestServer,
  browser: TestBrowser,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/events${query}`,
    remoteAddress: browser.address,
    headers: { cookie, ...headers },
    payloadAsStream: true,
  });
  const stream = answer.stream();
  let text = '';
  let isOver = false;
  stream.on('data', (piece: Buffer) => (text += piece.toString()));
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    stream.once('end', end).once('close', end).once('error', end);
  });
  const events = () =>
    [...text.matchAll(/^id: (e\d+)\ndata: (.*)$/gm)].map(([, id, data]) => {
      const { kind, id: subject } = JSON.parse(data!) as { kind: string; id: string | null };
      return { id: id!, kind, subject };
    });
  return {
    status: answer.statusCode,
    events,
    text: () => text,
    told: (subject) =>
      vi.waitFor(() => expect(events().map((event) => event.subject)).toContain(subject), {
        timeout: 30_000,
        interval: 5,
      }),
    isOver: () => isOver,
    ended,
  };
}
