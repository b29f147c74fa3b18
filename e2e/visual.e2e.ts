import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { tabThrough } from './visual/keyboard.ts';
import { scenarios, type Scenario } from './visual/scenarios.ts';

const usual = { width: 1280, height: 720 };

/** `npm run visual` checks every width, theme and scheme; `npm test` the widest and the narrowest, light, in the usual theme. */
const inFull = process.env['FLORIN_VISUAL'] === 'full';
const widths = inFull ? [1440, 768, 320] : [1440, 320];
const themes = inFull ? ['fresh', 'legacy'] : ['fresh'];
/** Where axe searches: the widest and the narrowest; the other theme has other colors only, so one width tells. */
const isSearched = (theme: string, width: number) => width === 1440 || (theme === 'fresh' && width === 320);

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Light and dark are schemes of the product's own theme; the legacy one is checked as most people have it. */
const schemesOf = (theme: string) =>
  inFull && theme === 'fresh' ? (['light', 'dark'] as const) : (['light'] as const);

/**
 * What axe finds, as one line each; with `colorsOnly` by its rules on colors, which are all that a scheme changes. The
 * rule that a name holds what is shown (WCAG 2.5.3) has to be switched on: axe counts it among its experiments.
 */
async function violations(page: Page, colorsOnly: boolean): Promise<string[]> {
  return page.evaluate(
    async (rules) => {
      // Colors on their way from one theme to the next are nobody's.
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
    colorsOnly && ['color-contrast', 'link-in-text-block'],
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

const applyTheme = (page: Page, theme: string | undefined) =>
  page.evaluate((chosen) => {
    if (chosen === undefined) delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = chosen;
  }, theme);

/** With FLORIN_PICTURES=<folder>, a picture of every appearance is kept there, for people to open. */
const pictures = process.env['FLORIN_PICTURES'];
const keep = async (page: Page, name: string) => {
  if (pictures)
    await page.screenshot({ path: join(pictures, `${name.replaceAll(/[^\w-]+/g, '-')}.png`), caret: 'hide' });
};

/** Checks the screen in each theme, width and scheme, and leaves it as it was. */
async function check(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  // The document of the screen before brings it along.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await applyTheme(page, theme);
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
  await applyTheme(page, before);
  await page.setViewportSize(usual);
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** A server and a browser serve the scenarios that join each other: starting them takes longer than a screen. */
const stories: [string, Scenario][][] = [];
for (const scenario of Object.entries(scenarios))
  if (scenario[1].joins) stories.at(-1)!.push(scenario);
  else stories.push([scenario]);

test.describe(
  'axe finds nothing, nothing runs out of the page, and Tab reaches everything',
  { tag: '@beyond.52' },
  () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: usual });
    for (const story of stories)
      test(story.map(([name]) => name).join(', '), async ({ page, inbox }) => {
        test.slow();
        const found: string[] = [];
        for (const [name, { as, joins, endless, screens }] of story) {
          if (joins) await becomeNobody(page);
          if (as) await signInAs(page, inbox, as);
          for (const [screen, open] of Object.entries(screens)) {
            await open(page, inbox);
            await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
            found.push(...(await check(page, `${name} ${screen}`)).map((line) => `${screen}: ${line}`));
            if (!endless) found.push(...(await tabThrough(page)).map((line) => `${screen}: keyboard: ${line}`));
          }
        }
        expect(found).toEqual([]);
      });
  },
);
