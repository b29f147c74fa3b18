import { expect, test } from 'vitest';
import { flowMessage } from './flow-message.ts';

test('a resent code names its way', () => {
  expect(flowMessage({ kind: 'resentByEmail' })).toMatchObject({
    severity: 'success',
    text: 'We have resent you an email with your Secure Access Code.',
  });
  expect(flowMessage({ kind: 'resentByText' }).text).toContain('text message');
});

test('a missing passkey, and a server that does not answer', () => {
  expect(flowMessage({ kind: 'passkeyFailed', reason: 'cancelled' }).text).toMatch(/^No passkey was used\./);
  expect(flowMessage({ kind: 'network' })).toMatchObject({
    severity: 'error',
    text: expect.stringContaining('could not reach the server'),
  });
});
