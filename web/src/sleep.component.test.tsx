import { expect, onTestFinished, test, vi } from 'vitest';
import { hasNews, sleepUntilTouched } from './sleep.ts';
import { screen, userEvent } from './testing/component.ts';
import { usualSite } from './testing/render-app.tsx';

/** The sign-in as the server sends it, with a page that comes to life when `wake` is called. */
function asleep(configuration: object = usualSite) {
  const entrance = document.createElement('div');
  entrance.innerHTML = `<form method="post" action="/sent"><label>Username<input name="username"></label>
    <button type="submit" disabled>Log in</button></form><a href="#help">Help</a>`;
  document.body.append(entrance);
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(configuration))),
  );
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  const finish: { wake: () => void; fail: () => Promise<void> }[] = [];
  const hydrate = vi.fn<() => Promise<void>>(
    () =>
      new Promise<void>((resolve, reject) =>
        finish.push({
          wake: () => {
            entrance.querySelector('form')!.addEventListener('submit', sent);
            resolve();
          },
          fail: () => {
            reject(new Error('no network'));
            return Promise.resolve();
          },
        }),
      ),
  );
  sleepUntilTouched(entrance, usualSite, hydrate);
  onTestFinished(() => {
    entrance.remove();
    vi.unstubAllGlobals();
  });
  return { hydrate, sent, finish };
}

const button = screen.getByRole('button', { name: 'Log in' });
const username = screen.getByLabelText('Username');

test('nothing is loaded until somebody touches the page', async () => {
  const { hydrate } = asleep();
  window.dispatchEvent(new Event('load'));
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
  // The answer is read and compared within the next tasks.
  for (const _ of ['this task', 'the next']) await new Promise((resolve) => setTimeout(resolve));
  expect(hydrate).not.toHaveBeenCalled();
});

test.each(['a press', 'Enter in a field'])(
  '%s before the page listens is sent once, with what was typed',
  async (way) => {
    const { hydrate, sent, finish } = asleep();
    await username.fill('ada');
    if (way === 'a press') await button.click();
    else await userEvent.keyboard('{Enter}');
    expect(sent).not.toHaveBeenCalled();
    expect(hydrate).toHaveBeenCalledOnce();
    finish[0]!.wake();
    await expect.poll(() => sent.mock.calls.length).toBe(1);
    await expect.element(username).toHaveValue('ada');
    await button.click();
    expect(sent).toHaveBeenCalledTimes(2);
  },
);

test('a link leads on by itself', async () => {
  asleep();
  await screen.getByRole('link', { name: 'Help' }).click();
  expect(window.location.hash).toBe('#help');
});

test('after a failure the next touch loads again', async () => {
  const { hydrate, finish, sent } = asleep();
  await button.click();
  await finish[0]!.fail();
  await button.click();
  expect(hydrate).toHaveBeenCalledTimes(2);
  finish[1]!.wake();
  await expect.poll(() => sent.mock.calls.length).toBe(1);
});

test('another tab that signs in wakes the page', () => {
  const { hydrate } = asleep();
  window.dispatchEvent(new StorageEvent('storage', { key: 'florin-session' }));
  expect(hydrate).toHaveBeenCalledOnce();
});

test('a changed configuration wakes the page', async () => {
  const { hydrate } = asleep({ ...usualSite, outOfService: true });
  window.dispatchEvent(new Event('load'));
  await expect.poll(() => hydrate.mock.calls.length).toBe(1);
});

test('a tab that has kept something, or a site that is out of service, has more to show than the HTML', () => {
  expect(hasNews(usualSite)).toBe(false);
  expect(hasNews({ ...usualSite, outOfService: true })).toBe(true);
  sessionStorage.setItem('florin-login-notice', '"x"');
  expect(hasNews(usualSite)).toBe(true);
});
