import { expect, test } from 'vitest';
import { readableUrl } from './pages.ts';

test.each(['/', '/login?x=%zz', '/caf%C3%A9', '/a//b', '/openapi.json'])('%s stays', (url) => {
  expect(readableUrl(url)).toBe(url);
});

test.each([
  '//',
  '//evil.com',
  '//evil.com/login?x=1',
  '/\\evil.com',
  '/login\\x',
  '/%E0%A4%A',
  '/dashboard/%',
  '*',
  '',
])('%s leads nowhere', (url) => expect(readableUrl(url)).toBe('/not-found'));
