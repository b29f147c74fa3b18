import { isEligible } from '@florin/contract/eligibility';
import { registration as limits } from '@florin/contract/limits';
import type { CardStatus } from '@florin/contract/cards/card-states';
import type { CaptchaDifficulty } from '../../../ports/captcha/captcha.ts';
import type { BusinessStatus } from '@florin/contract/program/user-info';
import { isTextable } from '../../../core/people/textable-phone.ts';
import type { HolderDetails } from '../../../core/cards/holder.ts';

interface CardState {
  isRegistered: boolean;
  status: CardStatus;
  businessStatus: BusinessStatus;
}

/** Why a card cannot be registered; null if it can. A card that is not produced yet is in nobody's hands. */
export function cardProblem({ isRegistered, status, businessStatus }: CardState): 'registered' | 'closed' | null {
  if (isRegistered) return 'registered';
  const facts = { card: { status }, business: { status: businessStatus } };
  return isEligible('card.register', facts) ? null : 'closed';
}

/** The way of a card's verification code (reading 9); null if nothing can be proven. */
export type VerificationWay = 'Email' | 'PhoneNumber' | 'BIRTH_YEAR';

/**
 * The way for a card. Repeated unlocks would let an administrator guess the year of birth: after some of them a code is
 * sent instead.
 * @param countries the countries whose phones may get texts
 */
export function verificationWay(
  { verificationMode, timesUnlocked }: { verificationMode: 'SENT' | 'BIRTH_YEAR'; timesUnlocked: number },
  { dateOfBirth, email, mobilePhone }: HolderDetails,
  countries: readonly string[],
): VerificationWay | null {
  const yearProves = verificationMode === 'BIRTH_YEAR' && timesUnlocked < limits.birthYearUntilUnlocked;
  if (yearProves && dateOfBirth !== null) return 'BIRTH_YEAR';
  if (email !== null) return 'Email';
  return mobilePhone !== null && isTextable(mobilePhone, countries) ? 'PhoneNumber' : null;
}

/** The captcha that the refused card numbers of an address prefix make necessary; null: none. */
export function cardCaptcha(refused: number, isProgramUnderAttack: boolean): CaptchaDifficulty | null {
  if (isProgramUnderAttack) return 3;
  if (refused < limits.captchaFromRefusedCards) return null;
  return refused === limits.captchaFromRefusedCards ? 1 : 2;
}

/** The consequence of a card's wrong codes in a day. */
export function codeGuard(wrongCodes: number): 'open' | 'captcha' | 'locked' {
  if (wrongCodes >= limits.lockFromWrongCodes) return 'locked';
  return wrongCodes >= limits.captchaFromWrongCodes ? 'captcha' : 'open';
}

/**
 * Whether an account has the second factor on from its first day (specification section 4; security design, section 6).
 */
export function startsWithSecondFactor(
  mode: 'Disabled' | 'Enabled' | 'Required',
  role: 'ADMIN' | 'CARDHOLDER',
  wanted: boolean,
): boolean {
  if (mode === 'Required' || role === 'ADMIN') return true;
  return mode === 'Enabled' && wanted;
}
