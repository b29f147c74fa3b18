import { expect, test } from 'vitest';
import { isNewer } from './new-version.ts';

test.each([
  ['a1', 'a1', false],
  ['a1', 'b2', true],
  ['a1', 'none', false],
])('a page of build %s and a server with %s: %s', (own, served, newer) => {
  expect(isNewer(own, served)).toBe(newer);
});
