import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isForeign, isOwnOrigin } from './origin.ts';

const publicOrigin = 'https://cards.example.com';
const request = (method: string, headers: Record<string, string>) =>
  ({ method, headers: { host: 'cards.example.com', ...headers } }) as unknown as FastifyRequest;

test.each<[string, string, Record<string, string>, boolean]>([
  ['our own page', 'POST', { origin: 'https://cards.example.com', 'sec-fetch-site': 'same-origin' }, false],
  ['a caller that is not a browser', 'POST', {}, false],
  ['another site', 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site without fetch metadata', 'POST', { origin: 'https://evil.example' }, true],
  ['a sibling host', 'POST', { 'sec-fetch-site': 'same-site' }, true],
  ['our host without TLS', 'POST', { origin: 'http://cards.example.com' }, true],
  ['our host with another scheme', 'POST', { origin: 'ftp://cards.example.com' }, true],
  ['our host at another port', 'POST', { origin: 'https://cards.example.com:8443' }, true],
  ['a sandboxed frame', 'POST', { origin: 'null' }, true],
  ['a form that sends the cookie', 'POST', { cookie: '__Host-sid=ses_x' }, true],
  ['our page with the cookie', 'POST', { cookie: '__Host-sid=ses_x', 'x-requested-by': 'florin' }, false],
  ['reading', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_who, method, headers, foreign) => {
  expect(isForeign(request(method, headers), publicOrigin)).toBe(foreign);
});

test('without TLS only if the installation has none', () => {
  const plain = request('POST', { origin: 'http://cards.example.com' });
  expect(isForeign(plain, 'http://cards.example.com')).toBe(false);
  expect(isForeign(plain, publicOrigin)).toBe(true);
});

test.each<[string, string, string, boolean]>([
  ['https://cards.example.com', 'cards.example.com', publicOrigin, true],
  ['https://cards.example.com', 'CARDS.example.com', publicOrigin, true],
  // Some proxies pass on the default port.
  ['https://cards.example.com', 'cards.example.com:443', publicOrigin, true],
  ['https://cards.example.com:8443', 'cards.example.com:8443', publicOrigin, true],
  ['https://cards.example.com:8443', 'cards.example.com', publicOrigin, false],
  ['https://cards.example.com', 'cards.example.com:8443', publicOrigin, false],
  ['https://cards.example.com', 'cards.example.com:99999', publicOrigin, false],
  ['http://cards.example.com', 'cards.example.com', publicOrigin, false],
  ['http://localhost:4000', 'localhost:4000', 'http://localhost:4000', true],
  ['http://localhost:4001', 'localhost:4000', 'http://localhost:4000', false],
  ['http://localhost', 'localhost:4000', 'http://localhost:4000', false],
  ['https://evil.example', 'cards.example.com', publicOrigin, false],
  ['https://sub.cards.example.com', 'cards.example.com', publicOrigin, false],
  ['https://example.com', 'cards.example.com', publicOrigin, false],
  ['https://cards.example.com/', 'cards.example.com', publicOrigin, false],
  ['https://cards.example.com@evil.example', 'cards.example.com', publicOrigin, false],
  ['android:apk-key-hash:abc', 'cards.example.com', publicOrigin, false],
  ['https://cards.example.com', '', publicOrigin, false],
  ['null', 'cards.example.com', publicOrigin, false],
])('%s at %s of %s: %j', (origin, host, own, isOwn) => {
  expect(isOwnOrigin(origin, host, own)).toBe(isOwn);
});
