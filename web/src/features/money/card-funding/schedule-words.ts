import type { FundingSchedule } from '@florin/contract/money/funding-schedules';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';

const words = fundingWords.schedules;

type Timing = Pick<FundingSchedule, 'frequency' | 'threshold' | 'timeOfDay' | 'weekday' | 'dayOfMonth'>;

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
/** '6:00 AM', which stays on one line. @param time HH:MM */
const timeText = (time: string | null): string =>
  time === null ? '' : clock.format(new Date(`2000-01-01T${time}Z`)).replace(' ', '\u00A0');
/** 'Nov 23, 2026'. @param isoDay yyyy-mm-dd */
export const dayText = (isoDay: string): string => date.format(new Date(`${isoDay}T00:00:00Z`));

const inFull = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
/** 'November 23, 2026'. @param isoDay yyyy-mm-dd */
export const longDay = (isoDay: string): string => inFull.format(new Date(`${isoDay}T00:00:00Z`));

/** 'Every Monday at 6:00 AM', in the time zone of the business. */
export function whenText({ frequency, threshold, timeOfDay, weekday, dayOfMonth }: Timing): string {
  const time = timeText(timeOfDay);
  if (frequency === 'LOW_BALANCE') return words.low(threshold ? moneyText(threshold) : '');
  if (frequency === 'WEEKLY') return words.every.WEEKLY(time, words.weekdays[(weekday ?? 1) - 1]!);
  if (frequency === 'MONTHLY') return words.every.MONTHLY(time, String(dayOfMonth ?? 1));
  return words.every[frequency](time);
}

/** A schedule as sentences: when, what, and what happens where the account is short. */
export const scheduleSentences = (of: FundingSchedule): string[] => [
  `${whenText(of)}:`,
  fundingWords.sentence[of.act](of.cards.length, moneyText(of.amount)),
  fundingWords.ifShort(fundingWords.shorts[of.whenShort]),
];
