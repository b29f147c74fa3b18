import { describe, expect, test, vi } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance } from '../../testing/component.ts';
import { Button } from '../actions/Button.tsx';
import { StatusTag } from '../feedback/StatusTag.tsx';
import { Avatar } from '../text/Avatar.tsx';
import { Money } from '../text/Money.tsx';
import { ItemRow } from './ItemRow.tsx';

const long = 'The Very Long and Old Established Copper Kettle Catering Company of Northern Springfield';
const onSwitch = vi.fn<() => void>();

const list = (compact = false) => (
  <ul aria-label="Accounts">
    {['Northwind', long].map((name) => (
      <li key={name} aria-label={name}>
        <ItemRow
          compact={compact}
          mark={<Avatar name={name} />}
          name={name}
          line={`Maximiliana Featherstonehaugh of ${name}`}
          lineEnd={<span>•• 4821</span>}
          tags={<StatusTag tone="bad">Suspended</StatusTag>}
          value={<Money value={{ amount: 24_912_274, currency: 'USD' }} />}
          action={compact ? undefined : <Button onClick={onSwitch}>{`Switch to ${name.slice(0, 3)}`}</Button>}
        />
      </li>
    ))}
  </ul>
);
const box = (text: string) =>
  screen.getByRole('listitem', { name: long }).getByText(text).element().getBoundingClientRect();

describe.each([1280, 320])('at %d pixels', (width) => {
  test.each([false, true])('a long name gives way, the digits stay whole; compact: %s', async (compact) => {
    await setAppearance({ width });
    await render(list(compact));
    const row = screen.getByRole('listitem', { name: long }).element().getBoundingClientRect();
    const digits = box('•• 4821');
    expect(digits.width).toBeGreaterThan(35);
    expect(digits.right).toBeLessThanOrEqual(row.right);
    expect(box('Suspended').right).toBeLessThanOrEqual(row.right);
  });
});

test('on a phone the value is below the name, and its action beside it', async () => {
  await setAppearance({ width: 320 });
  await render(list());
  const row = screen.getByRole('listitem', { name: 'Northwind' });
  const button = row.getByRole('button');
  const value = row.getByText('$249,122', { exact: false }).first().element().getBoundingClientRect();
  expect(value.top).toBeGreaterThanOrEqual(
    row.getByText('Northwind', { exact: true }).element().getBoundingClientRect().bottom,
  );
  expect(button.element().getBoundingClientRect().left).toBeGreaterThan(value.right);
  await button.click();
  expect(onSwitch).toHaveBeenCalledOnce();
});

test.each([
  [false, 'Suspended$249,122.74'],
  [true, '$249,122.74Suspended'],
])('is read in the order in which it is seen; compact: %s', async (compact, end) => {
  await render(list(compact));
  const text = screen.getByRole('listitem', { name: 'Northwind' }).element().textContent;
  expect(text.split('•• 4821')[1]).toContain(end);
});

test('rows with and without an action align their values', async () => {
  await render(
    <ul>
      {[null, <Button key="switch">Switch</Button>].map((action, index) => (
        <li key={String(index)}>
          <ItemRow mark={<Avatar name="A" />} name="A" value={`value ${index}`} action={action} />
        </li>
      ))}
    </ul>,
  );
  const right = (text: string) => screen.getByRole('list').getByText(text).element().getBoundingClientRect().right;
  expect(right('value 0')).toBe(right('value 1'));
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(
    <>
      {list()}
      {list(true)}
    </>,
  );
  await expect.element(screen.getByRole('listitem').first()).toBeVisible();
  await expectAccessible();
});
