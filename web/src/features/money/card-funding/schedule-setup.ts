import type { Input } from '@florin/contract/endpoint';
import {
  frequencyFields,
  type FundingFrequency,
  type FundingSchedule,
  type previewFundingSchedule,
} from '@florin/contract/money/funding-schedules';
import { centsOf, tidied, typedAmount } from '../../../kit/forms/cents-of.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import type { Order } from './queries.ts';

const words = fundingWords.schedules.form;

/** When cards are funded, as it is typed. */
export interface Times {
  /** NOW: an order that is done once. */
  frequency: FundingFrequency | 'NOW';
  /** Null until one is typed: the frequency gives it. */
  name: string | null;
  /** '1' is Monday. */
  weekday: string;
  dayOfMonth: string;
  timeOfDay: string;
  threshold: string;
  startsOn: string;
  endsOn: string;
}

export const timesNow = (today: string): Times => ({
  frequency: 'NOW',
  name: null,
  weekday: '1',
  dayOfMonth: '1',
  timeOfDay: '06:00',
  threshold: '',
  startsOn: today,
  endsOn: '',
});

export const timesOf = (of: FundingSchedule): Times => ({
  frequency: of.frequency,
  name: of.name,
  weekday: String(of.weekday ?? 1),
  dayOfMonth: String(of.dayOfMonth ?? 1),
  timeOfDay: of.timeOfDay ?? '06:00',
  threshold: of.threshold ? tidied(typedAmount(of.threshold.amount)) : '',
  startsOn: of.startsOn,
  endsOn: of.endsOn ?? '',
});

/** The order of a schedule. */
export const orderOf = ({ act, amount, cards, whenShort }: FundingSchedule): Order => ({
  act,
  amount: amount.amount,
  cards: cards.map(({ id }) => ({ cardId: id, amount: null })),
  whenShort,
});

export const nameOf = ({ name, frequency }: Times): string =>
  name ?? (frequency === 'NOW' ? '' : words.names[frequency]);

/** What a schedule can do; taking money back happens at once only. */
export const isScheduled = (act: Order['act']): act is FundingSchedule['act'] =>
  act === 'FUND' || act === 'TOP_UP' || act === 'SET';

type Problems = Partial<Record<keyof Times, string>>;

/** What is wrong with what is typed, by field. */
export function problemsOf(times: Times, { act, amount }: Pick<Order, 'act' | 'amount'>): Problems {
  const { frequency, timeOfDay, threshold, startsOn, endsOn } = times;
  if (frequency === 'NOW') return {};
  const needs: readonly string[] = frequencyFields[frequency];
  const least = centsOf(threshold);
  const isLeast = least !== null && least > 0;
  const tooHigh = isLeast && act !== 'FUND' && amount !== null && amount < least;
  return {
    ...(nameOf(times).trim() === '' && { name: words.missing.name }),
    ...(startsOn === '' && { startsOn: words.missing.startsOn }),
    ...(endsOn !== '' && endsOn < startsOn && { endsOn: words.endsEarly }),
    ...(needs.includes('timeOfDay') && timeOfDay === '' && { timeOfDay: words.missing.timeOfDay }),
    ...(needs.includes('threshold') &&
      (!isLeast || tooHigh) && { threshold: tooHigh ? words.thresholdHigh : fundingWords.amountWrong }),
  };
}

export type Setup = Input<typeof previewFundingSchedule>['body'];

/** What is sent for an order and its times; null while something is missing or wrong. */
export function setupOf(times: Times, order: Order): Setup | null {
  const { frequency } = times;
  const { act, amount, whenShort, cards } = order;
  if (frequency === 'NOW' || !isScheduled(act) || amount === null || cards.length === 0) return null;
  if (Object.keys(problemsOf(times, order)).length > 0) return null;
  const needs: readonly string[] = frequencyFields[frequency];
  return {
    name: nameOf(times).trim(),
    act,
    amount,
    frequency,
    ...(needs.includes('weekday') && { weekday: Number(times.weekday) }),
    ...(needs.includes('dayOfMonth') && { dayOfMonth: Number(times.dayOfMonth) }),
    ...(needs.includes('timeOfDay') && { timeOfDay: times.timeOfDay }),
    ...(needs.includes('threshold') && { threshold: centsOf(times.threshold) }),
    startsOn: times.startsOn,
    endsOn: times.endsOn === '' ? null : times.endsOn,
    whenShort,
    cardIds: cards.map(({ cardId }) => cardId),
  };
}
