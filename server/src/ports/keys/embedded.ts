import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { KeyError, type Keys } from './keys.ts';
import { ringKeys, rootKeyBytes, type RootKey } from './keyring.ts';

/** The file's content: keys newest first, as for `environmentKeys`. */
const Keyring = v.object({
  keys: v.array(v.object({ id: v.string(), key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/)) })),
});

const hasPosixModes = process.platform !== 'win32';

/**
 * Keys from `<dataDir>/keys/keyring.json`, created at the first start. An unreadable ring is never replaced: everything
 * sealed under it would be lost.
 * @throws KeyError `keyring` if the file is damaged, or readable or writable by others than its owner
 */
export function embeddedKeys(dataDir: string): Keys {
  const file = join(dataDir, 'keys', 'keyring.json');
  return ringKeys(readRing(file) ?? createRing(file));
}

function readRing(file: string): RootKey[] | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    if (hasPosixModes && (fstatSync(descriptor).mode & 0o077) !== 0)
      throw new KeyError('keyring', `Others may read or change ${file}: make it its owner's alone (chmod 600).`);
    return parse(readFileSync(descriptor, 'utf8'), file);
  } finally {
    closeSync(descriptor);
  }
}

function parse(text: string, file: string): RootKey[] {
  try {
    return v.parse(Keyring, JSON.parse(text)).keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') }));
  } catch {
    // The parser's own message would quote the file.
    throw new KeyError('keyring', `${file} is damaged: restore it from a backup.`);
  }
}

/** The file is complete and on the disk before it gets its name, and only if the name is free: the first one wins. */
function createRing(file: string): RootKey[] {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const keys = [{ id: `k${randomBytes(4).toString('hex')}`, key: randomBytes(rootKeyBytes).toString('base64') }];
  try {
    writeFileSync(draft, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
    if (hasPosixModes) syncFolder(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const ring = readRing(file);
  if (!ring) throw new KeyError('keyring', `${file} is gone.`);
  return ring;
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** A file survives a power cut only if its name does. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
