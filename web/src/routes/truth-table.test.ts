import { expect, test } from 'vitest';
import { paths } from '../paths.ts';
import { guardAt } from '../routes.tsx';
import { decide, type Decision, type GuardedPerson } from '../session/account/guards.ts';
import { addressOf, rows, visitors } from '../testing/truth-table.ts';

const signOf = (decision: Decision) => {
  if (decision === 'enter') return '+';
  if (decision === 'not-found') return '4';
  if (decision.goTo === '/login') return 'L';
  return decision.goTo === '/dashboard' ? 'D' : 'A';
};

for (const { path, signs, tags } of rows)
  test(`${path} for each visitor`, { tags }, () => {
    const address = addressOf(path);
    const decided = Object.entries(visitors).map(([name, visitor]: [string, { person: GuardedPerson | null }]) => [
      name,
      signOf(decide(guardAt(address)!, { path: address, ...visitor })),
    ]);
    expect(Object.fromEntries(decided)).toEqual(signs);
  });

test('every route is in the table once, and the table has nothing else', { tags: '@6.13' }, () => {
  const listed = rows.map(({ path }) => path);
  expect(listed.toSorted()).toEqual(Object.values(paths).toSorted());
  expect(Object.keys(rows[0]!.signs)).toEqual(Object.keys(visitors));
});
