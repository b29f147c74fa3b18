/** A person's record on one browser. */
export interface DeviceTrust {
  agentFamily: string | null;
  trustedUntil: Date;
  revokedAt: Date | null;
}

/**
 * A browser the person has signed in on. Its failed passwords are counted apart from those of strangers, so that nobody
 * can lock the person out of it (security design 3.6).
 */
export const isKnownDevice = (trust: DeviceTrust | null): boolean => trust !== null && trust.revokedAt === null;

/** A browser that has recently proven the second factor and still appears to be the same one (security design 3.4). */
export const isTrustedDevice = (trust: DeviceTrust | null, agentFamily: string | null, now: Date): boolean =>
  trust !== null && trust.revokedAt === null && trust.trustedUntil > now && trust.agentFamily === agentFamily;
