import { beforeEach, expect, test } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { singleKeys } from './shortcuts.ts';

const heading = screen.getByRole('heading', { level: 1 });
const search = screen.getByRole('combobox', { name: 'Search pages, accounts and help' });
const palette = screen.getByRole('dialog', { name: 'Go to' });
const shortcuts = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });

beforeEach(() => singleKeys.remove());

async function openDashboard() {
  const app = await renderApp('/dashboard', answersFor(administrator));
  await expect.element(heading).toHaveTextContent('Dashboard');
  return app;
}

test('Ctrl K, a few letters and Enter lead to a page', async () => {
  await openDashboard();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('rep{Enter}');
  await expect.element(heading).toHaveTextContent('Reports');
  await expect.element(palette).not.toBeInTheDocument();
});

test('arrow keys choose, and Esc gives the focus back to the button that opened it', async () => {
  await openDashboard();
  const button = screen.getByRole('banner').getByRole('button', { name: 'Search' });
  await button.click();
  await expect.element(search).toHaveFocus();
  const options = screen.getByRole('option');
  await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

test('? lists the shortcuts; a person can switch single keys off, and Ctrl K still works', async () => {
  const app = await openDashboard();
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts).not.toBeInTheDocument();
  await app.open('/account/preferences');
  const choice = screen.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await choice.click();
  await expect.element(choice).not.toBeChecked();
  await userEvent.keyboard('?/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  await expect.element(search).toHaveValue('');
  await expect.element(shortcuts).not.toBeInTheDocument();
});

test('nothing found is said', async () => {
  await openDashboard();
  await userEvent.keyboard('/');
  await search.fill('zzz');
  await expect.element(palette.getByText('Nothing matches.', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(palette).toBeVisible();
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await openDashboard();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
  await expectAccessible();
});
