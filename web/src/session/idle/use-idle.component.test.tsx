import { idlePresets } from '@florin/contract/limits';
import type { Site } from '@florin/contract/program/site';
import { expect, onTestFinished, test } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { screen, userEvent } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { marker } from '../browser-session.ts';
import { queryClient } from '../queries/query-client.ts';

const warning = screen.getByRole('alertdialog', { name: 'Auto logout' });

const bar = warning.getByRole('progressbar');
const answers: Answers = { ...answersFor(administrator), logout: null };

/** From now on the person has done nothing for so long, in any tab. */
function beIdle(seconds: number): void {
  marker.write({ epoch: 'epoch', lastActivity: Date.now() - seconds * 1000 });
  window.dispatchEvent(new Event('focus'));
}
const idleMilliseconds = () => Date.now() - marker.read()!.lastActivity;

async function open(site: Partial<Site> = {}) {
  const app = await renderApp('/reports', answers, site);
  await expect.element(screen.getByRole('contentinfo')).toBeVisible();
  return app;
}

/** The person has done nothing for 19 minutes and 10 seconds. */
async function startWarning() {
  const app = await open();
  beIdle(1150);
  await expect.element(warning).toBeVisible();
  return app;
}

/** Another tab of this browser. */
function otherTab(): BroadcastChannel {
  const channel = new BroadcastChannel('florin-activity');
  onTestFinished(() => channel.close());
  return channel;
}

test(
  'activity in another tab ends the warning, and the shared last activity ends it everywhere',
  { tags: '@4.61' },
  async () => {
    await startWarning();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
    otherTab().postMessage('epoch');
    await expect.element(warning).not.toBeInTheDocument();
    expect(idleMilliseconds()).toBeLessThan(10_000);
  },
);

test('another session’s activity does not end it', async () => {
  await startWarning();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  otherTab().postMessage('another epoch');
  await expect.element(warning).toBeVisible();
});

test('a movement tells the other tabs, and does not end the warning where there is none', async () => {
  await startWarning();
  const told = new Promise((resolve) => otherTab().addEventListener('message', ({ data }) => resolve(data)));
  window.dispatchEvent(new PointerEvent('pointermove'));
  expect(await told).toBe('epoch');
  await expect.element(warning).toBeVisible();
});

test(
  'the warning has a bar of 60; Resume and Esc end it, and so does going Back',
  { tags: ['@1.14', '@2.shell.38', '@4.59', '@4.61', '@4.62', '@9.22'] },
  async () => {
    await startWarning();
    await expect.element(bar).toHaveAttribute('max', '60');
    for (const act of [
      () => warning.getByRole('button', { name: 'Resume' }).click(),
      () => userEvent.keyboard('{Escape}'),
      () => window.dispatchEvent(new PopStateEvent('popstate')),
    ]) {
      beIdle(1150);
      await expect.element(warning).toBeVisible();
      await act();
      await expect.element(warning).not.toBeInTheDocument();
      expect(idleMilliseconds()).toBeLessThan(10_000);
    }
  },
);

test(
  'at its end the person is logged out for security reasons, and can sign in again',
  { tags: ['@2.auto-logout.1', '@2.auto-logout.2', '@4.60', '@9.18', '@9.19'] },
  async () => {
    const app = await open();
    beIdle(1199.5);
    await expect.element(warning).toBeVisible();
    await expect.poll(() => app.departures).toEqual(['/auto-logout']);
    expect(app.requestsOf('logout')).toMatchObject([{ body: { reason: 'idle' } }]);
    await app.open('/auto-logout');
    await expect.element(screen.getByText(/logged out for security reasons/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('href', '/login');
  },
);

test('a long sleep ends the session, without a warning that could be resumed', { tags: '@beyond.49' }, async () => {
  const app = await open();
  beIdle(36_000);
  await expect.poll(() => app.departures).toEqual(['/auto-logout']);
});

const { strict } = idlePresets;

test('the strict preset: 600 s idle, and 300 s of warning on a bar of 60', { tags: ['@9.24', '@9.26'] }, async () => {
  await open({ sessionTimeout: strict });
  beIdle(605);
  await expect.element(bar).toHaveAttribute('max', '60');
  await expect.element(bar).toHaveAttribute('value', '60');
  beIdle(860);
  await expect.poll(() => Number(bar.element().getAttribute('value'))).toBeLessThan(45);
});

test.each([
  ['default', 2, 3600],
  ['strict', 1, 120],
] as const)(
  'the %s preset counts movements %i s apart, and asks for the session every %i s',
  { tags: ['@9.20', '@9.21', '@9.23', '@9.25', '@9.27'] },
  async (preset, sensitivity, ping) => {
    await open({ sessionTimeout: idlePresets[preset] });
    const asking = () =>
      queryClient
        .getQueryCache()
        .getAll()
        .flatMap(({ observers }) => observers);
    await expect.poll(() => asking().map(({ options }) => options.refetchInterval)).toContain(ping * 1000);
    const isCounted = (seconds: number) => {
      beIdle(seconds);
      const before = marker.read()!.lastActivity;
      window.dispatchEvent(new PointerEvent('pointermove'));
      return marker.read()!.lastActivity > before;
    };
    expect(isCounted(sensitivity - 0.5)).toBe(false);
    // The last activity of this tab is the opening of the page.
    await expect.poll(() => isCounted(sensitivity)).toBe(true);
  },
);
