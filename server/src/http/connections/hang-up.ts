import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes closing the server end every connection as soon as no answer is being sent on it. By itself, Node waits up to a
 * minute for connections without a request, such as those that browsers open in advance, and for busy connections.
 * While closing, Node no longer ends slow requests and unread answers, so every connection still open after a while is
 * closed.
 * @param patience in milliseconds
 */
export function hangUpOnClose(app: FastifyInstance, patience: number): void {
  const underWay = new Map<Socket, number>();
  let closing = false;
  const endIfQuiet = (socket: Socket) => {
    if (closing && underWay.get(socket) === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
    endIfQuiet(socket);
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (!underWay.has(socket)) return;
      underWay.set(socket, underWay.get(socket)! - 1);
      endIfQuiet(socket);
    });
  });
  app.addHook('preClose', (done) => {
    closing = true;
    for (const socket of underWay.keys()) endIfQuiet(socket);
    setTimeout(() => {
      for (const socket of underWay.keys()) socket.destroy();
    }, patience).unref();
    done();
  });
}
