import { expect, test } from 'vitest';
import { pageAt } from '../../paths.ts';
import { queryClient } from '../../session/queries/query-client.ts';
import { screen, setAppearance } from '../component.ts';
import { renderApp } from '../render-app.tsx';
import { expectUsable, type Look } from './expect-usable.ts';
import { answersOf, everyScreen, type Screen } from './screens.ts';

/** The page has loaded what it shows, also far below the window. */
async function settled(): Promise<void> {
  await loaded();
  const far = [...document.querySelectorAll('[data-far]')];
  if (far.length === 0) return;
  for (const each of far)
    await expect
      .poll(() => {
        // Again and again: a page that is still being opened is scrolled to its top.
        each.scrollIntoView();
        return each.isConnected;
      })
      .toBe(false);
  await loaded();
  window.scrollTo(0, 0);
}

async function loaded(): Promise<void> {
  await expect.element(screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
}

const widths = [1440, 768, 320] as const;
const appearances = [{ scheme: 'dark' }, { theme: 'legacy' }, { forcedColors: true }] as const;

/**
 * Besides the widest and the narrowest in light: every width, every appearance and every amount of data meets each screen
 * once, and over the screens each pair of them.
 */
const looksAt = (place: number): readonly [Look, Look, Look] => {
  const look = (n: number, search: NonNullable<Look['search']>): Look => ({
    width: widths[(place + n) % 3]!,
    ...appearances[(Math.floor(place / 3) + n) % 3]!,
    search,
  });
  return [look(0, 'colors'), look(1, 'content'), look(2, 'content')];
};

/**
 * Looks at every screen of these visitors, from 320 to 1440 px, in every appearance, with no data, some, and far too much:
 * axe finds nothing, nothing runs out of its place, and Tab reaches everything.
 */
export function lookAtEach(...visitors: readonly Screen['by'][]): void {
  const of = everyScreen
    .map((one, place) => ({ ...one, place }))
    .filter(({ screen: { by } }) => visitors.includes(by))
    .map((one) => ({ ...one, name: `${one.at}, ${one.screen.by}` }));
  // Three drawings and five looks take their time on a busy machine.
  test.each(of)(
    '$name',
    { tags: '@beyond.52', timeout: 180_000 },
    async ({ route, at, place, name, screen: shown }) => {
      const [ofSome, ofNone, ofMuch] = looksAt(place);
      const app = await renderApp(at, answersOf(shown, 'some'), shown.site);
      // What it shows may be far below the window.
      await settled();
      await expect.element(screen.getByText(shown.shows, { exact: false }).first()).toBeVisible();
      await settled();
      expect(pageAt(window.location.pathname)?.path).toBe(route);
      await expectUsable(name, {
        looks: [ofSome, ...(shown.isFixed ? [ofNone, ofMuch] : shown.isOfOne ? [ofNone] : [])],
      });
      if (shown.isFixed) return;
      for (const [data, look] of [
        ['none', ofNone],
        ['far too much', ofMuch],
      ] as const) {
        if (data === 'none' && shown.isOfOne) continue;
        app.answer(answersOf(shown, data));
        const { search: _, ...appearance } = look;
        await setAppearance({ ...appearance, height: 900 });
        await app.open(at);
        await settled();
        // The longest words on the narrowest screen, always: measuring is quick, a search by axe is not.
        const looks = data === 'far too much' ? [look, { width: 320 } as const] : [look];
        await expectUsable(`${name}, data: ${data}`, { endless: true, isUsual: false, looks });
      }
    },
  );
}
