import { Trash2 } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { appearances } from '../../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { dismissSnackbar, showSnackbar, SnackbarRegion } from '../../feedback/Snackbar.tsx';
import { Dialog } from '../../overlays/Dialog.tsx';
import { ListEmpty } from '../ListStates.tsx';
import type { Column, Density, Sort } from './columns.ts';
import { Table } from './Table.tsx';

interface Row {
  id: string;
  name: string;
  team: string | null;
  day: string;
  amount: string;
}

const names = ['Amtrak', 'Bistro', 'Cafe', 'Diner', 'Express'];
const rows: Row[] = names.map((name, index) => ({
  id: name,
  name,
  team: index === 1 ? null : `Team ${index}`,
  day: index < 2 ? 'Nov 19' : 'Nov 18',
  amount: `$${index}.00`,
}));
const columns: Column<Row>[] = [
  { id: 'name', title: 'Merchant', sort: 'ascending', cell: ({ name }) => name },
  { id: 'team', title: 'Team', folds: 'first', labelled: true, cell: ({ team }) => team },
  { id: 'day', title: 'Date', sort: 'descending', card: 'none', cell: ({ day }) => day },
  { id: 'amount', title: 'Amount', align: 'end', card: 'figure', cell: ({ amount }) => amount },
];
const idOf = ({ id }: Row) => id;
const nameOf = ({ name }: Row) => name;
const groupOf = ({ day }: Row) => ({ id: day, title: day });
const feesOf = ({ id }: Row) => (id === 'Cafe' ? [{ id: 'fee', cells: { name: 'Fee, 3%', amount: '$0.06' } }] : []);

type Given = Partial<ComponentProps<typeof Table<Row>>>;

