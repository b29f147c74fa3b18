import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { hangUpOnClose } from './hang-up.ts';

test('closing waits for answers under way and for nothing else', { timeout: 3000 }, async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  hangUpOnClose(app);
  let answer = () => {};
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  app.get('/slow', async () => {
    asked();
    await new Promise<void>((resolve) => (answer = resolve));
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
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
