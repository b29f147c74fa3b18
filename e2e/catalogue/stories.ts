import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const e2e = join(import.meta.dirname, '..');

/** The text of a story or of a step of one, from its title to where the next begins; null where there is none. */
export function storyIn(source: string, title: string): string | null {
  const test = /^ *(?:await )?test(?:\.step)?\(\s*(['"`])/gm;
  for (const found of source.matchAll(test)) {
    const from = found.index + found[0].length;
    if (!source.startsWith(title, from)) continue;
    const rest = source.slice(from + title.length);
    return rest.slice(0, /^ *(?:await )?test(\.describe|\.beforeEach|\.step)?\(/m.exec(rest)?.index);
  }
  return null;
}

/**
 * The words that a story reads: its own text, and the values of the constants it uses, whether they stand in its file or
 * are words of the web app. Escapes of regular expressions are taken away.
 */
export async function wordsOf(file: string, title: string): Promise<string | null> {
  const path = join(e2e, file);
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

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}
