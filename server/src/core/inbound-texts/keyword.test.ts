import { expect, test } from 'vitest';
import { keywordOf } from './keyword.ts';

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Unsubscribe', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['START', 'start'],
  ['unstop!', 'start'],
  ['help', 'help'],
  ['INFO', 'help'],
  ['please stop', null],
  ['STOP IT', null],
  ['constructor', null],
  ['__proto__', null],
  ['', null],
])('%j is read as %s', (text, keyword) => {
  expect(keywordOf(text)).toBe(keyword);
});
