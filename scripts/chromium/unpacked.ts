import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

/**
 * The path of the Chromium from `@sparticuz/chromium`, unpacked under `.cache/` at the first use; undefined if that
 * package has no build for the machine. Callers may race: each unpacks aside and one rename wins.
 */
export async function unpackedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const packed = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string };
  const folder = join(cache, `chromium-${version}`);
  if (!(await exists(folder))) await unpackInto(folder, join(packed, 'bin'));
  return join(folder, 'start-chromium');
}

async function unpackInto(folder: string, archives: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const aside = await mkdtemp(join(cache, 'chromium-unpacking-'));
  try {
    // The package always unpacks into the system's temporary folder; a separate process has its own.
    const unpack = fileURLToPath(new URL('unpack.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [unpack, archives], { env: { ...process.env, TMPDIR: aside } });
    await writeFile(join(aside, 'fonts', 'fonts.conf'), fontsConf);
    await writeFile(join(aside, 'start-chromium'), startScript, { mode: 0o755 });
    // The next run of the tests, as root or not, must be able to use the folder and the program.
    await Promise.all([chmod(aside, 0o755), chmod(join(aside, 'chromium'), 0o755)]);
    await rename(aside, folder);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * The libraries that the build needs and a bare machine lacks are beside it, with its fonts: the same text everywhere.
 */
const startScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
