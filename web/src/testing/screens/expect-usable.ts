import axe from 'axe-core';
import { expect, inject } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { screen, setAppearance } from '../component.ts';
import { tooWide, violations, type Search } from './checks.ts';
import { tabThrough } from './keyboard.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm run visual`: every width, theme and scheme. */
    everyAppearance: boolean;
    /** The folder for pictures; empty for none. */
    pictures: string;
  }
}

interface Look {
  width: 1440 | 768 | 320;
  theme?: 'legacy';
  scheme?: 'dark';
  /** What axe searches; at 768 px it finds what it finds at the widest. */
  search?: Search;
}

/** The widest and the narrowest, light, in the usual theme. */
const usual: Look[] = [
  { width: 1440, search: 'whole' },
  { width: 320, search: 'width' },
];
const every: Look[] = [
  { width: 1440, search: 'whole' },
  { width: 1440, scheme: 'dark', search: 'colors' },
  { width: 1440, theme: 'legacy', search: 'colors' },
  { width: 768 },
  { width: 768, theme: 'legacy' },
  { width: 320, search: 'whole' },
  { width: 320, scheme: 'dark', search: 'colors' },
  { width: 320, theme: 'legacy' },
];

/**
 * Fails where axe finds something, where something runs out of its place, or where Tab does not reach everything.
 * @param endless hundreds of rows: nobody goes through them with Tab alone
 */
export async function expectUsable(name: string, { endless = false } = {}): Promise<void> {
  await expect.element(screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  window.axe = axe;
  const found: string[] = [];
  const pictures = inject('pictures');
  for (const { search, ...look } of inject('everyAppearance') ? every : usual) {
    await setAppearance({ ...look, height: 900 });
    const seen = [...(await tooWide()), ...(search ? await violations(search) : [])];
    const label = [look.width, look.theme ?? look.scheme ?? 'light'].join(' ');
    found.push(...seen.map((line) => `${label}: ${line}`));
    if (pictures) await page.screenshot({ path: `${pictures}/${`${name} ${label}`.replaceAll(/[^\w-]+/g, '-')}.png` });
  }
  await setAppearance({});
  if (!endless) {
    const tab = { press: () => userEvent.keyboard('{Tab}'), evaluate: <T>(inPage: () => T) => inPage() };
    found.push(...(await tabThrough(tab)).map((line) => `keyboard: ${line}`));
  }
  expect(found, name).toEqual([]);
}
