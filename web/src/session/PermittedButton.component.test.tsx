import { permissionFlags, type PermissionHolder } from '@florin/contract/permissions';
import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../testing/component.ts';
import { ButtonForHolder } from './PermittedButton.tsx';

const onClick = vi.fn<() => void>();
const show = (holder: PermissionHolder) =>
  render(
    <ButtonForHolder permission="vendor-links.send" holder={holder} onClick={onClick}>
      Send
    </ButtonForHolder>,
  );

test('acts with the permission', async () => {
  await show({ role: 'ADMIN', flags: permissionFlags });
  await screen.getByRole('button', { name: 'Send' }).click();
  expect(onClick).toHaveBeenCalledOnce();
});

test.each([
  [
    { role: 'ADMIN', flags: ['MANAGE_VENDORS'] },
    'You need permission to view card numbers and fund cards. Ask another administrator.',
  ],
  [{ role: 'CARDHOLDER', flags: [] }, 'Only administrators can do this.'],
] as const)('says why it does nothing: %o', async (holder, reason) => {
  onClick.mockClear();
  await show(holder);
  const button = screen.getByRole('button', { name: 'Send' });
  await expect.element(button).toHaveAccessibleDescription(reason);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button).toHaveFocus();
  expect(onClick).not.toHaveBeenCalled();
});
