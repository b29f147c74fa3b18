import { expect, test } from 'vitest';
import { faults } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
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
