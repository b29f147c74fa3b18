import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { isForeign } from './origin.ts';

const request = (method: string, headers: Record<string, string>) =>
  ({ method, headers: { host: 'cards.example.com', ...headers } }) as unknown as FastifyRequest;

test.each<[string, string, Record<string, string>, boolean]>([
  ['our own page', 'POST', { origin: 'https://cards.example.com', 'sec-fetch-site': 'same-origin' }, false],
  ['a caller that is no browser', 'POST', {}, false],
  ['another site', 'POST', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, true],
  ['another site without fetch metadata', 'POST', { origin: 'https://evil.example' }, true],
  ['a sibling host', 'POST', { 'sec-fetch-site': 'same-site' }, true],
  ['a sandboxed frame', 'POST', { origin: 'null' }, true],
  ['a form that carries the cookie', 'POST', { cookie: '__Host-sid=ses_x' }, true],
  ['our page with the cookie', 'POST', { cookie: '__Host-sid=ses_x', 'x-requested-by': 'florin' }, false],
  ['reading', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
])('%s', (_who, method, headers, foreign) => {
  expect(isForeign(request(method, headers))).toBe(foreign);
});
