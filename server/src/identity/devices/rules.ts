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
export const isKnownDevice = (trust: Pick<DeviceTrust, 'revokedAt'> | null): boolean =>
  trust !== null && trust.revokedAt === null;

/**
 * The failures and messages that count together for a person (decision 032): those of all devices confirmed by a mailed
 * link, those of one known device, and those of all others. A link opens a known device, too: anyone with a copy of
 * its secret may have used up its quota.
 */
export type Quota = { deviceId: string } | 'mailbox' | 'strangers';

/** @param isConfirmed the device has opened a link from the person's mailbox */
export function quotaOf(
  deviceId: string | null,
  trust: Pick<DeviceTrust, 'revokedAt'> | null,
  isConfirmed: boolean,
): Quota {
  if (isConfirmed) return 'mailbox';
  return deviceId !== null && isKnownDevice(trust) ? { deviceId } : 'strangers';
}

/** A browser that has recently proven the second factor and still appears to be the same one (security design 3.4). */
export const isTrustedDevice = (trust: DeviceTrust | null, agentFamily: string | null, now: Date): boolean =>
  trust !== null && trust.revokedAt === null && trust.trustedUntil > now && trust.agentFamily === agentFamily;
