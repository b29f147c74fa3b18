import { accessCode, mfaSession } from '@florin/contract/limits';
import * as v from 'valibot';
import { stored } from '../../stored.ts';
import { newCode } from '../code-step.ts';
import type { CodeView, SignInEvent, SignInState } from './sign-in.ts';

const Kept = v.object({
  path: v.string(),
  step: v.picklist(['delivery', 'code']),
  chosen: v.number(),
  /** When the choice was first shown. */
  since: v.number(),
  /** The code that was sent. */
  sent: v.nullable(v.object({ at: v.number(), resendAt: v.number(), chosen: v.number() })),
  factor: v.object({
    sessionId: v.string(),
    username: v.string(),
    deliveries: v.array(v.object({ type: v.picklist(['Email', 'PhoneNumber']), masked: v.string() })),
    enrolled: v.array(v.picklist(['Passkey', 'Authenticator', 'BackupCode'])),
    sendAt: v.number(),
  }),
});

/**
 * The choice of a delivery, or the step of a sent code, kept for a reload of this tab. The pending sign-in's token is
 * useless without a code and expires within minutes.
 */
const kept = stored('florin-expected-code', Kept, 'session');

export const forgetCode = (): void => kept.remove();

/**
 * Keeps the choice of a delivery and the step of a sent code, and removes it once the sign-in has ended or gone back to
 * the password, or another person has begun one.
 */
export function keepCode({ view, end, attempts, lastSent }: SignInState): void {
  if (end !== null || (view.step === 'password' && attempts > 0)) return forgetCode();
  if (view.step === 'password') return undefined;
  const { factor } = view;
  const found = kept.read();
  if (factor.username !== found?.factor.username) forgetCode();
  if (view.step === 'enrolledFactor' || (view.step === 'code' && (!view.isSent || lastSent === null))) return undefined;
  const { step, chosen } = view;
  const { deliveries, enrolled, ...rest } = factor;
  const before = found?.factor.sessionId === factor.sessionId ? found : null;
  kept.write({
    path: window.location.pathname,
    step,
    chosen,
    since: before?.since ?? Date.now(),
    sent:
      view.step === 'code' && lastSent !== null
        ? { at: lastSent.at, resendAt: view.resendAt, chosen }
        : (before?.sent ?? null),
    factor: { ...rest, deliveries: [...deliveries], enrolled: [...enrolled] },
  });
  return undefined;
}

/**
 * Returns to the step before the reload of this page, unless its code or its sign-in has expired since. After any other
 * navigation the step is forgotten: it may be another person's.
 */
export function restoreCode(dispatch: (event: SignInEvent) => void): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload') return forgetCode();
  const found = kept.read();
  if (found === null || found.path !== window.location.pathname) return;
  const { step, chosen, since, sent, factor } = found;
  const isWithin = (at: number, seconds: number) => Date.now() - at <= seconds * 1000;
  const code =
    sent !== null && isWithin(sent.at, accessCode.lifetimeSeconds)
      ? { at: sent.at, view: { ...codeView, resendAt: sent.resendAt, chosen: sent.chosen, factor } }
      : null;
  if (step === 'code' && code !== null) dispatch({ type: 'restored', view: code.view, lastSent: code });
  else if (step === 'delivery' && isWithin(since, mfaSession.lifetimeSeconds))
    dispatch({ type: 'restored', view: { step, message: null, factor, chosen }, lastSent: code });
  else forgetCode();
}

const codeView = { step: 'code', message: null, ...newCode, isSent: true } as const satisfies Partial<CodeView>;
