import { expect, test } from 'vitest';
import { chatFieldError } from './check-chat.ts';

test.each([
  ['email', '', 'Email is required'],
  ['email', 'maya', 'Email needs to be in name@example.com format'],
  ['email', `${'x'.repeat(80)}@example.com`, 'Please enter at most 80 characters.'],
  ['email', 'maya@example.com', null],
  ['message', ' \n', 'Message is required'],
  ['message', 'My card is 4111 1111 1111 1111', 'Please leave the card number out: email is not secure.'],
  ['message', 'I cannot log in.', null],
] as const)('%s %j: %s', (field, value, sentence) => {
  expect(chatFieldError(field, value)).toBe(sentence);
});
