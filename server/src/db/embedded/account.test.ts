import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canReach } from './account.ts';

test('a folder is unreachable if any folder on its path is closed to that user', async () => {
  const stranger = { uid: 54_321, gid: 54_321 };
  const folder = await mkdtemp(join(tmpdir(), 'florin-test-'));
  await chmod(folder, 0o755);
  expect(await canReach(stranger, folder)).toBe(true);
  await chmod(folder, 0o700);
  expect(await canReach(stranger, folder)).toBe(false);
  expect(await canReach(undefined, folder)).toBe(true);
  await rm(folder, { recursive: true });
});
