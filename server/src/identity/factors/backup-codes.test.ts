import { expect, test } from 'vitest';
import { backupCodeOf, newBackupCode } from './backup-codes.ts';

test('a new code has four groups of four unmistakable characters', () => {
  const codes = Array.from({ length: 500 }, newBackupCode);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(backupCodeOf(code)).toBe(code.replaceAll('-', ''));
  }
  expect(new Set(codes).size).toBe(500);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test.each([
  ['abcd-efgh-jkmn-pqrs', 'abcdefghjkmnpqrs'],
  [' ABCD EFGH\tJKMN–PQRS ', 'abcdefghjkmnpqrs'],
  ['oOiI-lLab-cdef-gh12', '001111abcdefgh12'],
  ['ａｂｃｄefghjkmnpqrs', 'abcdefghjkmnpqrs'],
  ['abcd-efgh-jkmn-pqr', null],
  ['abcd-efgh-jkmn-pqrst', null],
  ['abcd-efgh-jkmn-pqru', null],
  ['abcd-efgh-jkmn-pqré', null],
  ['123456', null],
  ['', null],
])('%j is read as %j', (typed, read) => {
  expect(backupCodeOf(typed)).toBe(read);
});
