import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';

/** `queryKey: keyOf('cards')` or `queryKey: [...keyOf('cards'), id]`, and the function that fetches. */
const definition = /queryKey:\s*((?:\[\s*\.\.\.)?keyOf\([^)]*\)[^\n]*?\]?),\s*queryFn:/g;

/** A key with the same name and as many further parts; what is no text in quotes can be anything. */
const shapeOf = (key) => key.replaceAll(/'[^']*'|`[^`]*`|[\w.]+/g, (part) => (/^['`.]|keyOf/.test(part) ? part : '_'));

test('each query is defined once: two with one key would read each other’s data', () => {
  const defined = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(definition)].map(([, key]) => ({ file, key: shapeOf(key) })),
    );
  expect(defined.length).toBeGreaterThan(80);
  const byKey = Map.groupBy(defined, ({ key }) => key);
  expect([...byKey.values()].filter(({ length }) => length > 1)).toEqual([]);
});
