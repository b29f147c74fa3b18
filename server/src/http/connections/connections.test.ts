import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as { port: number }).port;
});
afterAll(() => server.close());

/** Sends bytes as they are and reads until the server hangs up. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part) => (answer += part.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

const host = `Host: localhost:4000\r\nConnection: close\r\nAccept: text/html\r\n\r\n`;

describe('a request line without an address', () => {
  test.each(['//', '//[', '//a:99999/', '//evil.example/login', '/\\evil.example', '/login\\x'])(
    '%s: 404',
    async (url) => {
      expect(await raw(`GET ${url} HTTP/1.1\r\n${host}`)).toMatch(/^HTTP\/1\.1 404 /);
    },
  );
});

describe('requests that are not HTTP', () => {
  test.each([
    ['a wrong method', 'BREW / HTTP/1.1\r\n\r\n', 400, 'MALFORMED_BODY'],
    ['two lengths', `POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${host}`, 400, 'MALFORMED_BODY'],
    ['two hosts', `GET /healthz HTTP/1.1\r\nhost: evil.example\r\n${host}`, 400, 'MALFORMED_BODY'],
    ['headers without end', `GET / HTTP/1.1\r\nX-Filler: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'BODY_TOO_LARGE'],
  ])('%s gets an error body like any other refusal', async (_what, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ Code: code });
  });
});

test('a body that never arrives does not keep its connection', async () => {
  const { server: http } = server.app;
  expect([http.requestTimeout, http.headersTimeout]).toEqual([15_000, 15_000]);
  [http.requestTimeout, http.headersTimeout] = [500, 500];
  const answer = await raw(
    `POST /nope HTTP/1.1\r\nContent-Length: 16000\r\nContent-Type: application/json\r\n${host}{`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('took too long to arrive');
});

test('plain text is no JSON', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: 'localhost:4000', 'content-type': 'text/plain' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(415);
});

test('one address cannot take every connection', async () => {
  const sockets = Array.from({ length: 300 }, () => connect(port, '127.0.0.1'));
  const closed = new Set<unknown>();
  for (const socket of sockets) socket.on('error', () => {}).on('close', () => closed.add(socket));
  await expect.poll(() => closed.size).toBe(300 - 256);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => closed.size).toBe(300);
  await expect.poll(() => raw(`GET /healthz HTTP/1.1\r\n${host}`)).toMatch(/^HTTP\/1\.1 200 /);
});
