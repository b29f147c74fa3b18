import { describe, expect, test } from 'vitest';
import { catalogue } from './rows.ts';
import { storyIn, wordsOf } from './stories.ts';

describe('every row of the error catalogue has a story that reads its words from the screen', () => {
  test.each(catalogue)('$situation', async ({ file, story, says }) => {
    const words = await wordsOf(file, story);
    expect(words, `${file} has no story "${story}"`).not.toBeNull();
    expect(says.length).toBeGreaterThan(0);
    for (const sentence of says) expect(words).toContain(sentence);
  });
});

test('no situation is listed twice', () => {
  const situations = catalogue.map(({ situation }) => situation);
  expect(new Set(situations).size).toBe(situations.length);
});

describe('a row cannot be kept without its story', () => {
  const source = `
test('the first: says so', async () => {
  expect('one');
});
  test(\`at \${width}\`, async () => {
    expect('two');
  });
test('the second', async () => {
  await test.step('its first step', async () => {
    expect('three');
  });
  await test.step('its second step', async () => {
    expect('four');
  });
});
`;
  test.each([
    ['the first', 'one', true],
    ['the first', 'two', false],
    // oxlint-disable-next-line no-template-curly-in-string -- as it stands in the source
    ['at ${width}', 'two', true],
    ['its first step', 'three', true],
    ['its first step', 'four', false],
    ['the third', 'one', false],
    ['first', 'one', false],
  ])('%j saying %j: %j', (title, words, isThere) => {
    expect(storyIn(source, title)?.includes(words) ?? false).toBe(isThere);
  });
});
