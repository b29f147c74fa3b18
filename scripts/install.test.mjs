import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reasonToInstall } from './install.mjs';

const packages = {
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-1', bin: { one: 'one.js' } },
  'node_modules/one/node_modules/two': { version: '2.0.0', integrity: 'sha512-2', bin: { two: 'two.js' } },
  'node_modules/other-platform': { version: '3.0.0', integrity: 'sha512-3', optional: true },
};
const { 'node_modules/other-platform': _, ...installed } = packages;

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-install-'));
  await write('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  await write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  for (const path of Object.keys(installed)) await write(`${path}/package.json`, '{}');
  await write('node_modules/.bin/one', '');
});
afterEach(() => rm(folder, { recursive: true }));

async function write(file, text) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

test('what is installed is not installed again; packages of other platforms may be missing', () => {
  expect(reasonToInstall(folder)).toBeNull();
});

test.each(['node_modules/one/node_modules/two', 'node_modules/.bin/one', 'node_modules/one/package.json'])(
  'an interrupted copy that lacks %s is installed again, and says why',
  async (path) => {
    await rm(join(folder, path), { recursive: true });
    expect(reasonToInstall(folder)).toBe('node_modules is incomplete (packages missing: 1): installing again …');
  },
);

test('an interrupted install has no record', async () => {
  await rm(join(folder, 'node_modules/.package-lock.json'));
  expect(reasonToInstall(folder)).toBe('Installing packages …');
});

test.each([
  ['another version', { ...installed, 'node_modules/one': { ...packages['node_modules/one'], version: '0.9.0' } }],
  ['a package that is not wanted any more', { ...installed, 'node_modules/old': { version: '1.0.0' } }],
])('a record with %s is an older install', async (_what, present) => {
  await write('node_modules/.package-lock.json', JSON.stringify({ packages: present }));
  expect(reasonToInstall(folder)).toBe('Installing packages, because package-lock.json has changed …');
});
