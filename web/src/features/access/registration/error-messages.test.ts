import type { ErrorBody } from '@florin/contract/errors';
import { expect, test } from 'vitest';
import { registrationMessage } from './error-messages.ts';

const refusal = (body: ErrorBody) => registrationMessage({ kind: 'refusal', body, correlationId: 'c1' });

test('the STOP list names the number to reply to', () => {
  const words = refusal({ Code: 'STOP_LIST_REQUESTED', Message: '', PhoneNumber: '+1 555 010 0199' });
  expect(words?.text).toBe(
    'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
  );
});

test.each(['ALREADY_REGISTERED', 'CARD_CLOSED_OR_CANCELLED'] as const)(
  '%s is a warning',
  { tags: ['@8.13', '@8.14'] },
  (Code) => {
    expect(refusal({ Code, Message: '' })?.severity).toBe('warning');
  },
);

test('too many requests are told with the time that the server asks for', () => {
  const body = { Code: 'TOO_MANY_REQUESTS', Message: '' } as const;
  const words = registrationMessage({ kind: 'refusal', body, correlationId: null, retryAfterSeconds: 2712 });
  expect(words?.text).toMatch(/ in 46 minutes, or ask your business administrator\.$/);
});

test('a message at its field is not repeated above the button', () => {
  expect(refusal({ Code: 'CARD_NOT_FOUND', Message: '' })).toBeNull();
});

test('an error that only support can help with has its id', () => {
  expect(refusal({ Code: 'UNEXPECTED', Message: '' })).toMatchObject({
    severity: 'error',
    text: 'Something went wrong on our side. Please try again.',
    correlationId: 'c1',
  });
});
