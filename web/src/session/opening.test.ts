import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const page = { visibilityState: 'visible' };

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

/** The module as the next document of the tab has it. */
async function openDocument() {
  vi.resetModules();
  return import('./opening.ts');
}

test('a document is opened once', async () => {
  const before = Date.now();
  const { takeOpening } = await openDocument();
  expect(takeOpening()).toBeGreaterThanOrEqual(before);
  expect(takeOpening()).toBeNull();
});

test('a document in the background is opened by nobody', async () => {
  page.visibilityState = 'hidden';
  const { takeOpening } = await openDocument();
  expect(takeOpening()).toBeNull();
});

test('where a script leads nobody opens a page; the next one is a person’s again', { tags: '@4.61' }, async () => {
  (await openDocument()).leadWithoutPerson();
  expect((await openDocument()).takeOpening()).toBeNull();
  expect((await openDocument()).takeOpening()).not.toBeNull();
});
