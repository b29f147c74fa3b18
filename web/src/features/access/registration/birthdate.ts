import { registration } from '@florin/contract/limits';

export type BirthdateProblem = 'noSuchDay' | 'inFuture' | 'tooYoung';

/**
 * What is wrong with a date of birth of the form MM/dd/yyyy (specification, sections 5 and 9): a day that does not exist,
 * one that has not come, or one too few years ago (limits.ts). Null when it is fine. `today` counts in its own time zone.
 */
export function birthdateProblem(typed: string, today: Date): BirthdateProblem | null {
  const [month = 0, day = 0, year = 0] = typed.split('/').map(Number);
  const date = new Date(year, month - 1, day);
  // Years below 100 would be read as 19xx.
  date.setFullYear(year, month - 1, day);
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  if (!exists || year < 1900) return 'noSuchDay';
  if (date > today) return 'inFuture';
  const birthday = new Date(date);
  birthday.setFullYear(year + registration.minimumAgeYears);
  return birthday > today ? 'tooYoung' : null;
}
