import { expect, test } from 'vitest';
import { faults } from '../../testing/answers.ts';
import { queryClient } from '../../session/queries/query-client.ts';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { settingsAnswers } from '../../testing/settings.ts';

const links = screen.getByRole('navigation', { name: 'Navigation' }).getByRole('link');
const current = () =>
  links
    .elements()
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent);

test.each([
  ['/business-settings', 'Business settings'],
  ['/business-settings/permissions', 'Business settings'],
  ['/business-settings/external-accounts/transfers', 'Bank accounts'],
  ['/team-members/changes', 'Team members'],
])('at %s the sidebar marks %s', async (path, item) => {
  await renderApp(path, {
    ...answersFor(administrator),
    ...settingsAnswers,
    transfers: faults.fails,
    transferFigures: faults.fails,
  });
  await expect.poll(current).toEqual([item]);
});

const counts = (toDecide: number) => ({ cards: 42, requests: 100, toDecide, policies: 0, vendorLinks: 0 });
const deciding = (toDecide: number) => ({ ...answersFor(administrator), cardCounts: counts(toDecide) });
const navigation = screen.getByRole('navigation', { name: 'Navigation' });
const cardsWith = (name: string) => navigation.getByRole('link', { name, exact: true });

test('the link to the cards says how many requests wait for the person, and follows them', async () => {
  const app = await renderApp('/reports', deciding(5));
  const link = cardsWith('Cards, 5 requests wait');
  await expect.element(link).toMatchTextContent('Cards 5');
  const { height } = link.element().getBoundingClientRect();
  app.answer({ cardCounts: counts(1) });
  await queryClient.invalidateQueries();
  await expect.element(cardsWith('Cards, 1 request waits')).toBeVisible();
  app.answer({ cardCounts: counts(100) });
  await queryClient.invalidateQueries();
  await expect.element(cardsWith('Cards, 99+ requests wait')).toBeVisible();
  app.answer({ cardCounts: counts(0) });
  await queryClient.invalidateQueries();
  await expect.element(cardsWith('Cards')).toBeVisible();
  expect(cardsWith('Cards').element().getBoundingClientRect().height).toBe(height);
});

test('a folded sidebar has the number on the icon', async () => {
  await renderApp('/reports', deciding(100));
  await screen.getByRole('button', { name: 'Collapse sidebar' }).click();
  const link = cardsWith('Cards, 99+ requests wait');
  await expect.element(link).toHaveAttribute('title', 'Cards, 99+ requests wait');
  await expect.element(link.getByText('99+')).toBeInViewport({ ratio: 1 });
  await screen.getByRole('button', { name: 'Expand sidebar' }).click();
});

test.each(appearances)('the number of requests is readable: %o', async (appearance) => {
  await setAppearance(appearance);
  await renderApp('/reports', deciding(5));
  if ('width' in appearance) await screen.getByRole('button', { name: 'Open navigation' }).click();
  const link = cardsWith('Cards, 5 requests wait');
  await expect.element(link.getByText('5')).toBeInViewport({ ratio: 1 });
  await expectAccessible();
});

test('a person who may decide nothing is not asked for it', async () => {
  const app = await renderApp('/reports', {
    ...answersFor({ ...administrator, permissionFlags: ['VIEW_ADMINISTRATION'] }),
    cardCounts: counts(5),
  });
  await expect.element(cardsWith('Cards')).toBeVisible();
  expect(app.requestsOf('cardCounts')).toEqual([]);
});
