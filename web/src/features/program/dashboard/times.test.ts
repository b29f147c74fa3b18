import { expect, test } from 'vitest';
import { agoInSentence, agoText, nearDay, spanText } from './times.ts';

const now = Date.parse('2026-11-20T02:00:00Z');
test.each([
  ['2026-11-20T01:59:40Z', 'just now', 'just now'],
  ['2026-11-20T01:52:00Z', '8 min', '8 min ago'],
  ['2026-11-19T22:30:00Z', '3 h', '3 h ago'],
  ['2026-11-18T02:00:00Z', 'Nov 17', 'Nov 17'],
])('%s was %s', (at, short, long) => {
  expect([agoText(at, 'America/New_York', now), agoInSentence(at, 'America/New_York', now)]).toEqual([short, long]);
});

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
