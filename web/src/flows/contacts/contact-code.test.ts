import type { Contact } from '@florin/contract/access/contacts';
import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { expect, test } from 'vitest';
import type { Answer, Failure } from '../flow.ts';
import { beginContactCode, contactCode, type ContactCodeCalls, type ContactCodeEvent } from './contact-code.ts';

const now = 1_000_000;
const contact = { id: 'p', kind: 'PhoneNumber', verified: false } as Contact;
const enter: ContactCodeEvent = { type: 'codeEntered', code: '123456' };
const resend: ContactCodeEvent = { type: 'resendAsked', now };
type Move = ContactCodeEvent | Answer<ContactCodeCalls>;
const run = (resendAt: number | null, ...moves: Move[]) =>
  moves.reduce(
    (state, move) =>
      contactCode(state, 'type' in move ? move : { type: 'answered', request: state.request!, answer: move, now }),
    beginContactCode({ contact, resendAt }),
  );
const refusal = (Code: ErrorCode): Failure => ({
  kind: 'refusal',
  body: { Code, Message: '' } as ErrorBody,
  correlationId: null,
});

test('a code that is still being sent can be requested again at once', () => {
  expect(run(null).view).toMatchObject({ isSent: false, hasNone: false });
  expect(run(null, resend).request).toEqual({ call: 'resend', id: 'p' });
  expect(run(now + 1, resend).request).toBeNull();
});

test('the correct code confirms the contact', () => {
  expect(run(now, enter).request).toEqual({ call: 'confirm', id: 'p', code: '123456' });
  const confirmed = { ...contact, verified: true };
  expect(run(now, enter, { kind: 'confirmed', contact: confirmed }).end).toEqual({ contact: confirmed });
});

test.each([
  ['MFA_INVALID_CODE', { clears: 0, isSent: true, hasNone: false }],
  ['MFA_CODE_EXPIRED', { clears: 1, isSent: true, hasNone: false }],
  ['MFA_MAX_ATTEMPT_LIMIT_REACHED', { clears: 1, isSent: true, hasNone: false }],
  ['DELIVERY_DELAYED', { clears: 1, isSent: false, hasNone: false }],
  ['RESEND_LIMIT_REACHED', { clears: 1, isSent: false, hasNone: true }],
] as const)('%s for an entered code', (code, expected) => {
  expect(run(now, enter, refusal(code)).view).toMatchObject({ ...expected, message: refusal(code) });
});

test('a resend starts the pause again and names its way', () => {
  const { view } = run(now, resend, { kind: 'sent', resendInSeconds: 30 });
  expect(view).toMatchObject({ resendAt: now + 30_000, message: { kind: 'resentByText' } });
  expect(run(now, resend, refusal('RESEND_LIMIT_REACHED')).view).toMatchObject({ hasNone: false, clears: 0 });
});
