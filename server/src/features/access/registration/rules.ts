import { isEligible } from '@florin/contract/eligibility';
import { registration as limits } from '@florin/contract/limits';
import type { CardStatus } from '@florin/contract/card-states';
import type { CaptchaDifficulty } from '../../../ports/captcha/captcha.ts';
import type { BusinessStatus } from '@florin/contract/user-info';
import { isTextable } from '../../../core/people/textable-phone.ts';
import type { HolderDetails } from '../../../core/cards/holder.ts';

interface CardState {
  isRegistered: boolean;
  status: CardStatus;
  businessStatus: BusinessStatus;
}

/** Why a card cannot be registered; null where it can. One that is not made yet is nobody's to have in hand. */
export function cardProblem({ isRegistered, status, businessStatus }: CardState): 'registered' | 'closed' | null {
  if (isRegistered) return 'registered';
  const facts = { card: { status }, business: { status: businessStatus } };
  return isEligible('card.register', facts) ? null : 'closed';
}

/** How a card's verification code comes (reading 9); null where there is no way to prove anything. */
export type VerificationWay = 'Email' | 'PhoneNumber' | 'BIRTH_YEAR';

/**
 * The way for a card. Whoever may lift its lock can guess the year of birth by and by: after some lifts a code is sent.
 * @param countries those whose phones may be sent texts
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

/** The captcha that refused card numbers of an address prefix ask for; null: none. */
export function cardCaptcha(refused: number, isProgramUnderAttack: boolean): CaptchaDifficulty | null {
  if (isProgramUnderAttack) return 3;
  if (refused < limits.captchaFromRefusedCards) return null;
  return refused === limits.captchaFromRefusedCards ? 1 : 2;
}

/** What wrong codes of a card in a day lead to. */
export function codeGuard(wrongCodes: number): 'open' | 'captcha' | 'locked' {
  if (wrongCodes >= limits.lockFromWrongCodes) return 'locked';
  return wrongCodes >= limits.captchaFromWrongCodes ? 'captcha' : 'open';
}

/** Whether an account has the second factor on from its first day (specification section 4; security design, section 6). */
export function startsWithSecondFactor(
  mode: 'Disabled' | 'Enabled' | 'Required',
  role: 'ADMIN' | 'CARDHOLDER',
  wanted: boolean,
): boolean {
  if (mode === 'Required' || role === 'ADMIN') return true;
  return mode === 'Enabled' && wanted;
}
