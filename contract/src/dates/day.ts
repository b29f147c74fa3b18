import * as v from 'valibot';

/** Whether a text is a day of the calendar in this century. A check of a pipe runs whatever the ones before it have found. */
function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** yyyy-mm-dd. */
export const Day = v.pipe(v.string('type'), v.check(isDay, 'format'));
