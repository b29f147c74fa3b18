import { expect, test } from 'vitest';
import { daysOf, momentsOf } from './days.ts';

const today = '2026-11-19';

test.each([
  ['today', today, today],
  ['yesterday', '2026-11-18', '2026-11-18'],
  ['this-week', '2026-11-15', today],
  ['this-month', '2026-11-01', today],
  ['last-month', '2026-10-01', '2026-10-31'],
])('%s is %s to %s', (preset, from, to) => {
  expect(daysOf(preset, today)).toEqual({ from, to });
});

test('days are moments in Eastern Time, both days included', () => {
  expect(momentsOf({ kind: 'date', preset: null, from: '2026-11-01', to: '2026-11-02' }, today)).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-03T05:00:00.000Z',
  });
});
