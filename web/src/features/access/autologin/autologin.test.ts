import { expect, test } from 'vitest';
import type { Answer, Failure } from '../../../flows/flow.ts';
import { autologin, openAutologin, type AutologinCalls, type AutologinState } from './autologin.ts';

type AutologinAnswer = Answer<AutologinCalls>;

const answer = (state: AutologinState, given: AutologinAnswer) =>
  autologin(state, { type: 'answered', request: state.request!, answer: given, now: 0 });
const signedIn: AutologinAnswer = {
  kind: 'signedIn',
  body: {
    epoch: 'e1',
    hasUnverifiedPhone: false,
    access_token: null,
    refresh_token: null,
    device_credential: null,
    expiresInSeconds: null,
  },
};
const invalid: Failure = { kind: 'refusal', body: { Code: 'TICKET_INVALID', Message: '' }, correlationId: null };

test('without a signed-in person the ticket is redeemed at once', () => {
  const looking = openAutologin();
  expect(looking.request).toEqual({ call: 'find' });
  const redeeming = answer(looking, { kind: 'found', name: null });
  expect(redeeming).toMatchObject({ view: { step: 'redeeming' }, request: { call: 'redeem' } });
  expect(answer(redeeming, signedIn).end?.body.epoch).toBe('e1');
});

test('with a signed-in person, nothing is redeemed before they agree', () => {
  const asking = answer(openAutologin(), { kind: 'found', name: 'Maya Chen' });
  expect(asking).toEqual({ view: { step: 'asking', message: null, name: 'Maya Chen' }, request: null, end: null });
  expect(autologin(asking, { type: 'retried' })).toBe(asking);
  expect(autologin(asking, { type: 'agreed' }).request).toEqual({ call: 'redeem' });
});

test('an invalid ticket ends the flow; a missing answer can be retried, from the beginning', () => {
  const redeeming = answer(openAutologin(), { kind: 'found', name: null });
  const over = answer(redeeming, invalid);
  expect(over).toMatchObject({ view: { step: 'failed', message: invalid }, request: null });
  expect(autologin(over, { type: 'retried' })).toBe(over);
  const cut = answer(redeeming, { kind: 'network' });
  expect(autologin(cut, { type: 'retried' }).request).toEqual({ call: 'find' });
});

test('events that do not belong to the view change nothing', () => {
  const looking = openAutologin();
  expect(autologin(looking, { type: 'agreed' })).toBe(looking);
  expect(autologin(looking, { type: 'answered', request: { call: 'find' }, answer: signedIn, now: 0 })).toBe(looking);
});
