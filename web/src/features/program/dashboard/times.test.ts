import { expect, test } from 'vitest';
import { nearDay, spanText } from './times.ts';

test.each([
  [{ from: '2026-10-01', to: '2026-10-19' }, 'October 1 – 19'],
  [{ from: '2026-07-01', to: '2026-08-19' }, 'July 1 – August 19'],
  [{ from: '2025-01-01', to: '2025-11-19' }, 'January 1 – November 19, 2025'],
  [{ from: '2026-10-01', to: '2026-10-01' }, 'October 1'],
])('%j is %s', (span, text) => {
  expect(spanText(span, '2026')).toBe(text);
});

test('near days have names', () => {
  const today = '2026-11-19';
  expect(['2026-11-19', '2026-11-20', '2026-11-23'].map((day) => nearDay(day, today))).toEqual([
    'today',
    'tomorrow',
    'Mon, Nov 23',
  ]);
});