/** A table whose caller keeps what a caller keeps. */
function Purchases(given: Given) {
  const [sort, setSort] = useState<Sort | null>({ column: 'day', direction: 'descending' });
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [density, setDensity] = useState<Density>('comfortable');
  return (
    <Table
      label="Purchases"
      rows={rows}
      columns={columns}
      rowId={idOf}
      rowName={nameOf}
      subRows={feesOf}
      group={groupOf}
      sort={sort}
      onSort={setSort}
      selection={selection}
      onSelection={setSelection}
      hidden={hidden}
      onHidden={setHidden}
      density={density}
      onDensity={setDensity}
      bulk={{
        summary: `of ${rows.length}`,
        actions: [{ id: 'drop', icon: Trash2, label: 'Drop', onAction: () => undefined }],
        all: { count: 38, onSelect: () => setSelection(new Set([...names, 'others'])) },
      }}
      {...given}
    />
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const opener = (name: string) => screen.getByRole('button', { name, exact: true });
const checked = () => names.filter((name) => (box(name).element() as HTMLInputElement).checked);
const header = (name: string) => screen.getByRole('columnheader', { name });

test('is a table with headers for its columns and its rows', async () => {
  await render(<Purchases onOpen={() => undefined} />);
  await expect.element(screen.getByRole('table', { name: 'Purchases' })).toBeVisible();
  expect(
    screen
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Merchant', 'Team', 'Date', 'Amount']);
  await expect.element(screen.getByRole('rowheader', { name: 'Amtrak' })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Fee, 3%' })).toBeVisible();
  const amount = screen.getByRole('cell', { name: '$0.00' }).element();
  expect(getComputedStyle(amount).textAlign).toBe('end');
  expect(getComputedStyle(amount).fontVariantNumeric).toBe('tabular-nums');
});

test('a header sorts, first in its own direction, and says which order it is', async () => {
  const onSort = vi.fn<(sort: Sort) => void>();
  const { rerender } = await render(<Purchases sort={{ column: 'day', direction: 'descending' }} onSort={onSort} />);
  await expect.element(header('Date')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(header('Merchant')).toHaveAttribute('aria-sort', 'none');
  await expect.element(header('Amount')).not.toHaveAttribute('aria-sort');
  await screen.getByRole('button', { name: 'Merchant' }).click();
  expect(onSort).toHaveBeenLastCalledWith({ column: 'name', direction: 'ascending' });
  await rerender(<Purchases sort={{ column: 'name', direction: 'ascending' }} onSort={onSort} />);
  await screen.getByRole('button', { name: 'Merchant' }).click();
  expect(onSort).toHaveBeenLastCalledWith({ column: 'name', direction: 'descending' });
});

test('the header stays in sight while the page scrolls', async () => {
  await setAppearance({ height: 300 });
  await render(
    <div style={{ paddingBlock: 200 }}>
      <Purchases />
    </div>,
  );
  window.scrollTo(0, 320);
  await expect.poll(() => header('Merchant').element().getBoundingClientRect().top).toBe(0);
});

describe('rows are selected', () => {
  test('one by one, as a range with Shift, and all at once; the bar at the foot says how many', async () => {
    await render(<Purchases />);
    await box('Bistro').click();
    await box('Diner').click({ modifiers: ['Shift'] });
    expect(checked()).toEqual(['Bistro', 'Cafe', 'Diner']);
    const bar = screen.getByRole('group', { name: '3 selected' });
    expect(bar.element().textContent).toContain('of 5');
    await expect.element(bar.getByRole('button', { name: 'Drop' })).toBeVisible();
    await expect.element(screen.getByRole('status')).toHaveTextContent('3 selected');
    const all = screen.getByRole('checkbox', { name: 'Select all rows' });
    expect((all.element() as HTMLInputElement).indeterminate).toBe(true);
    await all.click();
    expect(checked()).toEqual(names);
    await screen.getByRole('button', { name: 'Select all 38' }).click();
    await expect.element(screen.getByRole('group', { name: '6 selected' })).toBeVisible();
    // Those of other pages stay selected.
    await all.click();
    await expect.element(screen.getByRole('group', { name: '1 selected' })).toBeVisible();
    await screen.getByRole('button', { name: 'Clear' }).click();
    expect(screen.getByRole('group').query()).toBeNull();
  });

  test('and the bar covers nothing: the last row is above it', async () => {
    await render(<Purchases />);
    await box('Express').click();
    const bar = screen.getByRole('group', { name: '1 selected' }).element().getBoundingClientRect();
    expect(
      screen.getByRole('rowheader', { name: 'Express' }).element().getBoundingClientRect().bottom,
    ).toBeLessThanOrEqual(bar.top);
  });

  test.each([1440, 768, 320])('and at %s px a notification leaves the bar to be pressed', async (width) => {
    await setAppearance({ width, height: 360 });
    await render(
      <>
        <Purchases />
        <SnackbarRegion />
      </>,
    );
    if (width === 320) await screen.getByRole('button', { name: 'Select', exact: true }).click();
    await box('Amtrak').click();
    const shown = showSnackbar({ severity: 'success', text: 'Approved: Purchases like Lark Street Coffee' });
    onTestFinished(() => dismissSnackbar(shown));
    const toast = screen.getByRole('region', { name: 'Notifications' });
    const bar = screen.getByRole('group', { name: '1 selected' });
    await expect
      .poll(() => bar.element().getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(toast.element().getBoundingClientRect().top);
    const { left, right, top, bottom } = bar.getByRole('button', { name: 'Drop' }).element().getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    expect(bar.element().contains(hit)).toBe(true);
  });
});

describe('by keyboard', () => {
  test('J and K move, X selects, Shift+X a range, Esc clears, Enter opens', async () => {
    const onOpen = vi.fn<(row: Row) => void>();
    await render(<Purchases onOpen={onOpen} />);
    await userEvent.keyboard('j');
    await expect.element(opener('Amtrak')).toHaveFocus();
    await userEvent.keyboard('jjk');
    await expect.element(opener('Bistro')).toHaveFocus();
    await userEvent.keyboard('x');
    await userEvent.keyboard('jj');
    await expect.element(opener('Diner')).toHaveFocus();
    await userEvent.keyboard('{Shift>}x{/Shift}');
    expect(checked()).toEqual(['Bistro', 'Cafe', 'Diner']);
    await userEvent.keyboard('{Escape}');
    expect(checked()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[3]);
  });

  test.each(['Enter', 'ArrowDown'])(
    '%s in the search goes to the rows once they are those of the search',
    async (key) => {
      const search = <input type="search" aria-label="Search purchases" />;
      const field = screen.getByRole('searchbox');
      const view = await render(<Purchases onOpen={() => undefined} toolbar={search} behind />);
      await field.click();
      await userEvent.keyboard(`am{${key}}`);
      await expect.element(field).toHaveFocus();
      await view.rerender(<Purchases onOpen={() => undefined} toolbar={search} rows={[]} loading />);
      await view.rerender(<Purchases onOpen={() => undefined} toolbar={search} />);
      await expect.element(opener('Amtrak')).toHaveFocus();
      await userEvent.keyboard('jx');
      expect(checked()).toEqual(['Bistro']);
      await field.click();
      await userEvent.keyboard(`{${key}}`);
      await expect.element(opener('Amtrak')).toHaveFocus();
    },
  );

  test('the focus stays in a search that goes on, or finds nothing', async () => {
    const search = <input type="search" aria-label="Search purchases" />;
    const field = screen.getByRole('searchbox');
    const view = await render(<Purchases onOpen={() => undefined} toolbar={search} behind />);
    await field.click();
    await userEvent.keyboard('am{Enter}t');
    await view.rerender(<Purchases onOpen={() => undefined} toolbar={search} />);
    await expect.element(field).toHaveFocus();
    await view.rerender(<Purchases onOpen={() => undefined} toolbar={search} rows={[]} />);
    await userEvent.keyboard('{Enter}');
    await view.rerender(<Purchases onOpen={() => undefined} toolbar={search} />);
    await expect.element(field).toHaveFocus();
  });

  test('B goes from a row to what can be done with the selected rows', async () => {
    await render(<Purchases onOpen={() => undefined} />);
    await userEvent.keyboard('b');
    await userEvent.keyboard('jxjb');
    await expect.element(screen.getByRole('button', { name: 'Drop' })).toHaveFocus();
  });

  test('the ends are ends, and the place of the keyboard is a ring around the row', async () => {
    await render(<Purchases onOpen={() => undefined} />);
    await userEvent.keyboard('jk');
    await expect.element(opener('Amtrak')).toHaveFocus();
    await userEvent.keyboard('jjjjjjj');
    await expect.element(opener('Express')).toHaveFocus();
    const row = screen.getByRole('row', { name: /Express/ }).element();
    expect(getComputedStyle(row).outlineWidth).toBe('2px');
    expect(getComputedStyle(row).outlineStyle).toBe('solid');
  });

  test('J goes on from its row where others have come or gone, and begins anew in another view', async () => {
    const given = { onOpen: () => undefined, toolbar: <button type="button">Filter</button>, view: 'all' };
    const view = await render(<Purchases {...given} />);
    const filter = screen.getByRole('button', { name: 'Filter' });
    await userEvent.keyboard('jj');
    await expect.element(opener('Bistro')).toHaveFocus();
    await view.rerender(<Purchases {...given} rows={[{ ...rows[0]!, id: 'Airline', name: 'Airline' }, ...rows]} />);
    await filter.click();
    await userEvent.keyboard('j');
    await expect.element(opener('Cafe')).toHaveFocus();
    // The row that has the focus stays the place in another view, too.
    await view.rerender(<Purchases {...given} rows={rows.slice(1)} view="some" />);
    await userEvent.keyboard('j');
    await expect.element(opener('Diner')).toHaveFocus();
    await filter.click();
    await view.rerender(<Purchases {...given} rows={rows.slice(2)} view="few" />);
    await userEvent.keyboard('j');
    await expect.element(opener('Cafe')).toHaveFocus();
  });

  test('while a row is open, J opens the next one', async () => {
    const onOpen = vi.fn<(row: Row) => void>();
    await render(<Purchases onOpen={onOpen} openId="Bistro" />);
    await expect.element(opener('Bistro')).toHaveAttribute('aria-current', 'true');
    await userEvent.keyboard('j');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2]);
  });

  test.each([
    ['while something is typed', <input key="field" aria-label="Search" />, 'textbox'],
    [
      'under a modal dialog',
      <Dialog key="dialog" open title="Sure?" onClose={() => undefined}>
        <button type="button">Yes</button>
      </Dialog>,
      'button',
    ],
  ] as const)('letters do nothing %s', async (_, other, role) => {
    await render(
      <>
        {other}
        <Purchases onOpen={() => undefined} />
      </>,
    );
    const element = role === 'textbox' ? screen.getByRole('textbox') : screen.getByRole('button', { name: 'Yes' });
    await element.click();
    await userEvent.keyboard('jx');
    await expect.element(element).toHaveFocus();
  });

  test('Esc that closes a dialog does not clear the selection below it', async () => {
    const onSelection = vi.fn<(selection: ReadonlySet<string>) => void>();
    await render(
      <>
        <Purchases selection={new Set(['Bistro'])} onSelection={onSelection} />
        <Dialog open title="Sure?" onClose={() => undefined}>
          <button type="button">Yes</button>
        </Dialog>
      </>,
    );
    await screen.getByRole('button', { name: 'Yes' }).click();
    await userEvent.keyboard('{Escape}');
    expect(onSelection).not.toHaveBeenCalled();
  });

  test('letters do nothing if the person has switched them off', async () => {
    await render(<Purchases onOpen={() => undefined} keys={false} />);
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(document.body);
  });

  test('rows that open nothing are gone through by their checkboxes', async () => {
    await render(<Purchases />);
    await userEvent.keyboard('jj');
    await expect.element(box('Bistro')).toHaveFocus();
  });
});

describe('a row opens', () => {
  test('wherever it is pressed, but not by its checkbox', async () => {
    const onOpen = vi.fn<(row: Row) => void>();
    await render(<Purchases onOpen={onOpen} />);
    await screen.getByRole('cell', { name: '$2.00' }).click();
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2]);
    await box('Diner').click();
    expect(onOpen).toHaveBeenCalledOnce();
  });

  test('but not by selecting its text', async () => {
    const onOpen = vi.fn<(row: Row) => void>();
    await render(<Purchases onOpen={onOpen} />);
    const cell = screen.getByRole('cell', { name: '$2.00' });
    getSelection()?.selectAllChildren(cell.element());
    cell.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onOpen).not.toHaveBeenCalled();
  });

  test('as a link, with the keys that open a new tab', async () => {
    const presses: string[] = [];
    const note = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      if (!link) return;
      presses.push(`${link.getAttribute('href')} ${event.ctrlKey}`);
      event.preventDefault();
    };
    document.addEventListener('click', note, true);
    await render(<Purchases rowHref={({ id }) => `/purchases/${id}`} />);
    await screen.getByRole('cell', { name: '$2.00' }).click({ modifiers: ['Control'] });
    await screen.getByRole('link', { name: 'Diner' }).click();
    expect(presses).toEqual(['/purchases/Cafe true', '/purchases/Diner false']);
    document.removeEventListener('click', note, true);
  });
});

