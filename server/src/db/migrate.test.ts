import { expect, test } from 'vitest';
import { migrations } from './migrate.ts';

test('each migration has a number of its own', async () => {
  const numbers = (await migrations()).map(({ name }) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
