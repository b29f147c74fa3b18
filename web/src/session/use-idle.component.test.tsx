import { expect, onTestFinished, test } from 'vitest';
import { screen } from '../testing/component.ts';
import { administrator, answersFor } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';
import { marker } from './browser-session.ts';

const warning = screen.getByRole('alertdialog', { name: 'Auto logout' });

/** The person has done nothing for 19 minutes and 10 seconds, in any tab. */
async function startWarning() {
  await renderApp('/reports', answersFor(administrator));
  await expect.element(screen.getByRole('contentinfo')).toBeVisible();
  marker.write({ epoch: 'epoch', lastActivity: Date.now() - 1_150_000 });
  window.dispatchEvent(new Event('focus'));
  await expect.element(warning).toBeVisible();
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
    expect(Date.now() - marker.read()!.lastActivity).toBeLessThan(10_000);
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
