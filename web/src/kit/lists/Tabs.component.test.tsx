import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { Tabs } from './Tabs.tsx';

const items = ['All', 'Travel and meals', 'Needs a receipt', 'Over $1,000', 'Declined', 'Fees'].map((label, index) => ({
  id: `view-${index}`,
  label,
  ...(label === 'Declined' && { count: 3 }),
}));

function Views({ first = 'view-0' }: { first?: string }) {
  const [selected, setSelected] = useState(first);
  return (
    <Tabs label="Views" items={items} selectedId={selected} onSelect={setSelected}>
      <p>{selected}</p>
    </Tabs>
  );
}

test('the arrow keys go through the views, and Tab into the one that is shown', async () => {
  await render(<Views />);
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('tab', { name: 'All' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  const tab = screen.getByRole('tab', { name: 'Travel and meals' });
  await expect.element(tab).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByRole('tabpanel', { name: 'Travel and meals' })).toHaveTextContent('view-1');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('tabpanel')).toHaveFocus();
});

test('a count is a part of the name', async () => {
  await render(<Views />);
  await expect.element(screen.getByRole('tab', { name: 'Declined 3' })).toBeVisible();
});

test('on a phone the line scrolls, and the selected tab is in sight', async () => {
  await setAppearance({ width: 320 });
  await render(<Views first="view-5" />);
  await expect
    .poll(() => screen.getByRole('tab', { name: 'Fees' }).element().getBoundingClientRect().right)
    .toBeLessThanOrEqual(320);
  await expectAccessible();
});

test('the selected tab stays in sight when the window narrows and when counts arrive', async () => {
  await setAppearance({ width: 600 });
  const counted = items.map((item) => ({ ...item, count: 1000 }));
  const line = (shown: typeof items) => (
    <Tabs label="Views" items={shown} selectedId="view-5" onSelect={() => {}}>
      <p>Rows</p>
    </Tabs>
  );
  const { rerender } = await render(line(items));
  const right = () => screen.getByRole('tab', { name: /^Fees/ }).element().getBoundingClientRect().right;
  await setAppearance({ width: 320 });
  await expect.poll(right).toBeLessThanOrEqual(320);
  await rerender(line(counted));
  await expect.element(screen.getByRole('tab', { name: 'Fees 1000' })).toBeVisible();
  await expect.poll(right).toBeLessThanOrEqual(320);
});

/** An act that is loaded after its place is there. */
function LateAct() {
  const [isThere, setThere] = useState(false);
  return <button onClick={() => setThere(true)}>{isThere ? 'Save this view' : '+'}</button>;
}

test('the selected tab stays in sight when an act at the end of the line arrives', async () => {
  await setAppearance({ width: 320 });
  const line = (end: ReactNode) => (
    <Tabs label="Views" items={items} selectedId="view-5" onSelect={() => {}} end={end}>
      <p>Rows</p>
    </Tabs>
  );
  const { rerender } = await render(line(undefined));
  await rerender(line(<LateAct />));
  await screen.getByRole('button', { name: '+' }).click();
  const act = screen.getByRole('button', { name: 'Save this view' });
  const tab = screen.getByRole('tab', { name: 'Fees' });
  await expect
    .poll(() => tab.element().getBoundingClientRect().right - act.element().getBoundingClientRect().left)
    .toBeLessThanOrEqual(0);
});

test('a tab that is cut at the beginning of the line fades there, also where an act stands at its end', async () => {
  await setAppearance({ width: 320 });
  await render(
    <Tabs label="Views" items={items} selectedId="view-5" onSelect={() => {}} end={<button>Save view</button>}>
      <p>Rows</p>
    </Tabs>,
  );
  const line = screen.getByRole('tablist').element().parentElement!;
  await expect.poll(() => line.scrollLeft).toBeGreaterThan(0);
  await expect.poll(() => getComputedStyle(line).maskImage).toMatch(/rgb\(0, 0, 0\) 32px/);
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(<Views />);
  await expectAccessible();
});
