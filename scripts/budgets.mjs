/** `npm run budgets`: fails when a page's first load outgrows its budget; reads what the build has left in web/dist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from './install.mjs';

const client = join(root, 'web/dist/client');
const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'));

/**
 * What a page loads, by source file; kilobytes of 1,000 bytes, compressed by brotli at its best, as the server sends.
 * The sign-in page is painted by the server and works on the entry alone: the router comes after it.
 */
const budgets = [{ what: 'login JavaScript', sources: ['index.html'], kilobytesAtMost: 95 }];

for (const { what, sources, kilobytesAtMost } of budgets) {
  const sizes = loadedBy(sources).map((file) => ({
    file,
    bytes: brotliCompressSync(readFileSync(join(client, file))).length,
  }));
  const kilobytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const verdict = kilobytes <= kilobytesAtMost ? 'within' : 'over';
  console.log(`${what}: ${kilobytes.toFixed(1)} KB brotli, ${verdict} its budget of ${kilobytesAtMost} KB`);
  for (const { file, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`  ${(bytes / 1000).toFixed(1).padStart(6)}  ${file}`);
  if (verdict === 'over') process.exitCode = 1;
}

/** The scripts made from some source files, and everything that they import when they are loaded. */
function loadedBy(sources) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (!manifest[key]) throw new Error(`The build has no chunk ${key}.`);
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}
