import { afterEach, expect, test, vi } from 'vitest';
import { screen } from '../testing/component.ts';
import { answersFor, cardholder } from '../testing/people.ts';
import { renderApp, usualSite } from '../testing/render-app.tsx';

afterEach(() => vi.useRealTimers());

test(
  'a new version is told in the words of the specification, once',
  { tags: ['@1.14', '@2.shell.40', '@2.shell.42', '@4.69', '@4.70', '@7.27'] },
  async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
      now: Date.now(),
    });
    const app = await renderApp('/reports', {
      ...answersFor(cardholder),
      siteConfig: { ...usualSite, build: 'ffffffffffffffff' },
    });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    window.dispatchEvent(new Event('focus'));
    expect(app.requestsOf('siteConfig')).toEqual([]);
    await vi.advanceTimersByTimeAsync(301_000);
    await expect
      .element(
        screen.getByText(
          'A new version of the Dashboard is now available. Please refresh the page to apply the updates',
        ),
      )
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(301_000);
    expect(app.requestsOf('siteConfig')).toHaveLength(1);
  },
);
