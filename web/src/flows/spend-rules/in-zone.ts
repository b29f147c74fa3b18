import { today } from '../../messages/en/times.ts';

/** '3:05 PM on Nov 23', in the time zone of a business; the year where it is another one. */
export function momentText(at: string, timeZone: string, now: Date = new Date()): string {
  const moment = new Date(at);
  const year = (date: Date) => date.toLocaleDateString('en-US', { timeZone, year: 'numeric' });
  const day = moment.toLocaleDateString('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(year(moment) !== year(now) && { year: 'numeric' }),
  });
  const time = moment.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
  return `${day}, ${time}`;
}

/** 'Nov 23', in the time zone of a business. */
export const dateText = (at: string, timeZone: string, now?: Date): string =>
  momentText(at, timeZone, now).replace(/, [^,]*$/, '');

/** 'Today, 3:05 PM' or the date, in the time zone of a business: for lists. */
export function shortMoment(at: string, timeZone: string, now: Date = new Date()): string {
  const day = dateText(at, timeZone, now);
  return day === dateText(now.toISOString(), timeZone, now)
    ? today(momentText(at, timeZone, now).slice(day.length + 2))
    : day;
}

/** 'Eastern Time', the name of a zone for people. */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/**
 * The moment of a local date and time in a time zone, as ISO. For a time that does not exist there, the one after it is
 * used.
 * @param local yyyy-mm-ddThh:mm, the value of a field of type `datetime-local`
 */
export function momentIn(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  // Two steps find the offset at the moment itself, even around a change of clocks.
  let guess = wanted;
  for (let step = 0; step < 2; step += 1) guess = wanted - offsetAt(guess, timeZone);
  return new Date(guess).toISOString();
}

/** A moment as the value of a field of type `datetime-local`: yyyy-mm-ddThh:mm in a time zone. */
export function localIn(at: string, timeZone: string): string {
  const moment = Date.parse(at);
  return new Date(moment + offsetAt(moment, timeZone)).toISOString().slice(0, 16);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const local = Date.parse(
    `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}:${part['second']}Z`,
  );
  return local - Math.floor(at / 1000) * 1000;
}
