import { accessCode } from '@florin/contract/limits';

/** A code as people group it: spaces and dashes are theirs, and full-width digits what some keyboards give. */
export const ungrouped = (typed: string): string => typed.normalize('NFKC').replace(/[\s\p{Dash}]/gu, '');

/** The six digits of a code as typed; null where it is anything else. */
export function digitsOf(typed: string): string | null {
  const digits = ungrouped(typed);
  return /^[0-9]+$/.test(digits) && digits.length === accessCode.digits ? digits : null;
}
