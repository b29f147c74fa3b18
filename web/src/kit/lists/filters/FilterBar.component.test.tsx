import { useState } from 'react';
import { expect, test } from 'vitest';
import { appearances } from '../../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { FilterBar } from './FilterBar.tsx';
import { formatFilters, parseFilters, type FilterFields } from './filters.ts';

const teams = ['Sales', 'Design', 'Legal', 'Field', 'Finance', 'Support', 'Events', 'Board', 'Travel'];
const fields = {
  merchant: { kind: 'text', label: 'Merchant' },
  team: { kind: 'choice', label: 'Team', options: teams.map((label) => ({ id: label.toLowerCase(), label })) },
  date: { kind: 'date', label: 'Date', presets: [{ id: 'this-month', label: 'this month' }] },
  amount: { kind: 'amount', label: 'Amount', currency: 'USD', digits: 2 },
  state: { kind: 'choice', label: 'State', options: ['Open', 'Closed'].map((label) => ({ id: label, label })) },
} satisfies FilterFields;

/** A bar whose state is in an address, which is a text here. */
const address = { text: '' };
function Bar({ search: from = '', withSearch = false }: { search?: string; withSearch?: boolean }) {
  const [search, setSearch] = useState(from);
  const [text, setText] = useState('');
  return (
    <FilterBar
      fields={fields}
      filters={parseFilters(fields, Object.fromEntries(new URLSearchParams(search)))}
      onFilters={(filters) => {
        address.text = String(new URLSearchParams(formatFilters(fields, filters)));
        setSearch(address.text);
      }}
      search={withSearch ? { label: 'Search purchases', value: text, onChange: setText } : undefined}
      today="2026-11-19"
    />
  );
}

const chip = (sentence: string) => screen.getByRole('button', { name: sentence, exact: true });
const read = () => decodeURIComponent(address.text);

test('reads its filters from the address, as sentences', async () => {
  await render(<Bar search="date=this-month&team=!sales,legal&amount=50000.." />);
  await expect.element(chip('Date is this month')).toBeVisible();
  await expect.element(chip('Team is not Sales or Legal')).toBeVisible();
  await expect.element(chip('Amount is at least $500.00')).toBeVisible();
  await expectAccessible();
});

test('a filter is added by keyboard alone, and the focus returns to the button for the next one', async () => {
  await render(<Bar />);
  await userEvent.keyboard('f');
  await expect.element(screen.getByRole('menuitem', { name: 'Merchant' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const text = screen.getByRole('textbox', { name: 'Merchant contains' });
  await expect.element(text).toHaveFocus();
  await userEvent.keyboard('hiton{Enter}');
  await expect.element(chip('Merchant contains hiton')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
  expect(read()).toBe('merchant=hiton');
});

test('choices count at once, in the order of the fields; one among many is found by typing', async () => {
  await render(<Bar search="amount=..100" />);
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Team' }).click();
  await screen.getByRole('textbox', { name: 'Find' }).fill('eve');
  await screen.getByRole('checkbox', { name: 'Events' }).click();
  await screen.getByRole('textbox', { name: 'Find' }).fill('xyz');
  await expect.element(screen.getByRole('dialog', { name: 'Team' })).toBeVisible();
  expect(screen.getByRole('checkbox').query()).toBeNull();
  await screen.getByRole('radio', { name: 'is not' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(chip('Team is not Events')).toBeVisible();
  expect(read()).toBe('team=!events&amount=..100');
});

test.each([
  ['State', 'checkbox', 'Open'],
  ['Team', 'textbox', 'Find'],
  ['Date', 'radio', 'this month'],
] as const)('the filter %s opens with the focus on its first %s', async (field, role, name) => {
  await render(<Bar />);
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitem', { name: field }).click();
  await expect.element(screen.getByRole(role, { name })).toHaveFocus();
});

test('a filter that was begun and says nothing goes away', async () => {
  await render(<Bar />);
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Team' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Team' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.getByRole('button').elements().length).toBe(1);
});

test('an amount is refused until it is one', async () => {
  await render(<Bar />);
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Amount' }).click();
  const least = screen.getByRole('textbox', { name: 'Amount is at least' });
  await least.fill('a lot');
  await screen.getByRole('button', { name: 'Apply' }).click();
  await expect.element(least).toHaveAccessibleDescription('Please enter an amount such as 250.00.');
  await least.fill('1,250.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('Amount is at least $1,250.50')).toBeVisible();
  expect(read()).toBe('amount=125050..');
});

test('days are named, or typed', async () => {
  await render(<Bar search="date=this-month" />);
  await chip('Date is this month').click();
  await expect.element(screen.getByRole('radio', { name: 'this month' })).toBeChecked();
  await screen.getByRole('textbox', { name: 'From' }).fill('2026-11-02');
  await screen.getByRole('textbox', { name: 'To' }).fill('2026-11-05');
  await userEvent.keyboard('{Escape}');
  expect(read()).toBe('date=2026-11-02..2026-11-05');
});

test('one filter is removed, and all of them are; the focus stays in the bar', async () => {
  await render(<Bar search="team=sales&date=this-month&amount=..100" />);
  await screen.getByRole('button', { name: 'Remove the filter: Date is this month' }).click();
  expect(read()).toBe('team=sales&amount=..100');
  await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  expect(read()).toBe('');
  await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
});

test('/ goes to the search; Esc empties it, then leaves it', async () => {
  await render(<Bar withSearch />);
  await userEvent.keyboard('/');
  const field = screen.getByRole('searchbox', { name: 'Search purchases' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('f/uel{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toHaveFocus();
});

test('without a search / opens the list of fields', async () => {
  await render(<Bar />);
  await userEvent.keyboard('/');
  await expect.element(screen.getByRole('menuitem', { name: 'Merchant' })).toHaveFocus();
});

test.each(appearances)('is accessible with an open editor: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<Bar search="team=sales,design&date=this-month" withSearch />);
  await chip('Team is Sales or Design').click();
  await expect.element(screen.getByRole('checkbox', { name: 'Design' })).toBeVisible();
  await expectAccessible();
});
