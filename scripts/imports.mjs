import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './install.mjs';

/** Every source file of the repository, by its path from the root. */
export const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css', '*.json'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => existsSync(posix.join(root, file)));

const known = new Set(sources);

const statements =
  /\b(?:import|export)\s+(?<type>type\s)?(?:[\w*{},\s]*\sfrom\s*)?'(?<path>[^']+)'|\bimport\(\s*'(?<lazy>[^']+)'|new URL\(\s*'(?<url>[^']+)',\s*import\.meta\.url/g;

/** The imports of a source: static, lazy, or by a URL beside it (a worker). Packages and folders are left out. */
export const importsOf = (file, source) =>
  [...source.matchAll(statements)].flatMap(({ groups: { type, path, lazy, url } }) => {
    const specifier = path ?? lazy ?? url;
    const own = /^@florin\/contract\/(.*)$/.exec(specifier)?.[1];
    if (!own && !specifier.startsWith('.') && !url) return [];
    const to = own ? `contract/src/${own}.ts` : posix.join(posix.dirname(file), specifier);
    return known.has(to) ? [{ from: file, to, isType: Boolean(type) }] : [];
  });

/** Every import of a source file by another: `{ from, to, isType }`. */
export const imports = sources.flatMap((file) => importsOf(file, readFileSync(posix.join(root, file), 'utf8')));
