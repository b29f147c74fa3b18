import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to a database that a test can cut, as if the database had crashed. */
export interface CuttableDatabase {
  url: string;
  /** Ends every connection; new ones are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Ends the connection on which the database next answers with this text, instead of passing the answer on. */
  loseAnswer(text: string): void;
  /** Holds back every answer, as if the database hung; calls still reach it. */
  hang(): void;
  /** Hangs from the answer with this text on. @returns when the database has given that one */
  fallSilent(text: string): Promise<void>;
  /** Passes on what was held back. */
  speak(): void;
  close(): Promise<void>;
}

/** Puts a relay before a database that is reached by a unix socket. */
export async function cuttable(databaseUrl: string): Promise<CuttableDatabase> {
  const socketName = '.s.PGSQL.5432';
  const target = join(new URL(databaseUrl).searchParams.get('host')!, socketName);
  const folder = await mkdtemp(join(tmpdir(), 'florin-cut-'));
  const open = new Set<Socket>();
  const nears = new Set<Socket>();
  let lost: string | null = null;
  let last: { text: string; given: () => void } | null = null;
  let isSilent = false;
  const hang = () => {
    isSilent = true;
    for (const socket of nears) socket.cork();
  };
  const relay = createServer((near) => {
    const far = connect(target);
    nears.add(near.on('close', () => nears.delete(near)));
    if (isSilent) near.cork();
    far.on('data', (answer: Buffer) => {
      if (last && answer.includes(last.text)) {
        hang();
        last.given();
        last = null;
      }
      if (lost === null || !answer.includes(lost)) return;
      lost = null;
      near.destroy();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const mend = async () => {
    relay.listen(join(folder, socketName));
    await once(relay, 'listening');
  };
  const cut = async () => {
    const closed = once(relay, 'close');
    relay.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  await mend();
  const url = new URL(databaseUrl);
  url.searchParams.set('host', folder);
  return {
    url: url.href,
    cut,
    mend,
    hang,
    loseAnswer: (text) => void (lost = text),
    fallSilent: (text) => new Promise((given) => (last = { text, given })),
    speak() {
      isSilent = false;
      for (const socket of nears) socket.uncork();
    },
    async close() {
      if (relay.listening) await cut();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
