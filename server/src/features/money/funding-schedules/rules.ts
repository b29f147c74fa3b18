import type { FieldProblem } from '@florin/contract/errors';
import { frequencyFields, type FundingFrequency } from '@florin/contract/money/funding-schedules';

/** The fields of a schedule that depend on each other. */
export interface ScheduleTimes {
  frequency: FundingFrequency;
  weekday?: number | null | undefined;
  dayOfMonth?: number | null | undefined;
  timeOfDay?: string | null | undefined;
  threshold?: number | null | undefined;
  startsOn: string;
  endsOn?: string | null | undefined;
  act: string;
  amount: number;
  cardIds: readonly string[];
}

const timed = ['timeOfDay', 'weekday', 'dayOfMonth', 'threshold'] as const;

/**
 * What is wrong with a schedule: a field that its frequency needs or does not have, an end before its beginning, a card
 * twice, or a threshold that a top-up never reaches.
 */
export function wrongFields(schedule: ScheduleTimes): { Field: string; Problem: FieldProblem }[] {
  const { frequency, startsOn, endsOn, threshold, act, amount, cardIds } = schedule;
  const needed: readonly string[] = frequencyFields[frequency];
  const wrong = timed.flatMap((Field): { Field: string; Problem: FieldProblem }[] => {
    const isGiven = schedule[Field] !== null && schedule[Field] !== undefined;
    if (isGiven === needed.includes(Field)) return [];
    return [{ Field, Problem: isGiven ? 'unknown' : 'missing' }];
  });
  if (endsOn && endsOn < startsOn) wrong.push({ Field: 'endsOn', Problem: 'tooShort' });
  if (new Set(cardIds).size < cardIds.length) wrong.push({ Field: 'cardIds', Problem: 'format' });
  if (threshold && act !== 'FUND' && amount < threshold) wrong.push({ Field: 'threshold', Problem: 'tooLong' });
  return wrong;
}
