import * as v from 'valibot';
import { expect, test } from 'vitest';
import { errorMessages } from './error-messages.ts';
import { commonErrors, errors, errorSchema, type ErrorBody, type ErrorCode } from './errors.ts';

test('every code has a refusing status and a message', () => {
  for (const [code, { status }] of Object.entries(errors)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(errorMessages[code as ErrorCode], code).toMatch(/^[A-Z].*\.$/);
  }
});

test('every body schema accepts its code only', { tags: '@3.3' }, () => {
  for (const code of Object.keys(errors) as ErrorCode[]) {
    expect(v.is(errorSchema(code), { Code: 'SOMETHING_ELSE', Message: '' }), code).toBe(false);
  }
  expect(v.is(errorSchema('LOCKED'), { Code: 'LOCKED', Message: 'x' })).toBe(true);
  expect(v.is(errorSchema('RECAPTCHA_LOCK'), { Code: 'RECAPTCHA_LOCK', Message: 'x' })).toBe(false);
});

test('details are part of the type', () => {
  const body: ErrorBody<'RECAPTCHA_LOCK'> = { Code: 'RECAPTCHA_LOCK', Message: '', Difficulty: 2 };
  // @ts-expect-error the difficulty is missing
  const wrong: ErrorBody<'RECAPTCHA_LOCK'> = { Code: 'RECAPTCHA_LOCK', Message: '' };
  expect(v.is(errorSchema('RECAPTCHA_LOCK'), body)).toBe(true);
  expect(v.is(errorSchema('RECAPTCHA_LOCK'), wrong)).toBe(false);
  expect(new Set(commonErrors).size).toBe(commonErrors.length);
});
