import { errors, type ErrorCode } from '@florin/contract/errors';
import { expect, test, vi } from 'vitest';
import { en } from './en.ts';

/** The module as a page has it that was just opened: another test may have loaded sentences. */
const opened = () => {
  vi.resetModules();
  return import('./refusal-text.ts');
};

test('a refusal that the sign-in page cannot get has a general sentence until its own is loaded', async () => {
  const { loadRefusalText, refusalText } = await opened();
  expect(refusalText('POLICY_INVALID')).toBe(en.errors.UNEXPECTED);
  await loadRefusalText('POLICY_INVALID');
  expect(refusalText('POLICY_INVALID')).toBe('The rules contradict each other. Please change the marked ones.');
});

test.each(Object.keys(errors) as ErrorCode[])('%s has a sentence of its own', async (code) => {
  const { loadRefusalText, refusalText } = await opened();
  await loadRefusalText(code);
  expect(refusalText(code)).not.toBe('');
  if (code !== 'UNEXPECTED') expect(refusalText(code)).not.toBe(en.errors.UNEXPECTED);
});
