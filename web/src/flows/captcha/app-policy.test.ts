import { expect, test } from 'vitest';
import { allowedScriptUrl } from './app-policy.ts';

const origin = 'https://cards.example';

test.each([
  '/assets/solver-abc.js',
  'https://cards.example/assets/solver-abc.js',
  'https://www.google.com/recaptcha/api.js?render=explicit',
])('%s may run', (url) => {
  expect(allowedScriptUrl(url, origin)).toBe(url);
});

test.each([
  '//evil.example/assets/x.js',
  'https://evil.example/assets/x.js',
  '/assets/../uploads/x.js',
  '/uploads/x.js',
  'blob:https://cards.example/1',
  'data:text/javascript,1',
  'https://www.google.com/recaptcha/api.js?onload=x',
])('%s may not', (url) => {
  expect(() => allowedScriptUrl(url, origin)).toThrow(TypeError);
});
