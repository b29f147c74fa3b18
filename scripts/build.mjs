import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment, install, node, Refusal, root } from './install.mjs';

const vite = join(root, 'node_modules/vite/bin/vite.js');
/** The browser's files, then the program by which the server renders the first page. */
const builds = [
  ['build', 'web'],
  ['build', 'web', '--ssr', 'src/prerender.tsx'],
];
const sources = ['web', 'contract', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
const leftOut = new Set(['node_modules', 'dist']);
/** Beside the two builds; contains the fingerprint of their sources. */
const stamp = join(root, 'web/dist/sources.sha256');

const assets = join(root, 'web/dist/client/assets');
const hour = 3_600_000;

/** Builds the web app where its sources have changed since the last build. Throws a Refusal with the builder's output. */
export async function buildWhereStale() {
  const fingerprint = fingerprintOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  console.log('Building the web app …');
  const began = Date.now();
  // An interrupted build has no stamp and counts as stale.
  removeOldAssets();
  rmSync(stamp, { force: true });
  for (const options of builds) await run(vite, [...options, '--logLevel', 'warn']);
  mkdirSync(join(root, 'web/dist'), { recursive: true });
  writeFileSync(stamp, fingerprint);
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

/**
 * Removes what is older than a day and not of the last build. A server that was started before this build goes on
 * serving a page that names the files of its time.
 */
function removeOldAssets() {
  if (!existsSync(assets) || !existsSync(stamp)) return;
  const oldest = Math.min(Date.now() - 24 * hour, statSync(stamp).mtimeMs - hour);
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    if (statSync(file).mtimeMs < oldest) rmSync(file);
  }
}

async function run(program, options) {
  const child = spawn(node, [program, ...options], { cwd: root, env: environment, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  if (code !== 0) throw new Refusal('The web app could not be built.');
}

function fingerprintOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const file = join(root, path);
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  };
  const walk = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      if (leftOut.has(entry.name) || /\.test\.tsx?$/.test(entry.name)) continue;
      if (entry.isDirectory()) walk(`${folder}/${entry.name}`);
      else add(`${folder}/${entry.name}`);
    }
  };
  for (const path of paths) {
    if (path.includes('.')) add(path);
    else walk(path);
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await install();
    await buildWhereStale();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
