import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../..');
const testFiles = ['e2e', 'scripts', 'contract/src', 'server/src', 'web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(e2e|test)\.(tsx?|mjs)$/.test(path))
    .map((path) => join(root, folder, path)),
);

/** The one file of tests whose path ends with a name; as much of the path as tells it from others. */
export function testFileNamed(name: string): string {
  const found = testFiles.filter((path) => path.endsWith(`/${name}`));
  if (found.length !== 1) throw new Error(`${found.length} files of tests are called ${name}`);
  return found[0]!;
}

/** The text of a test, of a step of one or of a group of them, from its title to where the next begins; null where there is none. */
export function storyIn(source: string, title: string): string | null {
  const titles = /(?:^[ \t]*(?:await )?(?:test|describe)(?:\.\w+)?|\)|\])\(\s*(['"`])/gm;
  for (const found of source.matchAll(titles)) {
    const from = found.index + found[0].length;
    if (!source.startsWith(title, from)) continue;
    const rest = source.slice(from + title.length);
    return rest.slice(0, /^ *(?:await )?test(\.describe|\.beforeEach|\.step)?\(/m.exec(rest)?.index);
  }
  return null;
}

/** Whether a test, or a group of tests, has a title that begins so. */
export const hasStory = (file: string, title: string): boolean =>
  storyIn(readFileSync(testFileNamed(file), 'utf8'), title) !== null;

/**
 * The words that a story reads: its own text, and the values of the constants it uses, whether they stand in its file or
 * are words of the web app. Escapes of regular expressions are taken away.
 */
export async function wordsOf(file: string, title: string): Promise<string | null> {
  const path = testFileNamed(file);
  const source = readFileSync(path, 'utf8');
  const story = storyIn(source, title);
  if (story === null) return null;
  const constants = [...source.matchAll(/^ *const (\w+) =\s*(['"])((?:(?!\2)[^\\]|\\.)*)\2;/gm)]
    .filter(([, name]) => new RegExp(`\\b${name}\\b`).test(story))
    .map(([, , , value]) => value!);
  const words: string[] = [];
  for (const [, name, from] of source.matchAll(/^import \{ (\w+) \} from '(.*\/messages\/.*)';/gm)) {
    const module = (await import(pathToFileURL(resolve(dirname(path), from!)).href)) as Record<string, unknown>;
    for (const [, steps] of story.matchAll(new RegExp(`\\b${name}((?:\\.\\w+|\\[\\w+\\])+)`, 'g'))) {
      const value = valueAt(module[name!], steps!.match(/\w+/g)!);
      if (typeof value === 'string') words.push(value);
    }
  }
  return [story.replaceAll(/\\(.)/g, '$1'), ...constants, ...words].join('\n');
}

/** What stands at the end of a way through objects; undefined where it leads nowhere. */
export function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}
