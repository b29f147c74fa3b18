import { describe, expect, test } from 'vitest';
import { checklist, document } from './checklist.ts';

test('docs/checklist.md is what the code would have; `npm run checklist` brings it up to date', () => {
  const { found, wanted } = document();
  expect(found).toBe(wanted);
});

/** What a person does on the screen; a test of a rule alone does not show that it reaches one. */
const isBrowserStory = (story) => /^\S+\.e2e\.ts: /.test(story);

describe.each(Object.entries(checklist))('%s', (_title, lines) => {
  test('no line without a browser story, and none twice', () => {
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter(({ stories }) => !stories.some(isBrowserStory)).map(({ thing }) => thing)).toEqual([]);
    expect(new Set(lines.map(({ thing }) => thing)).size).toBe(lines.length);
  });
});
