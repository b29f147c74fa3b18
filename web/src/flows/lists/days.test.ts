import { expect, test } from 'vitest';
import { dayIn } from '../time/when.ts';
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

const late = new Date('2026-11-20T02:30:00Z');

test.each([
  [
    'America/New_York',
    { from: '2026-11-01', to: '2026-11-02' },
    '2026-11-01T04:00:00.000Z',
    '2026-11-03T05:00:00.000Z',
  ],
  [
    'America/New_York',
    { from: '2026-03-08', to: '2026-03-08' },
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ],
  ['Pacific/Kiritimati', { from: '2026-11-19', to: null }, '2026-11-18T10:00:00.000Z', undefined],
  ['Pacific/Pago_Pago', { from: null, to: '2026-11-19' }, undefined, '2026-11-20T11:00:00.000Z'],
  ['America/New_York', 'today', '2026-11-19T05:00:00.000Z', '2026-11-20T05:00:00.000Z'],
  ['Pacific/Kiritimati', 'today', '2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
  ['Pacific/Pago_Pago', 'today', '2026-11-19T11:00:00.000Z', '2026-11-20T11:00:00.000Z'],
  ['Pacific/Kiritimati', 'last-month', '2026-09-30T10:00:00.000Z', '2026-10-31T10:00:00.000Z'],
] as const)('in %s, %o are the moments from %s to %s, both days included', (zone, days, from, to) => {
  const filter = typeof days === 'string' ? { preset: days, from: null, to: null } : { preset: null, ...days };
  expect(momentsOf({ kind: 'date', ...filter }, zone, dayIn(late, zone))).toEqual({
    ...(from && { from }),
    ...(to && { to }),
  });
});
