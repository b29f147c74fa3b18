import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const glanceMilliseconds = 500;
/** This many glances in a row without a sign of life mean that the database hangs. */
const glancesAtMost = 6;

/**
 * A pool that ends its connections while the database hangs: connections stay open, but nothing is answered. Without
 * that, calls would never end. The statements fail as if the database had crashed, and new connections fail
 * at once until it answers again.
 *
 * A statement may take as long as it needs: if a caller waits and no connection receives anything, the database is asked
 * for something else, over a connection of its own. Time is counted in glances, so that a process that was busy or stopped
 * itself still reads what has arrived.
 */
export function watchedPool(options: pg.PoolConfig): pg.Pool {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const stream = () => {
    const socket = new Socket();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The driver is about to connect it.
    if (isHanging) setImmediate(breakOff, socket);
    return socket;
  };
  const pool = new pg.Pool({ ...options, stream });
  void watch();
  return pool;

  async function watch(): Promise<void> {
    const received = new WeakMap<Socket, number>();
    let glances = 0;
    let probe: Probe | null = null;
    while (!pool.ended) {
      await delay(glanceMilliseconds, undefined, { ref: false });
      let isAlive = probe?.isAnswered === true;
      for (const socket of sockets) {
        if (socket.bytesRead > (received.get(socket) ?? 0)) isAlive = true;
        received.set(socket, socket.bytesRead);
      }
      const isAwaited = isHanging || pool.totalCount > pool.idleCount || pool.waitingCount > 0;
      glances = isAwaited && !isAlive ? glances + 1 : 0;
      if (glances === 0 || glances % glancesAtMost === 0 || probe?.socket.destroyed) {
        probe?.socket.destroy();
        probe = null;
      }
      if (glances > 0) probe ??= ask(options);
      isHanging = glances > 0 && (isHanging || glances >= glancesAtMost);
      if (isHanging) sockets.forEach(breakOff);
    }
    probe?.socket.destroy();
  }
}

/** The message is that of a lost connection (away.ts). */
const breakOff = (socket: Socket) =>
  void socket.destroy(new Error('Connection terminated: PostgreSQL has not answered for seconds'));

interface Probe {
  socket: Socket;
  isAnswered: boolean;
}

/** Asks the database for a connection and an empty query; a refusal is an answer, too. */
function ask({ connectionString }: pg.PoolConfig): Probe {
  const probe: Probe = { socket: new Socket(), isAnswered: false };
  const client = new pg.Client({ connectionString, application_name: 'florin probe', stream: () => probe.socket });
  const end = (error?: unknown) => {
    probe.isAnswered = error === undefined || error instanceof pg.DatabaseError;
    probe.socket.destroy();
  };
  client.on('error', () => {});
  client
    .connect()
    .then(() => client.query('select 1'))
    .then(() => end(), end);
  return probe;
}
