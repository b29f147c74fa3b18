import { expect, test, vi } from 'vitest';
import { allowedScriptUrl, claimPolicy, scriptUrl } from './app-policy.ts';

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

test('the policy is made once, and before its first use', () => {
  const createPolicy = vi.fn<(name: string, rules: object) => object>((_name, rules) => rules);
  vi.stubGlobal('window', { trustedTypes: { createPolicy }, location: { origin } });
  claimPolicy();
  expect(scriptUrl('/assets/solver-abc.js')).toBe('/assets/solver-abc.js');
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['app']);
  vi.unstubAllGlobals();
});
