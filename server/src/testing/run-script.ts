import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testKeyring } from './database/template.ts';

/**
 * Runs a script of this repository on this Node, on a test database.
 * @param script path from the root of the repository
 * @returns its exit code, and what it has written on both channels
 */
export async function runScript(
  { url }: { url: string },
  script: string,
  ...words: readonly string[]
): Promise<{ code: number; output: string }> {
  const env = { DATABASE_URL: url, KEYS: 'environment', KEYRING: testKeyring, PATH: process.env['PATH'] };
  const path = fileURLToPath(new URL(`../../../${script}`, import.meta.url));
  const done = promisify(execFile)(process.execPath, [path, ...words], { env });
  const { stdout, stderr, code } = await done.then(
    (result) => ({ ...result, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, output: stderr + stdout };
}
