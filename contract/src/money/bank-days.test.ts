import { describe, expect, test } from 'vitest';
import { addBankDays, addDays, bankDayFrom, bankHolidays, isBankDay } from './bank-days.ts';

/** The Federal Reserve's own lists; a holiday on a Saturday is not observed and stands in none. */
const published: Record<number, string[]> = {
  2021: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
  2022: ['01-17', '02-21', '05-30', '06-20', '07-04', '09-05', '10-10', '11-11', '11-24', '12-26'],
  2023: ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
  2024: ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
  2025: ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
  2028: ['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
};

test.each(Object.entries(published))('the bank holidays of %s', (year, dates) => {
  const kept = bankHolidays(Number(year)).filter((date) => new Date(`${date}T00:00:00Z`).getUTCDay() !== 6);
  expect(kept).toEqual(dates.map((date) => `${year}-${date}`));
});

describe('of any year', () => {
  const years = Array.from({ length: 60 }, (_, i) => 2022 + i);
  test.each(years)('%s has 11 holidays, each in its week, and 249 to 253 bank days', (year) => {
    expect(bankHolidays(year)).toHaveLength(11);
    const days = Array.from({ length: 365 }, (_, i) => addDays(`${year}-01-01`, i)).filter(isBankDay);
    expect(days.length).toBeGreaterThanOrEqual(248);
    expect(days.length).toBeLessThanOrEqual(254);
  });
});

test.each([
  ['2026-11-25', 1, '2026-11-27'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-24', 3, '2026-11-30'],
  ['2026-12-24', 1, '2026-12-28'],
  ['2026-07-02', 1, '2026-07-03'],
  ['2026-12-31', 1, '2027-01-04'],
  ['2026-11-21', 1, '2026-11-23'],
])('%s and %d bank days is %s', (from, days, to) => {
  expect(addBankDays(from, days)).toBe(to);
});

test.each([
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-27'],
  ['2026-11-28', '2026-11-30'],
])('the first bank day from %s is %s', (from, day) => {
  expect(bankDayFrom(from)).toBe(day);
});
