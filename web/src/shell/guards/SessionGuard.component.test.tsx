import { afterEach, expect, test, vi } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { catalogue } from '../../testing/catalogue.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const answers = answersFor(administrator);
const suspicious: Answers = {
  ...answers,
  session: { ...(answers.session as object), isSuspect: true, suspectSecondsLeft: 30 } as never,
  logout: null,
};

afterEach(() => vi.useRealTimers());

test(
  'a suspicious login is told, asks for nothing that it may not have, and can only log out',
  { tags: ['@2.shell.6', '@4.57', '@8.30'] },
  async () => {
    const app = await renderApp('/dashboard', suspicious);
    await expect.element(screen.getByText(catalogue['@8.30'])).toBeVisible();
    await expect
      .element(screen.getByText('Balances are not shown while your account access is restricted.'))
      .toBeVisible();
    for (const call of ['balance', 'linkedAccounts', 'loginActivityAlert'] as const)
      expect(app.requestsOf(call)).toEqual([]);
    await screen.getByRole('button', { name: /^Profile menu/ }).click();
    await expect.element(screen.getByRole('menuitem')).toHaveTextContent('Log out');
  },
);

test(
  'it is logged out once the rest of its minute is over, whichever page is open',
  { tags: ['@4.57', '@4.58', '@9.28'] },
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true, now: Date.now() });
    const app = await renderApp('/registration', suspicious);
    await expect.element(screen.getByText(catalogue['@8.30'])).toBeVisible();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(app.requestsOf('logout')).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await expect.poll(() => app.departures).toEqual(['/login']);
    expect(app.requestsOf('logout')).toMatchObject([{ body: { reason: 'suspicious' } }]);
  },
);
