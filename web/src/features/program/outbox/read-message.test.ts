import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

const marked = (text: string) =>
  readMessage(text)
    .map((piece) => ({ text: piece.text, code: `[${piece.text}]`, link: `<${piece.text}>` })[piece.kind])
    .join('');

test.each([
  ['Your code is 123456. It expires in 10 minutes.', 'Your code is [123456]. It expires in 10 minutes.'],
  ['123456', '[123456]'],
  ['Reference 1234567', 'Reference 1234567'],
  ['$123456 and 123456.78', '$123456 and 123456.78'],
  ['Open https://cards.example/reset/123456?a=1.', 'Open <https://cards.example/reset/123456?a=1>.'],
  ['(see http://localhost:4000/x)', '(see <http://localhost:4000/x>)'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['', ''],
])('%j', (text, expected) => {
  expect(marked(text)).toBe(expected);
});
