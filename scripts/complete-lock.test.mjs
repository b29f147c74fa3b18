import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { undescribed } from './complete-lock.mjs';
import { root } from './install.mjs';

test('the lock describes the packages of every platform', () => {
  // node scripts/complete-lock.mjs describes what a partial registry mirror has left out.
  expect(undescribed(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))).toEqual([]);
});
