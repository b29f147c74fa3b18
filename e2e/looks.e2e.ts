import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { walkByKeyboard } from './looks/keyboard.ts';
import { walks } from './looks/walks.ts';

const usual = { width: 1280, height: 720 };
const widths = [1440, 768, 320];
const themes = ['fresh', 'legacy'];
/** Where axe searches: the widest and the narrowest; the other theme has other colours only, so one width tells. */
const isSearched = (theme: string, width: number) => width === 1440 || (theme === 'fresh' && width === 320);

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Light and dark are schemes of the product's own theme; the legacy one is looked at as most people have it. */
const schemesOf = (theme: string) => (theme === 'fresh' ? (['light', 'dark'] as const) : (['light'] as const));

/**
 * What axe finds, as one line each; with `coloursOnly` by its rules on colours, which are all that a scheme changes. The
 * rule that a name holds what is shown (WCAG 2.5.3) has to be switched on: axe counts it among its experiments.
 */
async function violations(page: Page, coloursOnly: boolean): Promise<string[]> {
  return page.evaluate(
    async (rules) => {
      // Colours on their way from one theme to the next are nobody's.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      interface Axe {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      }
      const { axe } = globalThis as unknown as { axe: Axe };
      const found = await axe.run({
        ...(rules ? { runOnly: rules } : { rules: { 'label-content-name-mismatch': { enabled: true } } }),
        resultTypes: ['violations'],
      });
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    coloursOnly && ['color-contrast', 'link-in-text-block'],
  );
}

/** What is wider than its place: the page, which then scrolls sideways, or a text that runs out of the box it stands in. */
const tooWide = (page: Page) =>
  page.evaluate(async () => {
    // Menus and tooltips follow a new width a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? ['scrolls sideways'] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(text);
      let box = text.parentElement;
      while (box && /inline|contents/.test(getComputedStyle(box).display)) box = box.parentElement;
      if (!box || box.clientWidth < 3 || getComputedStyle(box).overflowX !== 'visible') continue;
      const over = range.getBoundingClientRect().right - box.getBoundingClientRect().right;
      if (over > 2) found.push(`runs out of its box: ${text.textContent}`);
    }
    return found;
  });

const wear = (page: Page, theme: string | undefined) =>
  page.evaluate((chosen) => {
    if (chosen === undefined) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  }, theme);

/** With FLORIN_PICTURES=<folder>, a picture of every look is kept there, for people to open. */
const pictures = process.env['FLORIN_PICTURES'];
const keep = async (page: Page, name: string) => {
  if (pictures)
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w-]+/g, '-')}.png`), caret: 'hide' });
};

/** Looks at the screen that stands there, in every theme, width and scheme, and leaves it as it was. */
async function look(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  const worn = await page.evaluate(() => document.documentElement.dataset['theme']);
  // The document of the screen before brings it along.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await wear(page, theme);
      found.push(...(await tooWide(page)).map((line) => `${theme}, ${width} px: ${line}`));
      if (!isSearched(theme, width)) await keep(page, `${screen} ${width} ${theme}`);
      for (const colorScheme of isSearched(theme, width) ? schemesOf(theme) : []) {
        await page.emulateMedia({ colorScheme });
        await keep(page, `${screen} ${width} ${theme} ${colorScheme}`);
        const seen = await violations(page, theme !== 'fresh' || colorScheme === 'dark');
        found.push(...seen.map((violation) => `${colorScheme}, ${theme}, ${width} px: ${violation}`));
      }
    }
  }
  await wear(page, worn);
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

test.describe(
  'axe finds nothing and nothing runs out of the page, light and dark, at every width, in both themes; Tab reaches everything',
  { tag: '@beyond.52' },
  () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: usual });
    for (const [name, { as, endless, screens }] of Object.entries(walks))
      test(name, async ({ page, inbox }) => {
        test.slow();
        if (as) await signInAs(page, inbox, as);
        const found: string[] = [];
        for (const [screen, open] of Object.entries(screens)) {
          await open(page, inbox);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          found.push(...(await look(page, `${name} ${screen}`)).map((line) => `${screen}: ${line}`));
          if (!endless) found.push(...(await walkByKeyboard(page)).map((line) => `${screen}: keyboard: ${line}`));
        }
        expect(found).toEqual([]);
      });
  },
);
