import { registration } from '../limits.ts';

/** The problem of a date of birth: a day that does not exist, or one too late or too early (section 5). */
export type BirthdateProblem = 'noSuchDay' | 'inFuture' | 'tooYoung' | 'tooOld';

const formats = [
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<month>\d{1,2})-(?<day>\d{1,2})-(?<year>\d{4})$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
];

/**
 * Writes a typed date of birth as MM/dd/yyyy (section 9). Accepts 3/4/1985 and 03-04-1985, month first, and 1985-03-04.
 * Any other text is returned unchanged.
 */
export function usualDate(typed: string): string {
  const parts = formats.map((format) => format.exec(typed)?.groups).find((groups) => groups !== undefined);
  if (parts === undefined) return typed;
  const { month = '', day = '', year = '' } = parts;
  return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
}

/** MM/dd/yyyy as yyyy-mm-dd, which sorts by time. */
export function isoDate(usual: string): string {
  const [month = '', day = '', year = ''] = usual.split('/');
  return `${year}-${month}-${day}`;
}

/**
 * The problem of a date of birth of the form MM/dd/yyyy; null if it is fine.
 * @param today yyyy-mm-dd
 */
export function birthdateProblem(usual: string, today: string): BirthdateProblem | null {
  const birthdate = isoDate(usual);
  const date = new Date(`${birthdate}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== birthdate) return 'noSuchDay';
  if (birthdate > today) return 'inFuture';
  if (yearsLater(birthdate, registration.minimumAgeYears) > today) return 'tooYoung';
  return yearsLater(birthdate, registration.maximumAgeYears) < today ? 'tooOld' : null;
}

const yearsLater = (iso: string, years: number): string =>
  String(Number(iso.slice(0, 4)) + years).padStart(4, '0') + iso.slice(4);
