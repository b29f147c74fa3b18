import { readConfig } from '../server/src/config.ts';
import { offsetClock, type OffsetClock } from '../server/src/ports/clock/offset.ts';
import { startServer, type RunningServer } from '../server/src/start.ts';

/** What `server.ts` asks of this process; each order is answered with its id. */
export type Order =
  | { do: 'start'; environment: Record<string, string> }
  | { do: 'advance'; seconds: number }
  | { do: 'stop' };
export interface Answer {
  id: number;
  error?: string;
  /** The lines of the log, once a server has stopped. */
  log?: string[];
}

/** One server at a time; the process stays, so that the product's modules are loaded once for all stories of a worker. */
let running: { server: RunningServer; clock: OffsetClock; lines: string[] } | undefined;

async function obey(order: Order): Promise<{ log?: string[] }> {
  if (order.do === 'start') {
    const clock = offsetClock();
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const config = readConfig({ LOG_LEVEL: 'error', ...order.environment });
    running = { server: await startServer(config, { clock, log, jobsByClock: false }), clock, lines };
    return {};
  }
  if (!running) throw new Error('No server is running.');
  if (order.do === 'advance') {
    running.clock.advance(order.seconds);
    return {};
  }
  const { server, lines } = running;
  running = undefined;
  await server.close();
  return { log: lines };
}

process.on('message', ({ id, ...order }: Order & { id: number }) => {
  const tell = (answer: Omit<Answer, 'id'>) => process.send!({ id, ...answer });
  obey(order).then(tell, (error: unknown) => tell({ error: (error as Error).stack ?? String(error) }));
});
process.on('disconnect', () => process.exit(0));
