import { stepUpSeconds } from '@florin/contract/limits';
import { afterSeconds } from '../../core/time.ts';
import type { StepUpMethod } from '../../db/schema.ts';

/** The session's proofs besides the password; a trusted device and a link count as none of them. */
const secondProofs: ReadonlySet<string> = new Set(['email', 'sms', 'totp', 'backup']);

const isSecondProof = (method: string): boolean => method === 'webauthn' || secondProofs.has(method);

/**
 * Whether a sign-in has proven two factors itself: password and code, or a passkey, which is both, even together with a
 * reset link, because it could have signed in without one. Any other sign-in with a link has not, whatever a step-up
 * has added since.
 */
export const isProvenTwice = (methods: readonly string[]): boolean =>
  methods.includes('webauthn') ||
  (methods.includes('password') && !methods.includes('link') && methods.some((method) => secondProofs.has(method)));

interface Proven {
  methods: readonly string[];
  authenticatedAt: Date;
  steppedUpAt: Date | null;
}

/**
 * The end of a session's fresh proof: five minutes after a step-up, or after a sign-in with two factors (security
 * design 3.5). Null if there is none.
 */
export function freshUntil({ methods, authenticatedAt, steppedUpAt }: Proven, now: Date): Date | null {
  const signedIn = isProvenTwice(methods) ? authenticatedAt.getTime() : Number.NEGATIVE_INFINITY;
  const newest = Math.max(signedIn, steppedUpAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (newest === Number.NEGATIVE_INFINITY) return null;
  const until = afterSeconds(new Date(newest), stepUpSeconds);
  return until > now ? until : null;
}

/**
 * The second factors of a session's fresh proof; empty if it was the password alone, or there is none. After a step-up
 * its proof counts, and no earlier one.
 */
export function freshSecondFactors(
  session: Proven & { steppedUpBy: StepUpMethod | null },
  now: Date,
): readonly string[] {
  if (freshUntil(session, now) === null) return [];
  const { methods, steppedUpAt, steppedUpBy } = session;
  const proofs = steppedUpAt === null ? methods : [steppedUpBy ?? 'password'];
  return proofs.filter(isSecondProof);
}
