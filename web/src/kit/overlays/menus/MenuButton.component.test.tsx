import { User } from 'lucide-react';
import { expect, test, vi } from 'vitest';
import { appearances } from '../../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { MenuButton } from './MenuButton.tsx';

const entries = [
  { id: 'profile', icon: User, label: 'Profile' },
  { id: 'log-out', icon: User, label: 'Log out' },
];
const closed = { id: 'close', icon: User, label: 'Close account', reason: 'Only administrators can do this.' };

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

test.each([undefined, '#close'])(
  'an entry that cannot be chosen is reached, says why, and does nothing: %s',
  async (href) => {
    const onAction = vi.fn<(id: string) => void>();
    const reason = 'You can do this once your business is approved.';
    await render(
      <MenuButton
        label="Maya Chen"
        entries={[...entries, { id: 'close', icon: User, label: 'Close account', reason, ...(href && { href }) }]}
        onAction={onAction}
      >
        <span aria-hidden="true">MC</span>
      </MenuButton>,
    );
    await userEvent.keyboard('{Tab}{Enter}{End}');
    const entry = screen.getByRole('menuitem', { name: 'Close account' });
    await expect.element(entry).toHaveFocus();
    await expect.element(entry).toHaveAccessibleDescription(reason);
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await entry.click({ force: true });
    await expect.element(entry).toBeVisible();
    expect(onAction).not.toHaveBeenCalled();
    expect(window.location.hash).toBe('');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    expect(onAction).toHaveBeenCalledExactlyOnceWith('log-out');
  },
);

test.each(appearances)('is accessible when open: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(
    <MenuButton label="Maya Chen" entries={[...entries, closed]} onAction={() => undefined}>
      <span aria-hidden="true">MC</span>
    </MenuButton>,
  );
  await screen.getByRole('button', { name: 'Maya Chen' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  // The reason is visible, and the description of the entry: its label is its name.
  await expectAccessible(['label-content-name-mismatch']);
});
