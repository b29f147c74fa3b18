import { expect, test } from 'vitest';
import { foresee, lowestOf, type Coming, type Run } from './foresee.ts';

const at = (date: string, hour = 12) => ({ date, at: new Date(`2026-11-${date.slice(8)}T${hour}:00:00Z`) });
const coming = (date: string, amount: bigint, change: Partial<Coming> = {}): Coming => ({
  ...at(date),
  kind: 'RELEASE',
  name: 'Shell',
  count: 1,
  transactionId: null,
  amount,
  ...change,
});
const run = (date: string, change: Partial<Run> = {}): Run => ({
  ...at(date),
  kind: 'FUNDING',
  name: 'Field crew',
  act: 'FUND',
  whenShort: 'NONE',
  amount: 100n,
  cards: [{ cardId: 'a', status: 'OPEN', available: 30n }],
  ...change,
});
const told = (found: ReturnType<typeof foresee>) =>
  found.map(({ date, kind, change, available }) => `${date} ${kind} ${change} ${available}`);

test('facts are added up in the order of time', () => {
  const found = foresee(1000n, [
    coming('2026-11-23', 500n, { kind: 'DEPOSIT' }),
    run('2026-11-21'),
    coming('2026-11-20', 75n),
  ]);
  expect(told(found)).toEqual([
    '2026-11-20 RELEASE 75 1075',
    '2026-11-21 FUNDING -100 975',
    '2026-11-23 DEPOSIT 500 1475',
  ]);
});

test('a top-up takes what is missing once, and nothing after it, as no purchase is guessed', () => {
  const topUp = { act: 'TOP_UP' } as const;
  expect(told(foresee(1000n, [run('2026-11-20', topUp), run('2026-11-21', topUp)]))).toEqual([
    '2026-11-20 FUNDING -70 930',
  ]);
});

test('a schedule that the account is too small for says what it lacks', () => {
  expect(foresee(40n, [run('2026-11-20')])).toMatchObject([{ change: 0n, available: 40n, missing: 60n, count: 0 }]);
  expect(foresee(40n, [run('2026-11-20', { whenShort: 'IN_ORDER' })])).toMatchObject([
    { change: -40n, available: 0n, missing: 60n, count: 1 },
  ]);
});

test('a run that changes nothing is left out', () => {
  const closed = [{ cardId: 'a', status: 'CLOSED', available: 0n }] as const;
  expect(foresee(1000n, [run('2026-11-20', { cards: closed })])).toEqual([]);
});

test('the lowest is of every moment, with the days on which it stays', () => {
  const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
  const funded = run('2026-11-20', { ...at('2026-11-20', 10), amount: 900n });
  const later = coming('2026-11-22', 500n);
  expect(lowestOf(1000n, days, foresee(1000n, [funded, coming('2026-11-20', 75n), later]))).toEqual({
    available: 100n,
    from: '2026-11-20',
    to: '2026-11-20',
  });
  expect(lowestOf(1000n, days, foresee(1000n, [funded, later]))).toEqual({
    available: 100n,
    from: '2026-11-20',
    to: '2026-11-21',
  });
  expect(lowestOf(1000n, days, [])).toEqual({ available: 1000n, from: '2026-11-19', to: '2026-11-23' });
});
