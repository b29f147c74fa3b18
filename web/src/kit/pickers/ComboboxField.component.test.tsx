import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { ComboboxField } from './ComboboxField.tsx';

const countries = Array.from({ length: 249 }, (_, index) => ({ id: `C${index}`, label: `Country ${index}` }));
const options = [
  ...countries,
  { id: 'KM', label: 'Comoros' },
  { id: 'MX', label: 'Mexico' },
  { id: 'MA', label: 'Morocco' },
];

interface Values {
  country: string;
}

function CountryForm({ country, onSend }: { country: string; onSend: (values: Values) => void }) {
  const form = useForm<Values>({ defaultValues: { country } });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onSend)(event)}>
      <ComboboxField
        label="Country"
        hint="Where the card is used"
        options={options}
        {...form.register('country', { required: true })}
        error={form.formState.errors.country ? 'Please choose a country.' : null}
      />
      <button type="submit">Save</button>
    </form>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Country' });

test('finds an option by a part of its name, and is sent with its id', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<CountryForm country="MX" onSend={onSend} />);
  await expect.element(field()).toHaveValue('Mexico');
  await expect.element(field()).toHaveAccessibleDescription('Where the card is used');
  await field().fill('rocc');
  await expect.element(screen.getByRole('option', { name: 'Morocco' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field()).toHaveValue('Morocco');
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ country: 'MA' }));
});

test('Enter picks the first option that begins with what is typed, and does not send the form', async () => {
  const onSend = vi.fn<(values: Values) => void>();
  await render(<CountryForm country="MX" onSend={onSend} />);
  await field().fill('mo');
  await expect.element(screen.getByRole('option', { name: 'Comoros' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveValue('Morocco');
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  expect(onSend).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(onSend.mock.lastCall?.[0]).toEqual({ country: 'MA' }));
});

test('a press on the field opens the list, and Tab alone does not', async () => {
  await render(<CountryForm country="MX" onSend={() => undefined} />);
  await userEvent.keyboard('{Tab}');
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  await field().click();
  await expect.element(screen.getByRole('option', { name: 'Country 0', exact: true })).toBeVisible();
});

test('typing after a press replaces what is picked, and a further press sets the caret', async () => {
  await render(<CountryForm country="MX" onSend={() => undefined} />);
  await field().click();
  await userEvent.keyboard('rocc');
  await expect.element(field()).toHaveValue('rocc');
  await screen.getByRole('option', { name: 'Morocco' }).click();
  await expect.element(field()).toHaveValue('Morocco');
  await field().click();
  await userEvent.keyboard('exi');
  await expect.element(field()).toHaveValue('exi');
  await field().click({ position: { x: 100, y: 10 } });
  await userEvent.keyboard('co');
  await expect.element(field()).toHaveValue('exico');
});

test('says that nothing matches, and returns to the picked value when it is left', async () => {
  await render(<CountryForm country="MX" onSend={() => undefined} />);
  await field().fill('Atlantis');
  await expect.element(screen.getByRole('listbox')).toHaveTextContent('Nothing matches.');
  await userEvent.keyboard('{Tab}');
  await expect.element(field()).toHaveValue('Mexico');
});

test('in a modal dialog the list is above it; Esc closes the list, then the dialog', async () => {
  const onClose = vi.fn<() => void>();
  await render(
    <Dialog open title="Edit" onClose={onClose}>
      <CountryForm country="MX" onSend={() => undefined} />
    </Dialog>,
  );
  await field().fill('rocc');
  await expect.element(screen.getByRole('option', { name: 'Morocco' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field()).toHaveValue('Mexico');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(appearances)('is accessible when open: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<CountryForm country="MX" onSend={() => undefined} />);
  await field().fill('rocc');
  await expect.element(screen.getByRole('option', { name: 'Morocco' })).toBeVisible();
  // While its list is open, the widget library hides the rest from screen readers, though Tab closes the list first.
  await expectAccessible(['aria-hidden-focus']);
});

test('one of many is also found by text that its name does not show', async () => {
  const zones = Array.from({ length: 400 }, (_, index) => ({
    id: `z${index}`,
    label: `Zone ${index}`,
    alsoFoundBy: `Area/Place_${index}`,
  }));
  const onChange = vi.fn<(event: { target: { value: string } }) => void>();
  await render(<ComboboxField label="Country" options={zones} value="" onChange={onChange} />);
  await field().fill('area/place_399');
  await expect.element(screen.getByRole('option', { name: 'Zone 399' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onChange.mock.lastCall?.[0].target.value).toBe('z399');
});

test('of thousands, the first that match are drawn, however late they stand', async () => {
  const people = Array.from({ length: 5000 }, (_, index) => ({ id: `p${index}`, label: `Jos\u00e9 ${index}` }));
  const onChange = vi.fn<(event: { target: { value: string } }) => void>();
  await render(<ComboboxField label="Country" options={people} value="p4999" onChange={onChange} />);
  await expect.element(field()).toHaveValue('Jos\u00e9 4999');
  await field().fill('jose 49');
  await expect.element(screen.getByRole('option', { name: 'Jos\u00e9 49', exact: true })).toBeVisible();
  expect(screen.getByRole('option').elements().length).toBeLessThan(102);
  await field().fill('jose 4998');
  await screen.getByRole('option', { name: 'Jos\u00e9 4998' }).click();
  expect(onChange.mock.lastCall?.[0].target.value).toBe('p4998');
});
