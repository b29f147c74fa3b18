/**
 * Which Chromium the browser tests, the benches and the pictures use. Import it as `scripts/browser.ts`:
 *
 *   import { chromium } from './browser.ts';
 *   const browser = await playwright.chromium.launch(await chromium());
 */
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { unpackedChromium } from './chromium/unpacked.ts';

export interface Chromium {
  executablePath: string;
  args: string[];
}

/** Text keeps its exact widths on every machine, so that pictures and layout checks agree. */
const args = ['--font-render-hinting=none'];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser to launch, in this order: the one `FLORIN_CHROMIUM` names, an installed Chromium or Chrome, the build
 * from npm (Linux x64; unpacked on first use, about two seconds). Throws a sentence for people if the named browser is
 * missing or the machine has none.
 */
export async function chromium(): Promise<Chromium> {
  const named = process.env['FLORIN_CHROMIUM'];
  if (named) {
    if (await isExecutable(named)) return { executablePath: named, args };
    throw new Error(`FLORIN_CHROMIUM names ${named}, which is not a program that can be started.`);
  }
  const executablePath = (await installed()) ?? (await unpackedChromium());
  if (executablePath) return { executablePath, args };
  throw new Error('No Chromium was found: install Chromium or Chrome, or name one in FLORIN_CHROMIUM.');
}

async function installed(): Promise<string | undefined> {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const candidates = process.platform === 'darwin' ? [...onPath, ...macApplications] : onPath;
  for (const candidate of candidates) if (await isExecutable(candidate)) return candidate;
  return undefined;
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
