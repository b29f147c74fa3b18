import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { ComboboxField } from '../pickers/ComboboxField.tsx';
import { SelectField } from '../pickers/SelectField.tsx';
import { BesideSheet } from './BesideSheet.tsx';
import { Dialog } from './Dialog.tsx';
import { SideSheet } from './SideSheet.tsx';

interface ListProps {
  holds?: boolean;
  onNext?: () => void;
  keys?: boolean;
}

/** A list whose sheet is opened by the address; here the address is a state. */
function List({ holds = false, onNext, keys = true }: ListProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <BesideSheet open={open !== null}>
        <ul>
          {['Uber', 'Amtrak'].map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setOpen(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </BesideSheet>
      <SideSheet
        open={open !== null}
        title="Purchase"
        holds={holds}
        keys={keys}
        onClose={() => setOpen(null)}
        onPrevious={null}
        onNext={onNext ?? null}
        actions={<button type="button">Add receipt</button>}
      >
        <label>
          Note <input />
        </label>
        <p>{open}</p>
      </SideSheet>
    </>
  );
}

const row = (name: string) => screen.getByRole('button', { name });
const sheet = () => screen.getByRole('dialog', { name: 'Purchase' });
const title = () => screen.getByRole('heading', { name: 'Purchase' });

describe('docked, from 1280 px', () => {
  test('takes the focus, leaves the list in use, and gives the focus back on Esc', async () => {
    await render(<List />);
    await row('Uber').click();
    await expect.element(title()).toHaveFocus();
    expect(sheet().element().matches(':modal')).toBe(false);
    // The list is beside the sheet, not under it.
    const { right } = screen.getByRole('list').element().getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(sheet().element().getBoundingClientRect().left);
    await row('Amtrak').click();
    await expect.element(sheet().getByRole('paragraph')).toHaveTextContent('Amtrak');
    await expect.element(row('Amtrak')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(sheet().query()).toBeNull();
    await expect.element(row('Amtrak')).toHaveFocus();
  });

  test('gives the focus back to the row that opened it', async () => {
    await render(<List />);
    await row('Amtrak').click();
    await expect.element(title()).toHaveFocus();
    await screen.getByRole('button', { name: 'Close' }).click();
    await expect.element(row('Amtrak')).toHaveFocus();
  });
});

describe('over the list, from 768 px', () => {
  test('keeps the focus, and a press outside or Esc closes it', async () => {
    await setAppearance({ width: 800 });
    await render(<List />);
    await row('Uber').click();
    expect(sheet().element().matches(':modal')).toBe(true);
    for (let stop = 0; stop < 10; stop += 1) {
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
      expect(screen.getByRole('list', { includeHidden: true }).element().contains(document.activeElement)).toBe(false);
    }
    await title().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(row('Uber')).toHaveFocus();
    await row('Uber').click();
    await sheet().click({ position: { x: -100, y: 100 }, force: true });
    expect(sheet().query()).toBeNull();
  });

  test('goes on to the next with J', async () => {
    await setAppearance({ width: 800 });
    const onNext = vi.fn<() => void>();
    await render(<List onNext={onNext} />);
    await row('Uber').click();
    await expect.element(title()).toHaveFocus();
    await userEvent.keyboard('j');
    expect(onNext).toHaveBeenCalledOnce();
    await screen.getByRole('textbox', { name: 'Note' }).click();
    await userEvent.keyboard('j');
    expect(onNext).toHaveBeenCalledOnce();
  });

  test('leaves J alone where single keys are off', async () => {
    await setAppearance({ width: 800 });
    const onNext = vi.fn<() => void>();
    await render(<List onNext={onNext} keys={false} />);
    await row('Uber').click();
    await expect.element(title()).toHaveFocus();
    await userEvent.keyboard('j');
    expect(onNext).not.toHaveBeenCalled();
  });

  test('a sheet with a form stays when it is pressed beside it', async () => {
    await render(<List holds />);
    await row('Uber').click();
    expect(sheet().element().matches(':modal')).toBe(true);
    await sheet().click({ position: { x: -100, y: 100 }, force: true });
    await expect.element(sheet()).toBeVisible();
  });
});

test('on a phone it is the page, with a way back', async () => {
  await setAppearance({ width: 320 });
  await render(<List />);
  await row('Uber').click();
  const { width, height } = sheet().element().getBoundingClientRect();
  expect([width, height]).toEqual([320, 800]);
  await screen.getByRole('button', { name: 'Back to the list' }).click();
  await expect.element(row('Uber')).toHaveFocus();
});

test.each([1440, 800, 320])(
  'at %s px, Esc leaves a field for the title, then closes the sheet; what was typed stays',
  async (width) => {
    await setAppearance({ width });
    await render(<List />);
    await row('Uber').click();
    const note = screen.getByRole('textbox', { name: 'Note' });
    await note.click();
    await userEvent.keyboard('Lunch{Escape}');
    await expect.element(title()).toHaveFocus();
    await expect.element(note).toHaveValue('Lunch');
    await userEvent.keyboard('{Escape}');
    expect(sheet().query()).toBeNull();
    await expect.element(row('Uber')).toHaveFocus();
  },
);

/** A sheet with a button that opens a dialog over it. */
function Asking({ onClose }: { onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <SideSheet open title="Purchase" onClose={onClose}>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <Dialog open={isAsking} title="Ask for funds" onClose={() => setAsking(false)}>
        <p>Sent</p>
      </Dialog>
    </SideSheet>
  );
}

test.each([1440, 800, 320])('at %s px, Esc in a dialog that the sheet opened closes only the dialog', async (width) => {
  await setAppearance({ width });
  const onClose = vi.fn<() => void>();
  await render(<Asking onClose={onClose} />);
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Ask for funds' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog', { name: 'Ask for funds' })).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});

