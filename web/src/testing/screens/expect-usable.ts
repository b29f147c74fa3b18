import axe from 'axe-core';
import { expect, inject } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { screen, setAppearance } from '../component.ts';
import { tooSmall, tooWide, violations, type Search } from './checks.ts';
import { tabThrough } from './keyboard.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm run looks`: every width, theme and scheme. */
    everyAppearance: boolean;
    /** The folder for pictures; empty for none. */
    pictures: string;
  }
}

export interface Look {
  width: 1440 | 768 | 320;
  theme?: 'legacy';
  scheme?: 'dark';
  forcedColors?: true;
  /** A finger in place of a mouse: targets are measured. */
  coarsePointer?: true;
  /** What axe searches; at 768 px it finds what it finds at the widest. */
  search?: Search;
}

/** The widest and the narrowest, light, in the usual theme. */
const usual: Look[] = [
  { width: 1440, search: 'whole' },
  { width: 320, coarsePointer: true, search: 'width' },
];
const every: Look[] = [
  { width: 1440, search: 'whole' },
  { width: 1440, scheme: 'dark', search: 'colors' },
  { width: 1440, theme: 'legacy', search: 'colors' },
  { width: 1440, forcedColors: true, search: 'colors' },
  { width: 768 },
  { width: 768, theme: 'legacy' },
  { width: 320, search: 'whole' },
  { width: 320, scheme: 'dark', search: 'colors' },
  { width: 320, theme: 'legacy' },
  { width: 320, forcedColors: true },
];

/** Of a picture, in CSS pixels: a list of thousands of rows looks the same further down. */
const pictureAtMost = 4000;

const nameOf = ({ width, theme, scheme, forcedColors }: Look) =>
  [width, forcedColors ? 'forced colors' : (theme ?? scheme ?? 'light')].join(' ');

interface Extent {
  /** Hundreds of rows: nobody goes through them with Tab alone. */
  endless?: boolean;
  /** Besides the usual ones, or in their place. */
  looks?: readonly Look[];
  isUsual?: boolean;
}

/**
 * Fails where axe finds something, where something runs out of its place, or where Tab does not reach everything.
 */
export async function expectUsable(
  name: string,
  { endless = false, looks = [], isUsual = true }: Extent = {},
): Promise<void> {
  await expect.element(screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  window.axe = axe;
  const found: string[] = [];
  const pictures = inject('pictures');
  const wanted = inject('everyAppearance') ? every : [...(isUsual ? usual : []), ...looks];
  for (const look of wanted) {
    const { search, ...appearance } = look;
    await setAppearance({ ...appearance, height: 900 });
    const seen = [
      ...(await tooWide()),
      ...(look.coarsePointer ? tooSmall() : []),
      ...(search ? await violations(search) : []),
    ];
    const label = nameOf(look);
    found.push(...seen.map((line) => `${label}: ${line}`));
    if (pictures) {
      // Of what is below the window, a picture would show nothing.
      const height = Math.max(900, Math.min(document.documentElement.scrollHeight, pictureAtMost));
      await setAppearance({ ...appearance, height });
      await page.screenshot({ path: `${pictures}/${`${name} ${label}`.replaceAll(/[^\w-]+/g, '-')}.png` });
    }
  }
  await setAppearance({});
  if (!endless) {
    const tab = {
      press: (key: string, times: number) => userEvent.keyboard(`{${key}}`.repeat(times)),
      evaluate: <T>(inPage: () => T) => inPage(),
    };
    found.push(...(await tabThrough(tab)).map((line) => `keyboard: ${line}`));
  }
  expect(found, name).toEqual([]);
}
