import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { hangUpOnClose } from './hang-up.ts';

function server(patience: number) {
  const app = Fastify({ forceCloseConnections: 'idle' });
  hangUpOnClose(app, patience);
  /** Listens, and returns a function that opens a connection. */
  const listen = async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
  };
  return { app, listen };
}

test('closing waits for answers under way and for nothing else', async () => {
  // Longer than the test may take: waiting for it fails the test.
  const { app, listen } = server(600_000);
  let answer = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  app.get('/slow', async () => {
    asked();
    await new Promise<void>((resolve) => (answer = resolve));
    return 'done';
  });
  const open = await listen();
  const unused = await open();
  const busy = await open();
  let heard = '';
  busy.on('data', (part) => (heard += part.toString()));
  busy.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await isAsked;

  const closed = app.close();
  unused.resume();
  await once(unused, 'close');
  expect(heard).toBe('');
  answer();
  await Promise.all([closed, once(busy, 'close')]);
  expect(heard).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
});

test('but not for a body that never ends, or an answer that nobody reads', async () => {
  const { app, listen } = server(300);
  let answers = 0;
  app.post('/slow', () => 'done');
  app.get('/long', () => {
    answers += 1;
    return 'x'.repeat(16 * 1024 * 1024);
  });
  const open = await listen();
  const [sender, deaf] = [await open(), await open()];
  sender.write(
    'POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{',
  );
  deaf.pause().write('GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  const drip = setInterval(() => sender.write(' '), 50);
  // A cut connection may end with a reset.
  deaf.on('error', () => {});
  const isCutOff = new Promise((resolve) => sender.on('error', () => {}).once('close', resolve));
  await expect.poll(() => answers).toBeGreaterThan(0);

  const begun = performance.now();
  await app.close();
  expect(performance.now() - begun).toBeGreaterThan(250);
  deaf.destroy();
  await isCutOff;
  clearInterval(drip);
});
