import { expect, onTestFinished, test, vi } from 'vitest';
import { answerPress, keepPress } from './keep-press.ts';
import { loadAfterPaint } from './load-after-paint.ts';
import { hasNews, sleepUntilTouched } from './sleep.ts';
import { screen, userEvent } from './testing/component.ts';
import { usualSite } from './testing/render-app.tsx';

/** The sign-in as the server sends it, before its files arrive. */
function sent() {
  const entrance = document.createElement('div');
  entrance.id = 'entrance';
  entrance.innerHTML = `<form method="post" action="/sent"><label>Username<input name="username"></label>
    <button type="submit" disabled>Log in</button></form><a href="#help">Help</a>`;
  document.body.append(entrance);
  keepPress();
  onTestFinished(() => entrance.remove());
  return entrance;
}

/** The same with the page's entry, and the rest of it when `wake` is called. */
function asleep(configuration: object = usualSite, entrance = sent()) {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(Response.json(configuration))),
  );
  const onSubmit = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  const finish: { wake: () => void; fail: () => Promise<void> }[] = [];
  const hydrate = vi.fn<() => Promise<void>>(
    () =>
      new Promise<void>((resolve, reject) =>
        finish.push({
          wake: () => {
            entrance.querySelector('form')!.addEventListener('submit', onSubmit);
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
  onTestFinished(() => void vi.unstubAllGlobals());
  return { hydrate, onSubmit, finish };
}

const button = screen.getByRole('button', { name: 'Log in' });
const username = screen.getByLabelText('Username');

test('nothing is loaded until the page is touched', async () => {
  const { hydrate } = asleep();
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1);
  // The answer is read and compared within the next tasks.
  for (const _ of ['this task', 'the next']) await new Promise((resolve) => setTimeout(resolve));
  expect(hydrate).not.toHaveBeenCalled();
});

test('a pointer wakes the page when it moves, and not while it rests where the page appears', () => {
  const { hydrate } = asleep();
  window.dispatchEvent(new PointerEvent('pointermove'));
  expect(hydrate).not.toHaveBeenCalled();
  window.dispatchEvent(new PointerEvent('pointermove', { movementX: 1 }));
  expect(hydrate).toHaveBeenCalledOnce();
});

test('its files and its font are loaded once the browser has painted', async () => {
  document.documentElement.dataset['font'] = 'fallback';
  const entry = URL.createObjectURL(
    new Blob(['globalThis.entries = (globalThis.entries ?? 0) + 1'], { type: 'text/javascript' }),
  );
  const imported = '/imported.js';
  loadAfterPaint([entry, imported]);
  onTestFinished(() => document.querySelector(`link[href="${imported}"]`)?.remove());
  await expect.poll(() => (globalThis as { entries?: number }).entries).toBe(1);
  expect(document.querySelectorAll(`link[rel="modulepreload"][href="${imported}"]`)).toHaveLength(1);
  await expect.poll(() => document.documentElement.dataset['font']).toBeUndefined();
});

const ways = {
  'a press': () => button.click(),
  'Enter in a field': () => userEvent.keyboard('{Enter}'),
  'a password manager': () => Promise.resolve(document.forms[0]!.requestSubmit()),
};
const allWays = Object.entries(ways);

test.each(allWays)('%s before the page listens is sent once, with what was typed', async (_, send) => {
  const { hydrate, onSubmit, finish } = asleep();
  await username.fill('ada');
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(hydrate).toHaveBeenCalledOnce();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  finish[0]!.wake();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await expect.element(username).toHaveValue('ada');
  await button.click();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

test.each(allWays)('%s before the first file arrives wakes the page then, and is sent once', async (_, send) => {
  const entrance = sent();
  await username.fill('ada');
  await send();
  await send();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  const { hydrate, onSubmit, finish } = asleep(usualSite, entrance);
  expect(hydrate).toHaveBeenCalledOnce();
  finish[0]!.wake();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
  await expect.element(username).toHaveValue('ada');
});

test('without a press nothing is sent once the page listens', async () => {
  const { onSubmit, finish } = asleep();
  await username.fill('ada');
  finish[0]!.wake();
  await expect.poll(() => document.getElementById('entrance')!.dataset['listens']).toBe('');
  answerPress(document.getElementById('entrance')!);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a link leads on by itself', async () => {
  asleep();
  await screen.getByRole('link', { name: 'Help' }).click();
  expect(window.location.hash).toBe('#help');
});

test('after a failure the next touch loads again', async () => {
  const { hydrate, finish, onSubmit } = asleep();
  await button.click();
  await finish[0]!.fail();
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await button.click();
  expect(hydrate).toHaveBeenCalledTimes(2);
  finish[1]!.wake();
  await expect.poll(() => onSubmit.mock.calls.length).toBe(1);
});

test('another tab that signs in wakes the page', () => {
  const { hydrate } = asleep();
  window.dispatchEvent(new StorageEvent('storage', { key: 'florin-session' }));
  expect(hydrate).toHaveBeenCalledOnce();
});

test('a changed configuration wakes the page', async () => {
  const { hydrate } = asleep({ ...usualSite, outOfService: true });
  await expect.poll(() => hydrate.mock.calls.length).toBe(1);
});

test('a tab that has kept something, or a site that is out of service, has more to show than the HTML', () => {
  expect(hasNews(usualSite)).toBe(false);
  expect(hasNews({ ...usualSite, outOfService: true })).toBe(true);
  sessionStorage.setItem('florin-login-notice', '"x"');
  expect(hasNews(usualSite)).toBe(true);
});
