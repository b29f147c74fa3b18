import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stored } from './stored.ts';

const schema = v.object({ count: v.number() });
const areas = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

beforeEach(() => {
  for (const [name, values] of Object.entries(areas)) {
    values.clear();
    vi.stubGlobal(name, {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    });
  }
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['local', areas.localStorage, areas.sessionStorage],
  ['session', areas.sessionStorage, areas.localStorage],
] as const)('%s: reads what was written, as JSON, in its own area', (area, own, other) => {
  const value = stored('a', schema, area);
  expect(value.read()).toBeNull();
  value.write({ count: 3 });
  expect(value.read()).toEqual({ count: 3 });
  expect([...own]).toEqual([['a', '{"count":3}']]);
  expect(other.size).toBe(0);
  value.remove();
  expect(value.read()).toBeNull();
});

test.each(['', '{', 'null', '{"count":"3"}', '[]'])('%j counts as absent', (text) => {
  areas.localStorage.set('a', text);
  expect(stored('a', schema, 'local').read()).toBeNull();
});

test('where the browser refuses storage, the value lasts as long as the page', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const value = stored('a', schema, 'local');
  value.write({ count: 3 });
  expect(value.read()).toEqual({ count: 3 });
  value.remove();
  expect(value.read()).toBeNull();
});
