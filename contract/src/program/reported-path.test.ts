import { expect, test } from 'vitest';
import { reportedPath } from './reported-path.ts';

test.each([
  ['/card-details-request/vln_0123456789abc/', '/card-details-request/[secret]'],
  ['/Reset-Password/short', '/Reset-Password/[secret]'],
  ['/harbor/reset/a/b', '/harbor/reset/[secret]'],
  ['/reset/', '/reset/'],
  ['/reset%2Fabc', '/[secret]'],
  ['/%72eset/abc', '/[secret]'],
  ['/old/rst_Zm9vYmFyYmF6/next', '/old/[secret]/next'],
  ['/old/%72st%5FZm9vYmFyYmF6', '/old/[secret]'],
  ['/old/%2572st_Zm9vYmFyYmF6', '/old/[secret]'],
  ['/old/abcdefghij0123456789', '/old/[secret]'],
  ['/old/AbCd-Ef_gh1-jklmnopqrs', '/old/[secret]'],
  ['/rst_Zm9vYmFyYmF6/reset/abc', '/[secret]/reset/[secret]'],
  ['/pay/4111111111111111', '/pay/[secret]'],
  ['/pay/4000%2012345678%209010', '/pay/[secret]'],
  ['/reports/2026-11-21', '/reports/2026-11-21'],
  ['/pay/4111.1111.1111.1111/x', '/pay/[secret]/x'],
  ['/pay/4111/1111/1111/1111', '/[secret]'],
  [`/pay/${['4000', '0012', '1234', '5672'].join('%20'.repeat(10))}`, '/pay/[secret]'],
  [`/pay/${['4000', '0012', '1234', '5672'].join('..........')}`, '/pay/[secret]'],
  ['/old/page', '/old/page'],
  ['/a-long-name-of-a-page-in-words', '/a-long-name-of-a-page-in-words'],
  ['/caf%C3%A9/%E0%A4%A', '/caf%C3%A9/%E0%A4%A'],
])('%s is kept as %s', (path, kept) => {
  expect(reportedPath(path)).toBe(kept);
});
