import { expect, test } from 'vitest';
import { coverage, toggled, withRange } from './selection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const set = (text: string) => new Set(text);
const text = (selection: ReadonlySet<string>) => [...selection].toSorted().join('');

test.each([
  ['', 'b', 'b'],
  ['b', 'b', ''],
  ['ab', 'c', 'abc'],
])('%j with %s toggled is %j', (before, id, after) => {
  expect(text(toggled(set(before), id))).toBe(after);
});

test.each([
  ['downward', 'b', 'b', 'd', 'bcd'],
  ['upward', 'd', 'd', 'b', 'bcd'],
  ['over rows that are selected already', 'bc', 'b', 'd', 'bcd'],
  ['that ends on a selected row: all of it is left out', 'bcde', 'b', 'd', 'e'],
  ['without a row before', '', null, 'c', 'c'],
  ['from a row that is gone', 'z', 'z', 'c', 'cz'],
])('a range %s', (_, before, anchor, id, after) => {
  expect(text(withRange(set(before), ids, anchor, id))).toBe(after);
});

test.each([
  ['', 'none'],
  ['z', 'none'],
  ['ab', 'some'],
  ['abcdez', 'all'],
])('%j covers %s of the rows', (selection, expected) => {
  expect(coverage(set(selection), ids)).toBe(expected);
});

test('nothing is not all of nothing', () => {
  expect(coverage(set('a'), [])).toBe('none');
});
