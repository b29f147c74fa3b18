import { addressFailures } from '@florin/contract/limits';
import { isTrustedDevice, type DeviceTrust } from '../device/rules.ts';
import { isReachable, requiresSecondFactor, type AccountState, type SecondFactorTerms } from '../session/rules.ts';
import type { Difficulty } from './throttle-rules.ts';

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
type AccountWithMode = AccountState & SecondFactorTerms;

/**
 * Whether an account of the person asks for a second factor. Accounts the person can switch to count as well, because a
 * switch asks for nothing: the strictest account decides (security design 3.5, switch).
 */
export function asksForSecondFactor(mfaEnabled: boolean, account: AccountWithMode, all: readonly AccountWithMode[]) {
  const within = [account, ...all.filter(isReachable)];
  return within.some((each) => requiresSecondFactor(each) || (mfaEnabled && each.mfaMode === 'Enabled'));
}

/** Whether this sign-in has to prove a second factor: LoginNewDevice (section 3), or a trusted device that is in doubt. */
export function secondFactorNeeded(question: SecondFactorQuestion): boolean {
  const { mfaEnabled, riskFlagOpen, account, accounts, trust, agentFamily, now } = question;
  if (!asksForSecondFactor(mfaEnabled, account, accounts)) return false;
  return riskFlagOpen || !isTrustedDevice(trust, agentFamily, now);
}

/** The captcha that an address prefix asks of everyone who is not on a known device. */
export function addressDifficulty(failures: { count: number; windowStartedAt: Date } | null, now: Date): Difficulty {
  if (!failures || failures.count < addressFailures.captchaFrom) return 0;
  return now.getTime() - failures.windowStartedAt.getTime() < addressFailures.windowSeconds * 1000 ? 1 : 0;
}