test('columns are switched off but for the first, and rows become compact', async () => {
  await render(<Purchases />);
  await screen.getByRole('button', { name: 'Columns' }).click();
  expect(
    screen
      .getByRole('menuitemcheckbox')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Team', 'Date', 'Amount']);
  await screen.getByRole('menuitemcheckbox', { name: 'Date' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(header('Date')).not.toBeInTheDocument();
  const height = () =>
    screen
      .getByRole('row', { name: /Express/ })
      .element()
      .getBoundingClientRect().height;
  const comfortable = height();
  await screen.getByRole('button', { name: 'Row height' }).click();
  await screen.getByRole('menuitemradio', { name: 'Compact' }).click();
  await expect.poll(height).toBeLessThan(comfortable);
});

test('with less room some columns move to the second line, and their names are still announced', async () => {
  await setAppearance({ width: 768 });
  await render(<Purchases />);
  await expect.element(header('Team')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('rowheader', { name: 'Diner Team: Team 3' })).toBeVisible();
  await expectAccessible();
});

test('with less room the state of each row stands below its figure, and all rows are equally high', async () => {
  await setAppearance({ width: 560 });
  const long = (name: string) => (name === 'Diner' ? `${name} of a team with a rather long name` : name);
  const state: Column<Row> = { id: 'state', title: 'State', folds: 'later', card: 'aside', cell: () => 'Declined' };
  const team: Column<Row> = { ...columns[1]!, cell: ({ name, team: of }) => of && long(name) };
  await render(<Purchases columns={[columns[0]!, team, state, columns[3]!]} subRows={() => []} />);
  await expect.element(screen.getByRole('cell', { name: '$3.00 State: Declined' })).toBeVisible();
  const heights = rows.map(
    ({ name }) =>
      screen
        .getByRole('row', { name: new RegExp(name) })
        .element()
        .getBoundingClientRect().height,
  );
  expect(new Set(heights).size).toBe(1);
});

describe('on a phone', () => {
  test('each row is a card with every column, below the headings of its groups', async () => {
    await setAppearance({ width: 320 });
    await render(<Purchases />);
    const texts = screen
      .getByRole('list', { name: 'Purchases' })
      .getByRole('listitem')
      .elements()
      .map((one) => (one as HTMLElement).innerText.replaceAll(/\s+/g, ' '));
    expect(texts).toEqual([
      'Nov 19 Amtrak Amount: $0.00 Team: Team 0',
      'Bistro Amount: $1.00',
      'Nov 18 Cafe Amount: $2.00 Team: Team 2 Fee, 3% $0.06',
      'Diner Amount: $3.00 Team: Team 3',
      'Express Amount: $4.00 Team: Team 4',
    ]);
  });

  test('the order is chosen from a menu', async () => {
    await setAppearance({ width: 320 });
    const onSort = vi.fn<(sort: Sort) => void>();
    await render(<Purchases onSort={onSort} />);
    await screen.getByRole('button', { name: 'Sort by' }).click();
    await screen.getByRole('menuitemradio', { name: 'Merchant, descending' }).click();
    expect(onSort).toHaveBeenCalledExactlyOnceWith({ column: 'name', direction: 'descending' });
  });

  test('checkboxes are there while rows are selected', async () => {
    await setAppearance({ width: 320 });
    await render(<Purchases />);
    expect(box('Diner').query()).toBeNull();
    await screen.getByRole('button', { name: 'Select', exact: true }).click();
    await box('Diner').click();
    await expect.element(screen.getByRole('group', { name: '1 selected' })).toBeVisible();
    await screen.getByRole('button', { name: 'Done' }).click();
    expect(screen.getByRole('checkbox').query()).toBeNull();
  });
});

describe('of five thousand rows', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    id: `m${index}`,
    name: `Merchant ${index}`,
    team: 'Team',
    day: 'Nov 19',
    amount: index < 1000 ? '$1.00' : `$12,345,${index}.00`,
  }));
  const widthOf = (name: string) => header(name).element().getBoundingClientRect().width;

  test('only those in sight are in the document, and their number is announced', async () => {
    await render(<Purchases rows={many} onOpen={() => undefined} />);
    await expect.element(opener('Merchant 0')).toBeVisible();
    expect(screen.getByRole('row').elements().length).toBeLessThan(60);
    await expect.element(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '5001');
  });

  test('columns keep their place while the page scrolls, but for amounts that would be cut off', async () => {
    await setAppearance({ width: 900 });
    const long = many.map((row) => ({ ...row, name: `${row.name} ${'Trading and Consulting '.repeat(6)}` }));
    await render(<Purchases rows={long} />);
    const before = widthOf('Date');
    window.scrollTo(0, 500_000);
    const large = () => screen.getByRole('cell', { name: /12,345/ }).elements();
    await expect.poll(() => large().length).toBeGreaterThan(0);
    expect(widthOf('Date')).toBeCloseTo(before, 0);
    await expect
      .poll(() =>
        large().every((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          const room = cell.getBoundingClientRect().width - Number.parseFloat(getComputedStyle(cell).paddingLeft) - 20;
          return text.getBoundingClientRect().width <= room + 0.5;
        }),
      )
      .toBe(true);
  });

  test('J goes to a row that is not in the document', async () => {
    await render(<Purchases rows={many} onOpen={() => undefined} />);
    await userEvent.keyboard('j');
    await expect.element(opener('Merchant 0')).toHaveFocus();
    window.scrollTo(0, 150_000);
    await expect.poll(() => screen.getByRole('row').elements().length).toBeGreaterThan(10);
    await userEvent.keyboard('j');
    await expect.element(opener('Merchant 1')).toHaveFocus();
    await expect.poll(() => opener('Merchant 1').element().getBoundingClientRect().top).toBeGreaterThan(0);
  });
});

