import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { embeddedLeakedPasswords } from './embedded.ts';
import { rangeLeakedPasswords } from './range.ts';

const log = pino({ level: 'silent' });
const leaked = { password: 'correct-but-leaked-42' };

async function rangeService(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/range/`, close: () => server.close() };
}

const digest = createHash('sha1').update(leaked.password).digest('hex').toUpperCase();

const implementations = {
  embedded: async () => ({ port: embeddedLeakedPasswords(), close: () => {} }),
  'range service': async () => {
    const { url, close } = await rangeService((_request, response) => response.end('AB:0\r\n'));
    return { port: rangeLeakedPasswords(url, log), close };
  },
};

describe.each(Object.entries(implementations))('%s', (_name, start) => {
  test.each([
    ['password123', true],
    ['PassWord123', true],
    ['password123456', true],
    ['Password2024!', true],
    ['iloveyou!!', true],
    ['dragon-987654321', true],
    ['123456111111', true],
    ['dragon 2024!!!', true],
    ['football 20 24', true],
    ['sunshine 1 2 3 4', true],
    ['monkey\u3000!\u00a0', true],
    ['sunshine over 1 2 3 4', false],
    ['password829175', false],
    ['paper-lantern-harbor-123456', false],
    ['paper-lantern-harbor-42', false],
    ['', false],
    ['\u0000', false],
    ['😀'.repeat(128), false],
  ])('%j: %s', async (password, expected) => {
    const { port, close } = await start();
    expect(await port.has(password)).toBe(expected);
    close();
  });
});

describe('range service', () => {
  test('tells it five digits only, and finds the rest in its answer', { tags: '@5.32' }, async () => {
    const asked: string[] = [];
    const service = await rangeService((request, response) => {
      asked.push([request.url, request.headers['add-padding']].join(' '));
      response.end(`00000:3\r\n${digest.slice(5)}:17\r\n`);
    });
    expect(await rangeLeakedPasswords(service.url, log).has(leaked.password)).toBe(true);
    expect(asked).toEqual([`/range/${digest.slice(0, 5)} true`]);
    service.close();
  });

  test('padding is no hit', async () => {
    const service = await rangeService((_request, response) => response.end(`${digest.slice(5)}:0\r\n`));
    expect(await rangeLeakedPasswords(service.url, log).has(leaked.password)).toBe(false);
    service.close();
  });

  test.each<[string, RequestListener]>([
    ['an error', (_request, response) => response.writeHead(503).end()],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a hang-up', (request) => request.socket.destroy()],
    ['silence', () => {}],
  ])('%s: the embedded list decides', async (_what, listener) => {
    const service = await rangeService(listener);
    const port = rangeLeakedPasswords(service.url, log);
    expect(await port.has(leaked.password)).toBe(false);
    expect(await port.has('password123')).toBe(true);
    service.close();
  });
});
