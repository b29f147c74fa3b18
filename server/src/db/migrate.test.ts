import { expect, test } from 'vitest';
import { migrations } from './migrate.ts';

test('migrations are numbered one after the other, each number once', async () => {
  const numbers = (await migrations()).map(({ name }) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
