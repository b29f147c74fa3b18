import { expect, test } from 'vitest';
import { readablePhone } from './address.ts';

test.each([
  ['+12125550142', '+1\u00a0(212)\u00a0555-0142'],
  ['+447700900123', '+447700900123'],
  ['+1212555014', '+1212555014'],
])('%s reads %s', (e164, words) => {
  expect(readablePhone(e164)).toBe(words);
});
