import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const page = { visibilityState: 'visible' };

afterEach(() => vi.unstubAllGlobals());

beforeEach(() => {
  stored.clear();
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

/** The module in the next document of the tab. */
async function openDocument() {
  vi.resetModules();
  return import('./document.ts');
}

test('a document is opened once', async () => {
  const before = Date.now();
  const { documentOpenedAt } = await openDocument();
  expect(documentOpenedAt()).toBeGreaterThanOrEqual(before);
  expect(documentOpenedAt()).toBeNull();
});

test('a background document counts as opened by nobody', async () => {
  page.visibilityState = 'hidden';
  const { documentOpenedAt } = await openDocument();
  expect(documentOpenedAt()).toBeNull();
});

test(
  'a document loaded by a script counts as opened by nobody; the next one is a person’s again',
  { tags: '@4.61' },
  async () => {
    (await openDocument()).markScriptedNavigation();
    expect((await openDocument()).documentOpenedAt()).toBeNull();
    expect((await openDocument()).documentOpenedAt()).not.toBeNull();
  },
);
