import { accessCode } from '@florin/contract/limits';
import * as v from 'valibot';
import { stored } from '../../stored.ts';
import { newCode } from '../code-step.ts';
import type { SignInEvent, SignInState } from './sign-in.ts';

const Kept = v.object({
  path: v.string(),
  at: v.number(),
  resendAt: v.number(),
  chosen: v.number(),
  factor: v.object({
    sessionId: v.string(),
    username: v.string(),
    deliveries: v.array(v.object({ type: v.picklist(['Email', 'PhoneNumber']), masked: v.string() })),
    stronger: v.array(v.picklist(['Passkey', 'Authenticator', 'BackupCode'])),
  }),
});

/**
 * The step of a sent code, kept for a reload of this tab. The pending sign-in's token is useless without the code and
 * expires within minutes.
 */
const kept = stored('florin-expected-code', Kept, 'session');

export const forgetCode = (): void => kept.remove();

/**
 * Keeps the step of a sent code, and removes it once the sign-in has ended or gone back to the password, or another person
 * has begun one.
 */
export function keepCode({ view, end, attempts, lastSent }: SignInState): void {
  if (end !== null || (view.step === 'password' && attempts > 0)) return forgetCode();
  if (view.step !== 'password' && view.factor.username !== kept.read()?.factor.username) forgetCode();
  if (view.step !== 'code' || !view.isSent || lastSent === null) return undefined;
  const { factor, chosen, resendAt } = view;
  const { deliveries, stronger, ...rest } = factor;
  const copied = { ...rest, deliveries: [...deliveries], stronger: [...stronger] };
  kept.write({ path: window.location.pathname, at: lastSent.at, resendAt, chosen, factor: copied });
  return undefined;
}

/** Returns to the step before the reload of this page, unless its code has expired since. */
export function restoreCode(dispatch: (event: SignInEvent) => void): void {
  const found = kept.read();
  if (found === null || found.path !== window.location.pathname) return;
  const { at, resendAt, chosen, factor } = found;
  if (Date.now() - at > accessCode.lifetimeSeconds * 1000) return;
  dispatch({
    type: 'restored',
    at,
    view: { step: 'code', message: null, ...newCode, isSent: true, resendAt, chosen, factor },
  });
}
