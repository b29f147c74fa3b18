import { stepUpSeconds } from '@florin/contract/limits';
import { afterSeconds } from '../../core/time.ts';
import type { StepUpMethod } from '../../db/schema.ts';

/** What a session says of proofs beyond the password; a trusted device and a link stand in for none of them. */
const secondProofs: ReadonlySet<string> = new Set(['email', 'sms', 'totp', 'backup']);

const isSecondProof = (method: string): boolean => method === 'webauthn' || secondProofs.has(method);

/**
 * Whether a sign-in has proven two things there and then: password and code, or a passkey, which is both, also beside a reset
 * link, because it would have signed in without one. Any other sign-in that began with a link has not, whatever a step-up
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
 * Until when a session counts as freshly proven: five minutes after a step-up, or after a sign-in with two proofs (security
 * design 3.5). Null where it does not.
 */
export function freshUntil({ methods, authenticatedAt, steppedUpAt }: Proven, now: Date): Date | null {
  const signedIn = isProvenTwice(methods) ? authenticatedAt.getTime() : Number.NEGATIVE_INFINITY;
  const newest = Math.max(signedIn, steppedUpAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (newest === Number.NEGATIVE_INFINITY) return null;
  const until = afterSeconds(new Date(newest), stepUpSeconds);
  return until > now ? until : null;
}

/**
 * The second factors by which a session counts as freshly proven; empty where it was the password alone, or nothing. Once
 * somebody has stepped up, that proof counts and no earlier one.
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
