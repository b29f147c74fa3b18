import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));

/** The selectors of rules whose motion has a length of its own, which the tokens of `prefers-reduced-motion` do not end. */
function ownLengths(css: string): string[] {
  const rules = css.matchAll(/([^{};]+)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', declarations = '']) =>
    [...declarations.matchAll(/(?:animation|transition):([^;]*)/g)].some(([, value = '']) =>
      value
        .split(/,(?![^(]*\))/)
        .some((part) => /^[^(]*?\b[\d.]+m?s\b/.test(part.replace(/var\(--(?:fast|slow)\).*/, ''))),
    )
      ? [selector.replaceAll(/\/\*.*?\*\//gs, '').trim()]
      : [],
  );
}

/** The selectors that have rules for people who want less motion. */
function stilled(css: string): string[] {
  const blocks = css.matchAll(/@media \(prefers-reduced-motion: reduce\) \{((?:[^{}]*\{[^{}]*\})*)/g);
  return [...blocks].flatMap(([, rules = '']) => [...rules.matchAll(/([^{}]+)\{/g)].map(([, one = '']) => one.trim()));
}

test('motion takes no time where less of it is wanted (WCAG 2.3.3)', () => {
  const paths = globSync('**/*.css', { cwd: source });
  const found = paths.flatMap((path) => {
    const css = readFileSync(join(source, path), 'utf8');
    const still = stilled(css);
    return ownLengths(css)
      .filter((selector) => !still.includes(selector))
      .map((selector) => `${path}: ${selector}`);
  });
  expect(paths.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
