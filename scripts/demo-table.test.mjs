import { expect, test } from 'vitest';
import { readme } from './demo-table.ts';

test('the README lists the demo people as they are; `npm run demo-table` brings it up to date', () => {
  const { found, wanted } = readme();
  expect(found).toBe(wanted);
});
