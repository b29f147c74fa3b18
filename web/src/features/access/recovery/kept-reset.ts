import { accessCode } from '@florin/contract/limits';
import { ResetEntityType } from '@florin/contract/access/recovery';
import * as v from 'valibot';
import { newCode } from '../../../flows/code-step.ts';
import { stored } from '../../../stored.ts';
import type { ResetState, VerificationView } from './reset.ts';

const Method = v.object({
  entityType: ResetEntityType,
  entityMasked: v.string(),
  requestNumber: v.optional(v.string()),
});
const Kept = v.object({
  until: v.number(),
  resendAt: v.number(),
  token: v.string(),
  methods: v.array(Method),
  method: Method,
});

/**
 * The step of a sent code, for a reload of this tab. The token of an opened link is worth nothing without the code, which
 * is in another hand's reach only with the phone; a link that is proven is not kept (decision 026).
 */
const kept = stored('florin-expected-reset-code', Kept, 'session');

export const forgetReset = (): void => kept.remove();

/** Keeps the step of a code that was sent at `now`, and forgets it once the reset has gone on or ended. */
export function keepReset({ view, end, lastSent }: ResetState, now: number): void {
  if (end !== null || view.step === 'reset' || view.step === 'waiting') return forgetReset();
  if (lastSent === null || kept.read()?.resendAt === lastSent.resendAt) return undefined;
  const { link, method, resendAt } = lastSent;
  const until = now + accessCode.lifetimeSeconds * 1000;
  return kept.write({ until, resendAt, token: link.token, methods: [...link.methods], method });
}

/** The reset at the step before the reload; null if none is kept, or its code has expired. */
export function keptReset(now: number): ResetState | null {
  const found = kept.read();
  if (found === null || found.until <= now) return null;
  const { token, methods, method, resendAt } = found;
  const view: VerificationView = {
    step: 'verification',
    message: null,
    link: { token, methods },
    method,
    ...newCode,
    isSent: true,
    resendAt,
  };
  return { view, request: null, end: null, lastSent: view };
}
