import { expect, test } from 'vitest';
import { NetworkFailure } from '../../api.ts';
import { describeFailure } from './failure.ts';
import { Refused } from '../queries/query-client.ts';

test.each([
  ['RESTRICTED', null, true],
  ['FORBIDDEN', 'c1', false],
  ['BUSY', 'c1', false],
] as const)('%s: Error ID %s, final: %s', (code, correlationId, isFinal) => {
  expect(describeFailure(new Refused(code, 'c1'), 'It failed.')).toMatchObject({ correlationId, isFinal });
});

test('what did not reach the server can be tried again', () => {
  expect(describeFailure(new NetworkFailure('down', null), 'It failed.')).toMatchObject({ isFinal: false });
});
