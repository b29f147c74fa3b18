import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { api, type Api } from './api.ts';

/** Every module of the contract, whether or not modules.ts names it. */
const files = readdirSync(new URL('.//', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !['api.ts', 'modules.ts'].includes(file),
);
const exported = await Promise.all(
  files.map(async (file) =>
    Object.entries((await import(new URL(file, import.meta.url).pathname)) as Record<string, unknown>),
  ),
);
const declared = exported
  .flat()
  .filter(([, value]) => typeof value === 'object' && value !== null && 'path' in value && 'method' in value);

test('every declared call is served under a unique name', () => {
  const names = declared.map(([name]) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(Object.keys(api).toSorted()).toEqual(names.toSorted());
  for (const [name, call] of declared) expect(api[name as keyof Api]).toBe(call);
});

test('no two calls have the same method and path', () => {
  const addresses = Object.values(api).map(({ method, path }) => `${method} ${path}`);
  expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
});
