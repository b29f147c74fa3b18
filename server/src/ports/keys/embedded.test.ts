import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { embeddedKeys } from './embedded.ts';

const isWindows = process.platform === 'win32';
let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'florin-keyring-'));
  file = join(dataDir, 'keys', 'keyring.json');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the first start creates the keyring, later starts use it', () => {
  const first = embeddedKeys(dataDir);
  const next = embeddedKeys(dataDir);
  expect(next.currentKeyId).toBe(first.currentKeyId);
  expect(next.open(first.seal('kept', 'place'), 'place').toString()).toBe('kept');
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['keyring.json']);
});

test('an operator can add a new key in front', () => {
  const before = embeddedKeys(dataDir);
  const newer = JSON.stringify({ id: 'newer', key: Buffer.alloc(32, 7).toString('base64') });
  writeFileSync(file, readFileSync(file, 'utf8').replace('[', `[${newer},`));
  const after = embeddedKeys(dataDir);
  expect(after.currentKeyId).toBe('newer');
  expect(after.open(before.seal('kept', 'place'), 'place').toString()).toBe('kept');
  expect(after.mac('index', 'x')).toEqual(before.mac('index', 'x'));
});

test('processes that start at once agree on one keyring', async () => {
  const script = `
    import { embeddedKeys } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)};
    process.stdout.write('ready');
    process.stdin.once('data', () => process.stdout.write(embeddedKeys(process.argv[1]).mac('agreement', '').toString('hex')));
    process.stdin.once('end', () => process.exit());
  `;
  const processes = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, dataDir]),
  );
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  const answers = Promise.all(processes.map(({ stdout }) => text(stdout)));
  for (const { stdin } of processes) stdin.end('go');
  expect(new Set(await answers)).toEqual(new Set([embeddedKeys(dataDir).mac('agreement', '').toString('hex')]));
  expect(readdirSync(join(dataDir, 'keys'))).toEqual(['keyring.json']);
});

describe('an untrustworthy keyring is refused and left as it is', () => {
  test.each([
    ['an empty file', ''],
    ['half a file', '{"keys":[{"id":"k1","key":"AAAA'],
    ['no keys', '{"keys":[]}'],
    ['null', 'null'],
    ['a short key', '{"keys":[{"id":"k1","key":"AAAA"}]}'],
    ['a repeated id', JSON.stringify({ keys: [1, 2].map(() => ({ id: 'k1', key: `${'A'.repeat(43)}=` })) })],
  ])('%s', (_name, content) => {
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(file, content, { mode: 0o600 });
    expect(() => embeddedKeys(dataDir)).toThrow(expect.objectContaining({ name: 'KeyError', reason: 'keyring' }));
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('and its content is not quoted', () => {
    mkdirSync(join(dataDir, 'keys'));
    writeFileSync(file, '{"keys":[{"id":"k1","key":"c2VjcmV0', { mode: 0o600 });
    expect(() => embeddedKeys(dataDir)).not.toThrow('c2VjcmV0');
    expect(() => embeddedKeys(dataDir)).toThrow('restore it from a backup');
  });
});

describe.runIf(!isWindows)('on POSIX', () => {
  test('the file is its owner’s alone', () => {
    embeddedKeys(dataDir);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'keys')).mode & 0o777).toBe(0o700);
  });

  test.each([0o640, 0o604, 0o620, 0o602, 0o610])('mode %o is refused', (mode) => {
    embeddedKeys(dataDir);
    chmodSync(file, mode);
    expect(() => embeddedKeys(dataDir)).toThrow(
      expect.objectContaining({ reason: 'keyring', message: expect.stringContaining('chmod 600') }),
    );
  });

  test('an unwritable folder is an error, not a keyring in memory', () => {
    writeFileSync(join(dataDir, 'keys'), 'a file in the way');
    expect(() => embeddedKeys(dataDir)).toThrow(/EEXIST|ENOTDIR/);
  });
});
