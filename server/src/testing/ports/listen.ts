import type { Server } from 'node:net';

/** Lets a test's server listen on a port of its own on this machine. `close` also ends what clients left open. */
export async function listen(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server that listens has a port');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: address.port, close };
}
