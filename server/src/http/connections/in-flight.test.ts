import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { trackWork } from './in-flight.ts';

test('closing waits for work whose caller has hung up, and for further work it starts', async () => {
  const app = Fastify();
  const track = trackWork(app);
  let finish = () => {};
  const order: string[] = [];
  const first = track(
    new Promise<void>((resolve) => (finish = resolve)).then(() =>
      track(Promise.resolve()).then(() => order.push('second')),
    ),
  );
  await app.ready();
  const closed = app.close().then(() => order.push('closed'));
  finish();
  await Promise.all([first, closed]);
  expect(order).toEqual(['second', 'closed']);
});

test('closing waits for the handler of any route', async () => {
  const app = Fastify();
  trackWork(app);
  const order: string[] = [];
  let answer = () => {};
  const entered = new Promise<void>((enter) => {
    app.get('/', async () => {
      enter();
      await new Promise<void>((resolve) => (answer = resolve));
      order.push('answered');
      return {};
    });
  });
  const asked = app.inject('/').then(({ statusCode }) => statusCode);
  await entered;
  // Of these hooks the last runs first.
  app.addHook('onClose', async () => void setImmediate(answer));
  await Promise.all([asked, app.close().then(() => order.push('closed'))]);
  expect(order).toEqual(['answered', 'closed']);
});

test('closing waits for a handler that follows a tracked hook', async () => {
  const app = Fastify();
  const order: string[] = [];
  // Of these hooks the last runs first.
  app.addHook('onClose', async () => void order.push('closed'));
  const track = trackWork(app);
  let admit = () => {};
  const entered = new Promise<void>((enter) => {
    const onRequest = async () => {
      const admission = new Promise<void>((resolve) => (admit = resolve));
      enter();
      await track(admission);
    };
    app.get('/', { onRequest, preHandler: async () => {} }, async () => {
      for (let turn = 0; turn < 10; turn += 1) await turnOfTheEventLoop();
      order.push('answered');
      return {};
    });
  });
  const asked = app.inject('/').then(({ statusCode }) => statusCode);
  await entered;
  app.addHook('onClose', async () => void turnOfTheEventLoop().then(admit));
  await Promise.all([asked, app.close()]);
  expect(order).toEqual(['answered', 'closed']);
});

test('failing work does not keep the server open', async () => {
  const app = Fastify();
  const track = trackWork(app);
  await expect(track(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  await app.close();
  expect(app.server.listening).toBe(false);
});
