import { expect, test } from 'vitest';
import { wrongFields, type ScheduleTimes } from './rules.ts';

const base = { startsOn: '2026-12-01', act: 'TOP_UP', amount: 300_00, cardIds: ['a', 'b'] };
const at = { timeOfDay: '06:00' };

test.each<[Partial<ScheduleTimes> & Pick<ScheduleTimes, 'frequency'>, wrong: string[]]>([
  [{ frequency: 'DAILY', ...at }, []],
  [{ frequency: 'DAILY' }, ['timeOfDay missing']],
  [{ frequency: 'DAILY', ...at, weekday: 1 }, ['weekday unknown']],
  [{ frequency: 'WEEKDAYS', ...at }, []],
  [{ frequency: 'WEEKLY', ...at, weekday: 5 }, []],
  [{ frequency: 'WEEKLY', ...at }, ['weekday missing']],
  [{ frequency: 'MONTHLY', ...at, dayOfMonth: 31 }, []],
  [{ frequency: 'MONTHLY', ...at, weekday: 1 }, ['weekday unknown', 'dayOfMonth missing']],
  [{ frequency: 'LOW_BALANCE', threshold: 50_00 }, []],
  [{ frequency: 'LOW_BALANCE' }, ['threshold missing']],
  [{ frequency: 'LOW_BALANCE', threshold: 50_00, ...at }, ['timeOfDay unknown']],
  [{ frequency: 'LOW_BALANCE', threshold: 300_01 }, ['threshold tooLong']],
  [{ frequency: 'LOW_BALANCE', threshold: 300_01, act: 'FUND' }, []],
  [{ frequency: 'DAILY', ...at, endsOn: '2026-11-30' }, ['endsOn tooShort']],
  [{ frequency: 'DAILY', ...at, cardIds: ['a', 'a'] }, ['cardIds format']],
])('%j: %j', (schedule, wrong) => {
  expect(wrongFields({ ...base, ...schedule }).map(({ Field, Problem }) => `${Field} ${Problem}`)).toEqual(wrong);
});
