import { expect, test } from 'vitest';
import { countText } from './count-text.ts';

test.each([
  [1, '1'],
  [9, '9'],
  [10, '10'],
  [11, '10+'],
  [12, '10+'],
])('%i of at most 10: %s', { tags: '@2.activity.11' }, (count, text) => {
  expect(countText(count, 10)).toBe(text);
});
