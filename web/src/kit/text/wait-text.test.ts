import { expect, test } from 'vitest';
import { spelledWait, waitText } from './wait-text.ts';

test.each([
  [1, '1 s'],
  [90, '90 s'],
  [91, '2 min'],
  [120, '2 min'],
  [121, '3 min'],
  [415, '7 min'],
  [86_400, '1440 min'],
])('%i seconds: %s', (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});

test.each([
  [1, '1 second'],
  [20, '20 seconds'],
  [91, '2 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
])('%i seconds in a sentence: %s', (seconds, text) => {
  expect(spelledWait(seconds)).toBe(text);
});
