import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { SelectField } from './SelectField.tsx';

const options = [
  { id: 'CARDHOLDER', label: 'Cardholder', detail: 'Spends with one card' },
  { id: 'ADMIN', label: 'Administrator' },
  { id: 'BOOKKEEPER', label: 'Bookkeeper', disabled: true },
];

interface Values {
  role: string;
}

function RoleForm({ picked, onSend }: { picked: string; onSend: (values: Values) => void }) {
  const form = useForm<Values>({ defaultValues: { role: picked } });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSend)(event)}>
      <SelectField
        label="Role"
        placeholder="Choose a role"
        hint="What the person may do"
        options={options}
        {...form.register('role', { required: true })}
        error={form.formState.errors.role ? 'Please choose a role.' : null}
      />
      <button type="submit">Invite</button>
    </form>
  );
}

test('starts with the value of the form, is changed by keyboard, and is sent with it', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<RoleForm picked="CARDHOLDER" onSend={onSend} />);
  const button = screen.getByRole('button', { name: 'Cardholder Role' });
  await expect.element(button).toHaveAccessibleDescription('What the person may do');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('option', { name: 'Cardholder Spends with one card' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Administrator Role' })).toHaveFocus();
  await screen.getByRole('button', { name: 'Invite' }).click();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ role: 'ADMIN' }));
});

test('is refused while nothing is picked, takes the focus, and is fine once picked', async () => {
  await render(<RoleForm picked="" onSend={() => undefined} />);
  await screen.getByRole('button', { name: 'Invite' }).click();
  const empty = screen.getByRole('button', { name: 'Choose a role Role' });
  await expect.element(empty).toHaveAccessibleDescription('Please choose a role. What the person may do');
  await expect.element(empty).toHaveFocus();
  await userEvent.keyboard('{Enter}A');
  await expect.element(screen.getByRole('option', { name: 'Administrator' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const picked = screen.getByRole('button', { name: 'Administrator Role' });
  await expect.element(picked).toHaveAccessibleDescription('What the person may do');
});

test('an option that is not available cannot be picked', async () => {
  await render(<RoleForm picked="ADMIN" onSend={() => undefined} />);
  await screen.getByRole('button', { name: 'Administrator Role' }).click();
  await expect.element(screen.getByRole('option', { name: 'Bookkeeper' })).toBeDisabled();
});

test('in a modal dialog the list is above it; Esc closes the list, then the dialog', async () => {
  const onClose = vi.fn<() => void>();
  await render(
    <Dialog open title="Invite" onClose={onClose}>
      <RoleForm picked="CARDHOLDER" onSend={() => undefined} />
    </Dialog>,
  );
  await screen.getByRole('button', { name: 'Cardholder Role' }).click();
  const last = screen.getByRole('option', { name: 'Bookkeeper' });
  await expect.element(last).toBeVisible();
  const isAbove = () => {
    const { left, bottom } = last.element().getBoundingClientRect();
    return last.element().contains(document.elementFromPoint(left + 5, bottom - 5));
  };
  await expect.poll(isAbove).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Cardholder Role' })).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(appearances)('is accessible when open: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<RoleForm picked="CARDHOLDER" onSend={() => undefined} />);
  await screen.getByRole('button', { name: 'Cardholder Role' }).click();
  await expect.element(screen.getByRole('option', { name: 'Administrator' })).toBeVisible();
  await expectAccessible();
});
