import { expect, test } from 'vitest';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { settingsAnswers } from '../../testing/settings.ts';

test('the current page stays in sight among the tabs when the window narrows', async () => {
  await setAppearance({ width: 1024 });
  await renderApp('/account/notifications', { ...answersFor(administrator), ...settingsAnswers });
  const current = screen.getByRole('navigation', { name: 'My Profile' }).getByRole('link', { name: 'Notifications' });
  await expect.element(current).toHaveAttribute('aria-current', 'page');
  await setAppearance({ width: 320 });
  await expect.poll(() => current.element().getBoundingClientRect().right).toBeLessThanOrEqual(320);
});
