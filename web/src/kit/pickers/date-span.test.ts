import { expect, test } from 'vitest';
import { inOrder, isDay, spanText } from './date-span.ts';

test.each([
  ['2026-11-01', '2026-11-18', 'Nov 1 – 18'],
  ['2026-10-30', '2026-11-02', 'Oct 30 – Nov 2'],
  ['2026-11-19', '2026-11-19', 'Nov 19'],
  ['2025-12-30', '2026-01-02', 'Dec 30, 2025 – Jan 2, 2026'],
  ['2025-01-01', '2025-12-31', 'Jan 1 – Dec 31, 2025'],
  ['2026-11-01', null, 'since Nov 1'],
  [null, '2025-11-01', 'until Nov 1, 2025'],
  [null, null, ''],
])('from %s to %s reads %s', (from, to, text) => {
  expect(spanText({ from, to }, '2026-11-19').replaceAll(/[\u2009\u202F]/g, ' ')).toBe(text);
});

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['2026-11-1', false],
  ['20261101', false],
  ['', false],
])('%s is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test('a span is put in order, and an open end stays open', () => {
  expect(inOrder({ from: '2026-11-18', to: '2026-11-01' })).toEqual({ from: '2026-11-01', to: '2026-11-18' });
  expect(inOrder({ from: null, to: '2026-11-01' })).toEqual({ from: null, to: '2026-11-01' });
});
