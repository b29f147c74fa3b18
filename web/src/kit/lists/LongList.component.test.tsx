import { expect, test } from 'vitest';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { LongList, type RowPosition } from './LongList.tsx';

interface Item {
  id: string;
  lines: number;
}

/** A thousand rows of one, two or three lines. */
const items: Item[] = Array.from({ length: 1000 }, (_, index) => ({ id: `Row ${index}`, lines: 1 + (index % 3) }));

const row = ({ id, lines }: Item, position: RowPosition) => (
  <li {...position}>
    <button type="button">{id}</button>
    {Array.from({ length: lines }, (_, line) => (
      <p key={line}>Line {line}</p>
    ))}
  </li>
);

const draw = () =>
  render(
    <main>
      <h1>Rows</h1>
      <LongList items={items} itemId={({ id }) => id} row={row} estimatedHeight={50} />
    </main>,
  );

const drawn = () => screen.getByRole('listitem').elements().length;

test('only rows near the visible part are in the document, with their number and position announced', async () => {
  await draw();
  await expect.element(screen.getByRole('button', { name: 'Row 0', exact: true })).toBeVisible();
  expect(drawn()).toBeLessThan(60);
  expect(screen.getByRole('listitem').elements()[0]?.getAttribute('aria-setsize')).toBe('1000');
  await expectAccessible();
});

test('the end can be reached by scrolling, and the rows there follow each other without gaps', async () => {
  await draw();
  await expect
    .poll(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return screen.getByRole('button', { name: 'Row 999', exact: true }).query() !== null;
    })
    .toBe(true);
  expect(drawn()).toBeLessThan(60);
  await expect
    .poll(() => {
      const rows = screen.getByRole('listitem').elements();
      return rows.slice(1).every((one, index) => {
        const gap = one.getBoundingClientRect().top - rows[index]!.getBoundingClientRect().bottom;
        return Math.abs(gap) < 1;
      });
    })
    .toBe(true);
});

test('the row with the focus stays in the document, wherever the page is scrolled', async () => {
  await draw();
  await userEvent.keyboard('{Tab}');
  const first = screen.getByRole('button', { name: 'Row 0', exact: true });
  await expect.element(first).toHaveFocus();
  window.scrollTo(0, 20_000);
  const places = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((one) => Number(one.getAttribute('aria-posinset')));
  await expect.poll(() => Math.max(...places())).toBeGreaterThan(200);
  expect(Math.min(...places())).toBe(1);
  expect(document.activeElement?.textContent).toBe('Row 0');
  expect(drawn()).toBeLessThan(61);
});

test('a narrower page measures its rows again', async () => {
  await draw();
  await setAppearance({ width: 320 });
  await expect.element(screen.getByRole('button', { name: 'Row 0', exact: true })).toBeVisible();
  await expectAccessible();
});
