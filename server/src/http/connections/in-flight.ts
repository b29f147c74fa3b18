import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Keeps the server open until a piece of work is done. */
export type Track = <T>(work: Promise<T>) => Promise<T>;

/**
 * Work continues after its caller has disconnected, so closing the server waits for the work itself. Afterwards nothing
 * queries the database. The handlers of all routes are tracked; hooks with queries are tracked explicitly, because they
 * run before the handler.
 */
export function trackWork(app: FastifyInstance): Track {
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    // Between a tracked hook and its handler, a request is not in the set until the next turn of the event loop.
    do {
      await Promise.allSettled(running);
      await turnOfTheEventLoop();
    } while (running.size > 0);
  });
  const track: Track = (work) => {
    running.add(work);
    const forget = () => running.delete(work);
    work.then(forget, forget);
    return work;
  };
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handle(request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (answer instanceof Promise) void track(answer);
      return answer;
    };
  });
  return track;
}
