import { expect, test } from 'vitest';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const tour = (name: string) => screen.getByRole('dialog', { name });
const welcome = tour('Welcome to your dashboard');
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();

const appearance = { theme: 'fresh', scheme: 'system', tourSeenAt: null } as const;
const seen = { ...appearance, tourSeenAt: '2026-11-02T15:00:00Z' };
const newcomer = { ...answersFor(administrator), appearance, markTourSeen: seen };

const isInSight = (element: Element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
};

test('starts for newcomers, goes through the shell, and is shown once', { tags: '@2.shell.45' }, async () => {
  const app = await renderApp('/dashboard', newcomer);
  await expect.element(welcome).toHaveFocus();
  // The page beside it can be used.
  await screen.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await press('Show me around');
  await expect.element(tour('Your account')).toHaveFocus();
  for (const name of ['Where things are', 'Help', 'You and your security']) {
    await press('Next');
    await expect.element(tour(name)).toHaveFocus();
    await expect.poll(() => isInSight(tour(name).element())).toBe(true);
  }
  await press('Back');
  await expect.element(tour('Help')).toBeVisible();
  await press('Next');
  await press('Done');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toHaveFocus();
  expect(app.requestsOf('markTourSeen')).toHaveLength(1);
});

test('is not shown again, and is taken on request', { tags: '@2.shell.45' }, async () => {
  await renderApp('/account/preferences', { ...newcomer, appearance: seen });
  await expect.element(screen.getByRole('radio', { name: 'Fresh' })).toBeChecked();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  await press('Take the tour');
  await expect.element(welcome).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a change of the width leads to the stop for what is in sight, and back', { tags: '@2.shell.45' }, async () => {
  await setAppearance({ width: 1440, height: 800 });
  await renderApp('/dashboard', newcomer);
  await press('Show me around');
  await press('Next');
  const stop = tour('Where things are');
  await expect.element(stop).toMatchTextContent('Every area');
  await setAppearance({ width: 320, height: 640 });
  await expect.element(stop).toMatchTextContent('in this menu');
  await expect.element(stop).toMatchTextContent('2 of 4');
  await expect.poll(() => isInSight(stop.element())).toBe(true);
  await setAppearance({ width: 1440, height: 800 });
  await expect.element(stop).toMatchTextContent('Every area');
});

test('at 320 px it shows the menu instead of the sidebar', { tags: '@2.shell.45' }, async () => {
  await setAppearance({ width: 320, height: 640 });
  await renderApp('/dashboard', newcomer);
  await expect.element(welcome).toBeVisible();
  await expect.poll(() => isInSight(welcome.element())).toBe(true);
  await press('Show me around');
  await expect.element(tour('Where things are')).toMatchTextContent('in this menu');
  await press('Skip the tour');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
