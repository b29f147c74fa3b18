import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isForeign } from './origin.ts';

const publicOrigin = 'https://cards.example.com';
const request = (method: string, headers: Record<string, string>) =>
  ({ method, headers: { host: 'cards.example.com', ...headers } }) as unknown as FastifyRequest;

test.each<[string, string, Record<string, string>, boolean]>([
  ['our own page', 'POST', { origin: 'https://cards.example.com', 'sec-fetch-site': 'same-origin' }, false],
  ['a caller that is no browser', 'POST', {}, false],
  ['another site', 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site without fetch metadata', 'POST', { origin: 'https://evil.example' }, true],
  ['a sibling host', 'POST', { 'sec-fetch-site': 'same-site' }, true],
  ['our host without TLS', 'POST', { origin: 'http://cards.example.com' }, true],
  ['our host by another scheme', 'POST', { origin: 'ftp://cards.example.com' }, true],
  ['our host at another port', 'POST', { origin: 'https://cards.example.com:8443' }, true],
  ['a sandboxed frame', 'POST', { origin: 'null' }, true],
  ['a form that carries the cookie', 'POST', { cookie: '__Host-sid=ses_x' }, true],
  ['our page with the cookie', 'POST', { cookie: '__Host-sid=ses_x', 'x-requested-by': 'florin' }, false],
  ['reading', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_who, method, headers, foreign) => {
  expect(isForeign(request(method, headers), publicOrigin)).toBe(foreign);
});

test('without TLS only where the installation has none', () => {
  const plain = request('POST', { origin: 'http://cards.example.com' });
  expect(isForeign(plain, 'http://cards.example.com')).toBe(false);
  expect(isForeign(plain, publicOrigin)).toBe(true);
});
