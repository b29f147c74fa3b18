import { expect, test } from 'vitest';
import { setAppearance } from './component.ts';

const seen = () => ({
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  forcedColors: matchMedia('(forced-colors: active)').matches,
  coarse: matchMedia('(pointer: coarse)').matches,
  still: matchMedia('(prefers-reduced-motion: reduce)').matches,
  width: window.innerWidth,
  theme: document.documentElement.dataset['theme'],
});
const usual = { dark: false, forcedColors: false, coarse: false, still: true, width: 1280, theme: undefined };

test.each([
  [{}, usual],
  [{ scheme: 'dark' }, { ...usual, dark: true }],
  [{ theme: 'legacy' }, { ...usual, theme: 'legacy' }],
  [{ forcedColors: true }, { ...usual, forcedColors: true }],
  [
    { width: 320, coarsePointer: true },
    { ...usual, width: 320, coarse: true },
  ],
  [{}, usual],
] as const)('%o is what the page sees, and the next test starts as usual', async (appearance, expected) => {
  expect(seen()).toEqual(usual);
  await setAppearance(appearance);
  expect(seen()).toEqual(expected);
});
