import { expect, test } from 'vitest';
import { queryClient } from '../../session/queries/query-client.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { tooWide } from '../../testing/screens/checks.ts';
import { answersOf, everyScreen } from '../../testing/screens/screens.ts';

/** What scrolls sideways within a sheet: its text is cut, and nothing shows that there is more. */
const scrollers = () =>
  [...screen.getByRole('dialog').elements()]
    .flatMap((sheet) => [...sheet.querySelectorAll('*')])
    .filter((each) => getComputedStyle(each).overflowX === 'auto' && each.scrollWidth > each.clientWidth)
    .map(({ className }) => className);

/** Words that nothing breaks, and sums of nine digits, in what opens over a list or in its place. */
test.each([
  ['/cards/funding?schedule=', /^Change Donaudampf/],
  ['/cards/requests?open=', /asks for/],
] as const)('%s is as narrow as a phone with far too much in it', { tags: '@beyond.52' }, async (start, heading) => {
  const { at, screen: shown } = everyScreen.find((each) => each.at.startsWith(start))!;
  await setAppearance({ width: 320 });
  await renderApp(at, answersOf(shown, 'far too much'), shown.site);
  await expect.element(screen.getByRole('heading', { name: heading })).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(await tooWide()).toEqual([]);
  expect(scrollers()).toEqual([]);
});
