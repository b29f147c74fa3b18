import { expect, test } from 'vitest';
import { NetworkFailure, StaleAnswer, UnexpectedAnswer } from '../api.ts';
import { failureWords, refusalWords } from './refusal-words.ts';

test('the STOP list names the number to reply to', () => {
  expect(refusalWords({ Code: 'STOP_LIST_REQUESTED', Message: '', PhoneNumber: '+1 555 010 0199' }, 'c1')).toEqual({
    severity: 'error',
    text: 'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
    correlationId: null,
  });
});

test('what is held back after a change says until when, in Eastern Time', () => {
  const refusal = { Code: 'HELD_AFTER_CHANGE' as const, Message: '', Until: '2026-11-22T20:30:00Z', OlderFactors: [] };
  const { severity, text } = refusalWords(refusal, 'c1');
  expect(severity).toBe('warning');
  expect(text).toMatch(/card details can be shown and sent again from Nov 22, 2026, 3:30\sPM ET\.$/);
});

test('only what support can help with carries the Error ID', () => {
  expect(refusalWords({ Code: 'UNEXPECTED', Message: '' }, 'c1').correlationId).toBe('c1');
  expect(refusalWords({ Code: 'LAST_FACTOR', Message: '' }, 'c1').correlationId).toBeNull();
});

test('a call without an answer has a sentence; an answer to another session has none; a fault is thrown on', () => {
  expect(failureWords(new NetworkFailure('no answer', null))?.text).toMatch(/could not reach the server/);
  expect(failureWords(new UnexpectedAnswer(500, 'c2'))).toMatchObject({ severity: 'error', correlationId: 'c2' });
  expect(failureWords(new StaleAnswer('late', null))).toBeNull();
  expect(() => failureWords(new TypeError('a fault'))).toThrow('a fault');
});
