import { User } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { MenuButton } from './MenuButton.tsx';

const entries = [
  { id: 'profile', icon: User, label: 'Profile' },
  { id: 'log-out', icon: User, label: 'Log out' },
];

test('opens by keyboard, acts, and gives the focus back', async () => {
  const onAction = vi.fn<(id: string) => void>();
  await render(
    <MenuButton label="Maya Chen" entries={entries} onAction={onAction}>
      <span aria-hidden="true">MC</span>
    </MenuButton>,
  );
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onAction).toHaveBeenCalledWith('log-out');
  await expect.element(screen.getByRole('button', { name: 'Maya Chen' })).toHaveFocus();
});

test.each(appearances)('is accessible when open: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(
    <MenuButton label="Maya Chen" entries={entries} onAction={() => undefined}>
      <span aria-hidden="true">MC</span>
    </MenuButton>,
  );
  await screen.getByRole('button', { name: 'Maya Chen' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expectAccessible();
});
