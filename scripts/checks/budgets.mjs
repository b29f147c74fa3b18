/** `npm run budgets`: fails if a page loads more than its budget; reads the build in web/dist. */
import { readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import { root } from '../install.mjs';

const client = join(root, 'web/dist/client');
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));

/** The server renders the sign-in page, which these two bring to life: the router is loaded later. */
const login = loadedBy(['index.html', 'src/hydrate.tsx']);
const signedInSources = ['src/app.tsx', 'src/routes/SignedInFrame.tsx', 'src/routes/DashboardPage.tsx'];
const signedIn = loadedBy(signedInSources).filter((file) => !login.includes(file));
const here = new Set([...login, ...signedIn]);
const areas = Object.entries(manifest)
  .filter(([source, { isDynamicEntry }]) => isDynamicEntry && source.startsWith('src/'))
  .map(([source]) => ({ what: source, files: loadedBy([source]).filter((file) => !here.has(file)) }));

/**
 * In kilobytes of 1,000 bytes, compressed by brotli at its best, as sent by the server. An area is the part that its
 * page loads when the dashboard is loaded already.
 */
const budgets = [
  { what: 'login JavaScript', files: login, kilobytesAtMost: 95 },
  { what: 'first signed-in view, beyond the login', files: signedIn, kilobytesAtMost: 170 },
  ...areas.map((area) => ({ ...area, kilobytesAtMost: 60 })),
];

for (const { what, files, kilobytesAtMost } of budgets) {
  const kilobytes = files.reduce((sum, file) => sum + brotliBytes(file), 0) / 1000;
  const verdict = kilobytes <= kilobytesAtMost ? 'within' : 'over';
  console.log(
    `${what}: ${kilobytes.toFixed(1)} KB brotli in ${files.length} files, ${verdict} its budget of ${kilobytesAtMost} KB`,
  );
  if (verdict === 'within') continue;
  process.exitCode = 1;
  for (const file of files) console.log(`  ${(brotliBytes(file) / 1000).toFixed(1).padStart(6)}  ${file}`);
}

/** The build writes what the server sends (web/vite/precompress.ts). */
function brotliBytes(file) {
  return statSync(join(client, `${file}.br`)).size;
}

/** The scripts built from some source files, with everything that they import on loading. */
function loadedBy(sources) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const source of sources) visit(keyOf(source));
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

/** A module that others also import statically has a chunk named after it, not after its path. */
function keyOf(source) {
  if (manifest[source]) return source;
  const key = Object.keys(manifest).find((one) => manifest[one].name === parse(source).name);
  if (!key) throw new Error(`The build has no chunk for ${source}.`);
  return key;
}
