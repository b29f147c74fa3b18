import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEntryPath, paths, redirects } from '../paths.ts';
import { destinationOf } from './destination.ts';

const own: readonly string[] = Object.values(paths).filter(isEntryPath);

test.each(own)('%s leads there, even with a query, a fragment or a slash at its end', (path) => {
  for (const rest of ['', '/', '?page=2', '#top', '/?a=//evil.example']) expect(destinationOf(path + rest)).toBe(path);
});

test.each([
  [null, '/dashboard'],
  ['', '/dashboard'],
  ['/', '/dashboard'],
  ['/login', '/dashboard'],
  ['/outbox', '/dashboard'],
  ['/autologin', '/dashboard'],
  ['/reset-password/abc', '/dashboard'],
  ['dashboard', '/dashboard'],
  ['/Transactions', '/dashboard'],
  ['/my-transactions', '/my-transactions/purchases'],
  ['/cards/0190a000-0000-7000-8000-0000000000c1?x=1', '/cards/0190a000-0000-7000-8000-0000000000c1'],
  ['/cards/0190A000-0000-7000-8000-0000000000C1', '/dashboard'],
  ['/cards/$id', '/dashboard'],
  ['/cards/..%2f0190a000-0000-7000-8000-0000000000c1', '/dashboard'],
  ['/bills/0190a000-0000-7000-8000-0000000000c1', '/dashboard'],
])('%j leads to %s', (url, path) => {
  expect(destinationOf(url)).toBe(path);
});

/** Known forms of open redirects (security design P15), before, around and after an address of ours. */
const schemes = ['', '/', '//', '///', '\\\\', '/\\', '\\/', 'http:', 'https://', 'javascript:', 'data:text/html,', 'blob:', 'florin:', ' ', '\t', '\n', '\u0000', '%2f%2f', '%5c', '/.', '/..', '/..;', '.', '@', '/%09/', '\u2028', '\uFF0F']; // prettier-ignore
const hosts = ['evil.example', 'evil.example:443', 'user@evil.example', 'xn--80ak6aa92e.com', '127.0.0.1', '[::1]', 'localhost', 'alert(1)', '']; // prettier-ignore
const payload = fc.oneof(
  fc.tuple(fc.constantFrom(...schemes), fc.constantFrom(...hosts), fc.constantFrom('', ...own)).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...own), fc.constantFrom(...schemes), fc.constantFrom(...hosts)).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...schemes), fc.constantFrom(...schemes), fc.constantFrom(...own), fc.string()).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...own), fc.string({ unit: 'binary' })).map((parts) => parts.join('')),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...Object.keys(redirects), '/login/acme', '__proto__', 'constructor', '/toString'),
); // prettier-ignore

test('5,000 payloads: always an address of our own, and one other than /dashboard only if it was named', () => {
  let elsewhere = 0;
  fc.assert(
    fc.property(payload, (url) => {
      const path = destinationOf(url);
      expect(own).toContain(path);
      expect(new URL(path, 'https://florin.example').href).toBe(`https://florin.example${path}`);
      if (path !== '/dashboard') {
        elsewhere += 1;
        const sources = Object.entries(redirects).filter(([, to]) => to === path);
        const named = [path, ...sources.map(([from]) => from)];
        expect(named.some((one) => url === one || ['/', '?', '#'].some((end) => url.startsWith(one + end)))).toBe(true);
      }
    }),
    { numRuns: 5000 },
  );
  // The payloads reach both kinds of answer.
  expect(elsewhere).toBeGreaterThan(100);
});
