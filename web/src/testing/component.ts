/** What component tests share: drawing, finding by role and name, appearance, accessibility. */
import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { render as renderAsync } from 'vitest-browser-react/pure';

export { userEvent } from 'vitest/browser';

/** Draws an element, and resolves when it is in the page: React draws in a task of its own. */
export const render: typeof renderAsync = async (...given) => {
  const rendered = await renderAsync(...given);
  await new Promise((resolve) => setTimeout(resolve));
  return rendered;
};

/** Elements are found by role and name, as a person with a screen reader finds them; a password field has no role. */
export const screen: Pick<typeof page, 'getByRole' | 'getByLabelText' | 'getByText'> = page;

interface Appearance {
  scheme?: 'light' | 'dark';
  theme?: 'legacy';
  forcedColors?: boolean;
  /** A finger instead of a mouse. */
  coarsePointer?: boolean;
  /** Of the page, in CSS pixels. */
  width?: number;
  height?: number;
}

const usual: Required<Omit<Appearance, 'theme'>> = {
  scheme: 'light',
  forcedColors: false,
  coarsePointer: false,
  width: 1280,
  height: 800,
};
let now: Appearance = usual;

/** Sets how the page appears until the end of the test; what is not named is as usual: light, 1280 by 800, a mouse. */
export async function setAppearance(wanted: Appearance): Promise<void> {
  const next = { ...usual, ...wanted };
  const { dataset } = document.documentElement;
  if (next.theme) dataset['theme'] = next.theme;
  else delete dataset['theme'];
  if (next.width !== now.width || next.height !== now.height) await page.viewport(next.width, next.height);
  if (next.scheme !== now.scheme || next.forcedColors !== now.forcedColors)
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: next.scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'forced-colors', value: next.forcedColors ? 'active' : 'none' },
      ],
    });
  if (next.coarsePointer !== now.coarsePointer)
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: next.coarsePointer, maxTouchPoints: 1 });
  now = next;
}

/** How many pixels up and down a press on the middle of an element still reaches it. */
export function pressedHeight(element: Element): number {
  element.scrollIntoView({ block: 'center' });
  const { left, width, top, height } = element.getBoundingClientRect();
  const [x, middle] = [left + width / 2, top + height / 2];
  const isHit = (y: number) => element.contains(document.elementFromPoint(x, y));
  const steps = Array.from({ length: 60 }, (_, index) => middle - 30 + index + 0.5);
  return steps.filter(isHit).length;
}

/** Rules about whole pages, which a component is not. */
const pageRules = ['region', 'landmark-one-main', 'page-has-heading-one', 'document-title', 'html-has-lang', 'bypass'];

/**
 * Fails where axe finds a violation, or where the page scrolls sideways.
 * @param except ids of axe's rules that the test explains
 */
export async function expectAccessible(except: readonly string[] = []): Promise<void> {
  await animationsEnded();
  const { violations } = await axe.run(document.body, {
    rules: {
      'label-content-name-mismatch': { enabled: true },
      ...Object.fromEntries([...pageRules, ...except].map((id) => [id, { enabled: false }])),
    },
    resultTypes: ['violations'],
  });
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, 'scrolls sideways').toBeLessThanOrEqual(clientWidth);
}

/**
 * Resolves once nothing fades in or out any more: a color on its way has less contrast. What runs forever or follows
 * scrolling is not awaited.
 */
async function animationsEnded(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(finite.map(({ finished }) => finished));
}
