import { accessCode } from '@florin/contract/limits';
import * as v from 'valibot';
import { stored } from '../../stored.ts';
import { newCode } from '../code-step.ts';
import type { CodeView, SignInEvent } from './sign-in.ts';

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
 * The step of a sent code, for a reload of this tab. The pending sign-in's token is worth nothing without the code, and
 * expires within minutes.
 */
const kept = stored('florin-expected-code', Kept, 'session');

export function keepCode({ factor, chosen, resendAt }: CodeView, at: number): void {
  const { deliveries, stronger, ...rest } = factor;
  const copied = { ...rest, deliveries: [...deliveries], stronger: [...stronger] };
  kept.write({ path: window.location.pathname, at, resendAt, chosen, factor: copied });
}

export const forgetCode = (): void => kept.remove();

/** The step before the reload of this page; null for another page, or once the code has expired. */
export function readCode(now: number): Extract<SignInEvent, { type: 'restored' }> | null {
  const found = kept.read();
  if (found === null || found.path !== window.location.pathname) return null;
  const { at, resendAt, chosen, factor } = found;
  if (now - at > accessCode.lifetimeSeconds * 1000) return null;
  return {
    type: 'restored',
    at,
    view: { step: 'code', message: null, ...newCode, isSent: true, resendAt, chosen, factor },
  };
}
