import { addBankDays, bankDayFrom, isBankDay } from '@florin/contract/money/bank-days';

/** Banks keep Eastern Time. */
const zone = 'America/New_York';
/** Entries that the bank receives until this time go out on the same day. */
const cutoff = '17:00';
/** When entries settle, and returns arrive. */
const opening = '08:30';
/**
 * The number of bank days during which a settled deposit cannot be spent. Most returns must arrive by the second one
 * (contract, ach-returns.ts).
 */
const heldBankDays = 3;

/** The moment of a time of day (HH:MM) on a date, Eastern Time. */
const momentOf = (date: string, time: string): Date =>
  new Date(
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  );

/** The date in Eastern Time, yyyy-mm-dd. */
export const bankDateOf = (at: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();

/** When the bank works on a date's entries. */
export const openingOf = (date: string): Date => momentOf(date, opening);

/** When a transfer that is requested now is sent, settles and, if it is a deposit, can be spent. */
export function transferTimes(now: Date, direction: 'IN' | 'OUT') {
  const today = bankDateOf(now);
  const isToday = isBankDay(today) && now < momentOf(today, cutoff);
  const sendsOn = isToday ? today : isBankDay(today) ? addBankDays(today, 1) : bankDayFrom(today);
  const settlesOn = addBankDays(sendsOn, 1);
  return {
    sendsAt: momentOf(sendsOn, cutoff),
    settlesOn,
    availableOn: direction === 'IN' ? addBankDays(settlesOn, heldBankDays) : null,
  };
}
