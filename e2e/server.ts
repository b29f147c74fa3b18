import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** A fixed key ring, so that a copy of the demo database opens in every server of a run. */
export const keyring = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** The product itself, running for one story. */
export interface Server {
  origin: string;
  databaseUrl: string;
  /** Moves the server's clock forward. */
  advance(seconds: number): Promise<void>;
  /** Looks into or prepares the story's database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts `server/src/main.ts` on a database and a free port, and waits until it says that it is ready. */
export async function startServer(databaseUrl: string, environment: Record<string, string> = {}): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.env['FLORIN_NODE'] ?? 'node', ['--disable-warning=ExperimentalWarning', main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      KEYS: 'environment',
      KEYRING: keyring,
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout!.on('data', (part: Buffer) => (output += part));
  child.stderr!.on('data', (part: Buffer) => (output += part));
  await answer(child, 'ready', () => output);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  return {
    origin: `http://localhost:${port}`,
    databaseUrl,
    async advance(seconds) {
      const moved = answer(child, 'advanced', () => output);
      child.send({ advanceSeconds: seconds });
      await moved;
    },
    output: () => output,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async stop() {
      await pool.end();
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      const faults = output.split('\n').filter((line) => /"level":(50|60)/.test(line));
      if (faults.length > 0) throw new Error(`The server logged faults:\n${faults.join('\n')}`);
    },
  };
}

async function answer(child: ChildProcess, expected: string, output: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onMessage = (message: unknown) => {
      if (message !== expected) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve();
    };
    const onExit = () => reject(new Error(`The server ended before it was ${expected}:\n${output()}`));
    child.on('message', onMessage).once('exit', onExit);
  });
}