test('a dialog stays above the sheet when the sheet covers the page', async () => {
  await setAppearance({ width: 1440 });
  await render(<Asking onClose={vi.fn<() => void>()} />);
  await screen.getByRole('button', { name: 'Ask' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Ask for funds' });
  await expect.element(dialog).toBeVisible();
  await setAppearance({ width: 800 });
  await expect.poll(() => document.querySelector('dialog')?.matches(':modal')).toBe(true);
  const { x, y, width, height } = dialog.element().getBoundingClientRect();
  expect(dialog.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))).toBe(true);
});

test('typed text stays when the page changes its width', async () => {
  await render(<List />);
  await row('Uber').click();
  const note = screen.getByRole('textbox', { name: 'Note' });
  await note.fill('Client dinner');
  await setAppearance({ width: 320 });
  await expect.poll(() => sheet().element().matches(':modal')).toBe(true);
  await expect.element(note).toHaveValue('Client dinner');
  await expect.element(note).toHaveFocus();
});

test.each([...appearances, { width: 800 }] as const)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<List onNext={() => undefined} />);
  await row('Uber').click();
  await expect.element(title()).toHaveFocus();
  await expectAccessible();
});

test('a list that is open stays above the sheet when the sheet covers another part of the page', async () => {
  await setAppearance({ width: 800 });
  await render(
    <SideSheet open title="Purchase" onClose={vi.fn<() => void>()}>
      <SelectField
        label="Category"
        options={[
          { id: 'meals', label: 'Meals' },
          { id: 'travel', label: 'Travel' },
        ]}
      />
      <p>Nothing else</p>
    </SideSheet>,
  );
  await screen.getByRole('button', { name: /Category/ }).click();
  const option = screen.getByRole('option', { name: 'Meals' });
  await expect.element(option).toBeVisible();
  const isOnTop = () => {
    const { x, y, width, height } = option.element().getBoundingClientRect();
    return option.element().contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(isOnTop).toBe(true);
  await setAppearance({ width: 700 });
  await expect.poll(isOnTop).toBe(true);
  await option.click();
});

test('Esc closes the list of a field, then leaves the field, then closes the sheet', async () => {
  const onClose = vi.fn<() => void>();
  await render(
    <SideSheet open title="Purchase" onClose={onClose}>
      <ComboboxField label="Category" options={[{ id: 'meals', label: 'Meals' }]} />
    </SideSheet>,
  );
  const field = screen.getByRole('combobox', { name: 'Category' });
  await field.click();
  await userEvent.keyboard('Me');
  await expect.element(screen.getByRole('option', { name: 'Meals' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(title()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
