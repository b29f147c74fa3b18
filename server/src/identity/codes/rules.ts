import { accessCode } from '@florin/contract/limits';

/** A code as people group it: with spaces and dashes, and with the full-width digits of some keyboards. */
export const ungrouped = (typed: string): string => typed.normalize('NFKC').replace(/[\s\p{Dash}]/gu, '');

/** The six digits of a code as typed; null for anything else. */
export function digitsOf(typed: string): string | null {
  const digits = ungrouped(typed);
  return /^[0-9]+$/.test(digits) && digits.length === accessCode.digits ? digits : null;
}
