import { expect, test } from 'vitest';
import { usesOf } from './tokens-of.ts';

test.each([
  ['color: var(--text); padding: 4px;', [['color', '--text']]],
  ['padding: var(--s2) var(--s4)', [['padding', '--s2 --s4']]],
  ['--brand: oklch(0.5 var(--brand-c) 1)', []],
  ['transition: color var(--fast) var(--ease), opacity 1s', [['transition', '--fast --ease']]],
])('%s', (text, uses) => {
  const found = new Map<string, string>();
  usesOf(text, found);
  expect([...found]).toEqual(uses);
});
