import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/component.ts';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';

const open = async (holds = false) => {
  const onClose = vi.fn<() => void>();
  await render(
    <Dialog open title="Log out" holds={holds} onClose={onClose} actions={<Button>Stay</Button>}>
      <p>Do you want to log out?</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Log out' });
  await expect.element(screen.getByRole('button', { name: 'Stay' })).toHaveFocus();
  return { onClose, dialog };
};

test('a press outside closes it, and so does Esc', async () => {
  const { onClose, dialog } = await open();
  await dialog.click({ position: { x: -20, y: -20 }, force: true });
  expect(onClose).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a press outside does not close one with typed text', async () => {
  const { onClose, dialog } = await open(true);
  await dialog.click({ position: { x: -20, y: -20 }, force: true });
  expect(onClose).not.toHaveBeenCalled();
});

test('a press that begins inside and ends outside, as when text is selected, does not close it', async () => {
  const { onClose, dialog } = await open();
  const text = screen.getByRole('paragraph').element();
  const press = { bubbles: true, cancelable: true };
  text.dispatchEvent(new MouseEvent('mousedown', press));
  dialog.element().dispatchEvent(new MouseEvent('mouseup', press));
  // The browser sends the click to what both have in common.
  dialog.element().dispatchEvent(new MouseEvent('click', press));
  expect(onClose).not.toHaveBeenCalled();
});
