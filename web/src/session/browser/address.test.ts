import { expect, test } from 'vitest';
import { pageAt } from '../../paths.ts';
import { readablePath } from './address.ts';

test.each([
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['/dashboard/%', '/dashboard/%25'],
  ['//evil.com', '/%2Fevil.com'],
  ['///evil.com/login', '/%2Fevil.com/login'],
  ['//dashboard', '/%2Fdashboard'],
])('%s leads nowhere, as %s', (pathname, path) => {
  expect(readablePath(pathname)).toBe(path);
  expect(new URL(path, 'https://cards.example.com').origin).toBe('https://cards.example.com');
  expect(pageAt(path)).toBeNull();
});

test.each(['/', '/dashboard', '/login/harbor', '/caf%C3%A9', '/a//b'])('%s stays', (pathname) => {
  expect(readablePath(pathname)).toBe(pathname);
});
