import { expect, test } from 'vitest';
import { proofProblem } from './proof-problem.ts';

test.each([
  ['Password', '', null],
  ['Passkey', '', null],
  ['Email', '', 'Secure Access Code is required'],
  ['PhoneNumber', '123', 'Please enter a valid 6 digit'],
  ['Authenticator', '123456', null],
  ['BackupCode', ' ', 'Backup code is required.'],
  ['BackupCode', 'abcd', null],
] as const)('%s with %j', (method, code, problem) => {
  expect(proofProblem(method, code)).toBe(problem);
});