test('placeholder rows are announced, and contain nothing to press', async () => {
  await render(<Purchases rows={[]} loading />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading rows');
  await expect.element(screen.getByRole('region', { name: 'Purchases' })).toHaveAttribute('aria-busy', 'true');
  await expectAccessible();
});

test("without rows, the caller's message replaces them", async () => {
  await render(<Purchases rows={[]} empty={<ListEmpty title="No purchases yet" text="Issue a card." />} />);
  expect(screen.getByRole('region', { name: 'Purchases' }).element().textContent).toContain('No purchases yet');
  expect(screen.getByRole('table').query()).toBeNull();
});

test.each([...appearances, { width: 320, forcedColors: true }, { width: 320, theme: 'legacy' }] as const)(
  'is accessible with selected and open rows: %o',
  async (appearance) => {
    await setAppearance(appearance);
    await render(<Purchases onOpen={() => undefined} openId="Cafe" selection={new Set(['Bistro'])} />);
    await expect.element(screen.getByRole('group', { name: '1 selected' })).toBeVisible();
    await expectAccessible();
  },
);

test('every control is at least 44 pixels high for a finger', async () => {
  await setAppearance({ coarsePointer: true, width: 768 });
  await render(<Purchases onOpen={() => undefined} selection={new Set(['Bistro'])} />);
  const small = screen
    .getByRole('button')
    .elements()
    .filter((one) => one.closest('[role="group"], [class*="tools"]'))
    .filter((one) => one.getBoundingClientRect().height < 44);
  expect(small.map((one) => one.textContent)).toEqual([]);
  expect(box('Diner').element().parentElement?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});
