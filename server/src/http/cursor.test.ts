import { expect, test } from 'vitest';
import { cursorOf, placeOf } from './cursor.ts';

const id = '01990000-0000-7000-8000-000000000000';

test.each([
  ['time', '2026-11-23T10:00:00.000Z'],
  ['time', '0001-01-01T00:00:00.000Z'],
  ['number', '-4200'],
] as const)('a place by %s is read as it was written: %s', (kind, key) => {
  expect(placeOf(cursorOf({ key, id }), kind)).toEqual({ key, id });
});

test.each([
  ['time', '2026-02-30T00:00:00.000Z'],
  ['time', '0000-01-01T00:00:00.000Z'],
  ['time', '2026-11-23T24:00:00.000Z'],
  ['time', '2026-11-23T10:00:00Z'],
  ['time', '+010000-01-01T00:00:00.000Z'],
  ['time', '42'],
  ['number', '1e3'],
  ['number', '99999999999999999'],
  ['number', '2026-11-23T10:00:00.000Z'],
] as const)('what the database could not read is no place by %s: %s', (kind, key) => {
  expect(placeOf(cursorOf({ key, id }), kind)).toBeNull();
});

test.each(['', 'AAAA', cursorOf({ key: '42', id: 'x' }), cursorOf({ key: '42 42', id })])(
  'another text is no place: %s',
  (cursor) => {
    expect(placeOf(cursor, 'number')).toBeNull();
  },
);
