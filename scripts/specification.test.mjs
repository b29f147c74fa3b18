import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hasStory } from '../e2e/catalogue/stories.ts';
import { checklist, limitNamed } from './checklist.ts';
import { root } from './install.mjs';
import { claims } from './specification.ts';

/** The sections of the two documents; the first of them stands before section 1. */
const sections = {
  'The application': [
    '0',
    '1',
    '2 Route table',
    '2 Login',
    '2 Add account and my accounts',
    '2 fast-phone-verification',
    '2 Forgot password',
    '2 Forgot username',
    '2 Reset password',
    '2 Cardholder registration wizard',
    '2 Vendor card details',
    '2 Auto-logout',
    '2 Security checklist',
    '2 Login activity',
    '2 Contact Us',
    '2 404',
    '2 Shell',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
  ],
  'The agreements': ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
  'Beyond the two documents': ['beyond'],
};

test.each(Object.entries(sections))('%s: every section has rows, in their order', (chapter, wanted) => {
  const found = claims.filter((claim) => claim.chapter === chapter).map(({ section }) => section);
  expect(found.filter((section, i) => section !== found[i - 1])).toEqual(wanted);
});

test('no row stands outside of the chapters', () => {
  expect(new Set(claims.map(({ chapter }) => chapter))).toEqual(new Set(Object.keys(sections)));
});

const things = {
  'web/src/routes/table.ts': new Set(checklist.Routes.map(({ thing }) => thing)),
  'web/src/shell/banners.ts': new Set(checklist.Banners.map(({ thing }) => thing)),
};

describe('every claim names where it is built, and a test that exists', () => {
  test.each(claims)('$section $sentence', ({ sentence, built, proofs }) => {
    for (const { file, what } of built) {
      expect(existsSync(join(root, file)), file).toBe(true);
      if (what === null) continue;
      if (file === 'contract/src/limits.ts') expect(sentence.match(/\d+/g) ?? []).toContain(String(limitNamed(what)));
      else expect(things[file], file).toContain(what);
    }
    for (const { file, what } of proofs) expect(what !== null && hasStory(file, what), `${file}: ${what}`).toBe(true);
  });
});
