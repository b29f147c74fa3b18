import { expect, test } from 'vitest';
import { actOf, shortcuts } from './shortcuts.ts';

type Held = Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> & { code?: string };
const key = (name: string, held: Held = {}) => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const single = { areSingleKeysOn: true, isAfterG: false };
const off = { areSingleKeysOn: false, isAfterG: false };
const afterG = { areSingleKeysOn: true, isAfterG: true };
const open = (what: string) => ({ kind: 'open', what });

test.each([
  [key('k', { ctrlKey: true }), single, open('palette')],
  [key('K', { metaKey: true }), off, open('palette')],
  [key('k', { ctrlKey: true, altKey: true }), single, null],
  [key('k'), single, null],
  [key('/'), single, open('palette')],
  [key('/'), off, null],
  [key('?'), single, open('shortcuts')],
  [key('?'), off, null],
  [key('/', { ctrlKey: true }), single, null],
  [key('ß', { altKey: true, code: 'KeyS' }), off, { kind: 'simulator' }],
  [key('s', { code: 'KeyS' }), single, null],
  [key('n'), single, null],
  [key('n'), afterG, null],
  [key('d'), single, null],
  [key('d'), afterG, { kind: 'go', pages: ['dashboard'] }],
  [key('t'), afterG, { kind: 'go', pages: ['transactions', 'purchases'] }],
  [key('t', { ctrlKey: true }), afterG, null],
])('%o pressed with %o does %j', (event, state, act) => {
  expect(actOf(event, state)).toEqual(act);
});

test('no two shortcuts of the listener are the same press', () => {
  const presses = shortcuts.flatMap(({ press }) => (press ? [JSON.stringify(press)] : []));
  expect(new Set(presses).size).toBe(presses.length);
});
