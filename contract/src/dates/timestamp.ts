import * as v from 'valibot';

/** Date, hours and minutes, then seconds and their fraction, which may be left out, then the offset. */
const written =
  /^(20\d\d-\d\d-\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(?:([Zz])|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/;

/**
 * A moment of this century as the server writes it: ISO 8601 in UTC, with milliseconds; finer parts are cut off.
 * @param text ISO 8601 in its extended form or RFC 3339, with `Z` or an offset from UTC
 * @returns null for any other text, and for days that do not exist
 */
export function utcTime(text: string): string | null {
  const parts = written.exec(text);
  if (!parts) return null;
  const [, day, hours, minutes, seconds = '00', fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] = parts;
  const local = `${day}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const at = new Date(local);
  // A day that a month does not have becomes one of the next month.
  if (Number.isNaN(at.getTime()) || at.toISOString() !== local) return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  const utc = new Date(at.getTime() - offset * 60_000).toISOString();
  return utc.startsWith('20') ? utc : null;
}

/** A moment that a client sends, as `utcTime` reads it. */
export const Timestamp = v.pipe(
  v.string('type'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const utc = utcTime(dataset.value);
    if (utc !== null) return utc;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);
