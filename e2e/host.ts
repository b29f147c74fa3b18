import { readConfig } from '../server/src/config.ts';
import { embeddedServerRole, urlForRole } from '../server/src/db/roles.ts';
import { offsetClock, type OffsetClock } from '../server/src/ports/clock/offset.ts';
import { startServer, type RunningServer } from '../server/src/start.ts';
import { demoDatabase, testKeyring } from '../server/src/testing/database/template.ts';

/** What `server.ts` asks of this process; each order is answered with its id. */
export type Order =
  | { do: 'start'; environment: Record<string, string> }
  | { do: 'advance'; seconds: number }
  | { do: 'stop' };
export interface Answer {
  id: number;
  error?: string;
  /** The address of the database of a server that has started, for its owner. */
  databaseUrl?: string;
  /** The lines of the log, once a server has stopped. */
  log?: string[];
}

/** One server at a time; the process stays, so that the product's modules are loaded once for all stories of a worker. */
let running: { server: RunningServer; drop: () => Promise<void>; clock: OffsetClock; lines: string[] } | undefined;

async function obey(order: Order): Promise<Omit<Answer, 'id' | 'error'>> {
  if (order.do === 'start') {
    const clock = offsetClock();
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const { url: databaseUrl, drop } = await demoDatabase();
    const config = readConfig({
      LOG_LEVEL: 'error',
      DATABASE_URL: urlForRole(databaseUrl, embeddedServerRole),
      KEYS: 'environment',
      KEYRING: testKeyring,
      ...order.environment,
    });
    running = { server: await startServer(config, { clock, log, jobsByClock: false }), drop, clock, lines };
    return { databaseUrl };
  }
  if (!running) throw new Error('No server is running.');
  if (order.do === 'advance') {
    running.clock.advance(order.seconds);
    return {};
  }
  const { server, drop, lines } = running;
  running = undefined;
  await server.close();
  await drop();
  return { log: lines };
}

process.on('message', ({ id, ...order }: Order & { id: number }) => {
  const tell = (answer: Omit<Answer, 'id'>) => process.send!({ id, ...answer });
  obey(order).then(tell, (error: unknown) => tell({ error: (error as Error).stack ?? String(error) }));
});
process.on('disconnect', () => process.exit(0));
