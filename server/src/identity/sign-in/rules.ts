import { addressFailures } from '@florin/contract/limits';
import { isTrustedDevice, type DeviceTrust } from '../devices/rules.ts';
import { asksForSecondFactor, type AccountWithMode } from '../sessions/rules.ts';
import type { Difficulty } from '../../core/throttle/throttle-rules.ts';

interface SecondFactorQuestion {
  mfaEnabled: boolean;
  riskFlagOpen: boolean;
  /** The account the sign-in starts with. */
  account: AccountWithMode;
  accounts: readonly AccountWithMode[];
  trust: DeviceTrust | null;
  agentFamily: string | null;
  now: Date;
}
/**
 * Whether this sign-in must prove a second factor: LoginNewDevice (section 3), or a trusted device whose login is
 * suspicious.
 */
export function secondFactorNeeded(question: SecondFactorQuestion): boolean {
  const { mfaEnabled, riskFlagOpen, account, accounts, trust, agentFamily, now } = question;
  if (!asksForSecondFactor(mfaEnabled, account, accounts)) return false;
  return riskFlagOpen || !isTrustedDevice(trust, agentFamily, now);
}

/** The captcha that an address prefix requires of every unknown device. */
export function addressDifficulty(failures: { count: number; windowStartedAt: Date } | null, now: Date): Difficulty {
  if (!failures || failures.count < addressFailures.captchaFrom) return 0;
  return now.getTime() - failures.windowStartedAt.getTime() < addressFailures.windowSeconds * 1000 ? 1 : 0;
}
