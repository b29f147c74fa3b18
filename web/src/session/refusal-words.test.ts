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
