/**
 * `node scripts/complete-lock.mjs`, after an `npm install` that changed package-lock.json: names in it the optional
 * packages of other platforms that a partial registry mirror does not offer. npm leaves those out without a word, and
 * `npm ci` then refuses the lock as incomplete, on every platform.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** The optional dependencies that a lock names without describing them: `{ name, version, dev }`. */
export function undescribed({ packages }) {
  const names = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !names.has(name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/**
 * The entry that npm writes for such a package, without the checksum: its name has the platform, its parent the
 * version.
 */
function described({ name, version, dev }) {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu || !/^\d/.test(version))
    throw new Error(`${name} ${version} does not tell its platform or its exact version.`);
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined;
  return { version, cpu: [cpu], ...(dev && { dev }), ...(libc && { libc }), license: 'MIT', optional: true, os: [os] };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = undescribed(lock);
  for (const entry of missing) lock.packages[`node_modules/${entry.name}`] = described(entry);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} packages described.`);
}
