import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';
import type { Answer, Order } from './host.ts';
import { endProcess, startProcess } from './process.ts';

/** The product itself, running for one story. */
export interface Server {
  origin: string;
  databaseUrl: string;
  /** Moves the server's clock forward. */
  advance(seconds: number): Promise<void>;
  /** Looks into or prepares the story's database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Drops the database, too. Fails when the server has logged a fault; brings all that it has logged. */
  stop(): Promise<string>;
}

/** A process in which one server after the other runs (decision 009). */
export interface Host {
  /** Starts the product on a free port and a database of its own with the demo data, and waits until it is ready. */
  startServer(environment?: Record<string, string>): Promise<Server>;
  stop(): Promise<void>;
}

export function startHost(): Host {
  const { FLORIN_TEST_CLUSTER, FLORIN_TEST_DEMO } = process.env;
  const child = startProcess('host.ts', { FLORIN_TEST_CLUSTER, FLORIN_TEST_DEMO });
  const ask = orders(child);
  // One port for all stories of a worker: to its browser they are one origin, whose files it need not load anew.
  let choosing: Promise<number> | undefined;
  return {
    async startServer(environment = {}) {
      const port = String(await (choosing ??= freePort()));
      const { databaseUrl = '' } = await ask({ do: 'start', environment: { PORT: port, ...environment } });
      let connecting: Promise<pg.Client> | undefined;
      const connected = () => (connecting ??= connect(databaseUrl));
      return {
        origin: `http://localhost:${port}`,
        databaseUrl,
        advance: async (seconds) => void (await ask({ do: 'advance', seconds })),
        sql: async (text, values) => (await (await connected()).query(text, values)).rows,
        async stop() {
          await (await connecting)?.end();
          const { log = [] } = await ask({ do: 'stop' });
          const faults = log.filter((line) => /"level":(50|60)/.test(line));
          if (faults.length > 0) throw new Error(`The server logged faults:\n${faults.join('')}`);
          return log.join('');
        },
      };
    },
    stop: () => endProcess(child),
  };
}

/** Sends an order and waits for its answer; a process that ends owes all of them. */
function orders(child: ChildProcess): (order: Order) => Promise<Answer> {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let last = 0;
  child.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(answer.error));
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`The server's process ended: ${code ?? signal}.`));
    waiting.clear();
  });
  return (order) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send({ id: last, ...order }, (error) => error && reject(error));
    });
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
