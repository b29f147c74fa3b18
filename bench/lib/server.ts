import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** The folder for compiled modules, shared with `npm start`. */
const compileCache = fileURLToPath(new URL('../../.cache/node', import.meta.url));

export interface Product {
  origin: string;
  pid: number;
  dataDir: string;
  /** Milliseconds from the start of the process until it was ready. */
  startMilliseconds: number;
  /** Stops it cleanly; with `keepData` its data stays. */
  stop(): Promise<void>;
  /** kill -9; the data stays. */
  kill(): Promise<void>;
}

/** The process of the PostgreSQL that a product runs. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Starts the product as `npm start` does, on a free port and, by default, on data of its own.
 * @param options.dataDir existing data; it is not removed
 */
export async function startProduct(
  environment: Record<string, string> = {},
  options: { dataDir?: string } = {},
): Promise<Product> {
  const port = await freePort();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'florin-bench-')));
  const began = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=4', main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // What is measured is not the demo's two years.
      DEMO_LIFE: 'off',
      DEMO_LIVE: 'off',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await ready(child);
  const ended = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  return {
    origin: `http://localhost:${port}`,
    pid: child.pid!,
    dataDir,
    startMilliseconds: performance.now() - began,
    async stop() {
      await ended('SIGTERM');
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
    kill: () => ended('SIGKILL'),
  };
}

async function ready(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`The product ended with ${code} before it was ready.`)));
  });
}
