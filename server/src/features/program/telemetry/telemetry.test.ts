import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { loggable } from './rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { TELEMETRY_COLLECTOR: 'https://otel.example.com/', TELEMETRY_SAMPLING: '0.25' },
  });
});
afterAll(() => server.close());

test(
  'the telemetry configuration has the address for spans and their share',
  { tags: ['@7.28', '@7.30'] },
  async () => {
    const answer = await server.app.inject('/assets/telemetry.json');
    expect(answer.json()).toEqual({
      telemetry: { collectorUrl: 'https://otel.example.com', serviceName: 'florin-web', samplingProbability: 0.25 },
    });
    expect((await server.app.inject('/assets/config.json')).json()).toMatchObject({ telemetry: true });
  },
);

test('an error of a page is logged with its id, without possible secrets', { tags: '@8.33' }, async () => {
  const lines: string[] = [];
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
  const app = await createApp({ ...server.context, log: pino({ level: 'warn' }, stream) });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/client-errors',
    headers: { host: 'localhost', 'x-requested-by': 'florin' },
    payload: {
      errorId: '0a1b2c',
      name: 'TypeError',
      message: 'card 4000 1234 5678 9010 of maya@example.com\r\n{"level":60}',
      stack: 'at https://cards.example.com/reset?code=abc:1:2',
      route: '/dashboard',
      appVersion: '0.1.0 a1',
    },
  });
  await app.close();
  expect(answer.statusCode).toBe(204);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 40,
    correlationId: answer.headers['x-correlation-id'],
    clientError: { errorId: '0a1b2c', message: 'card [number] of [address] \n{"level":60}', route: '/dashboard' },
  });
  expect(lines[0]).not.toMatch(/4000|maya|code=/);
});

test.each([
  ['4000123456789010', '[number]'],
  ['4000-1234-5678-9010', '[number]'],
  [`ses_${'A'.repeat(43)}`, '[token]'],
  ['0199aa11-2233-7444-8555-66778899aabb', '0199aa11-2233-7444-8555-66778899aabb'],
])('a valid id of an error is logged unchanged: %s as %s', (errorId, logged) => {
  const report = { name: 'TypeError', message: '', stack: '', route: '/', appVersion: '1' };
  expect(loggable({ errorId, ...report }).errorId).toBe(logged);
});
