import { expect, test } from 'vitest';
import { codeProblem, fieldWords } from './code-problem.ts';

test.each([
  ['PhoneNumber', 'Secure Access Code', 'Secure Access Code is required', /^The Secure Access Code is invalid\./],
  [
    'Authenticator',
    'Authenticator code',
    'The code of your authenticator app is required.',
    /^That code did not work\./,
  ],
  ['BackupCode', 'Backup code', 'Backup code is required.', /^That backup code did not work\./],
] as const)('a field for %s is called what it is', { tags: '@beyond.18' }, (entityType, label, required, invalid) => {
  expect(fieldWords(entityType)).toMatchObject({ label, required, invalid: expect.stringMatching(invalid) });
  expect(codeProblem(entityType, '')).toBe(required);
});

test('six digits are six digits, a backup code is as long as it is', () => {
  expect(codeProblem('PhoneNumber', '12345')).toBe('Please enter a valid 6 digit');
  expect(codeProblem('Authenticator', '12345')).toBe('Please enter a valid 6 digit');
  expect(codeProblem('Authenticator', '123456')).toBeNull();
  expect(codeProblem('BackupCode', 'abc')).toBeNull();
});
