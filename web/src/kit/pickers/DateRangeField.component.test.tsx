import { useState } from 'react';
import { expect, test } from 'vitest';
import { expectAccessible, render, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { DateRangeField } from './DateRangeField.tsx';
import type { DateSpan } from './date-span.ts';

function Period({ from = '2026-11-01', to = '2026-11-18' }: Partial<DateSpan>) {
  const [span, setSpan] = useState<DateSpan>({ from, to });
  return <DateRangeField label="Period" placeholder="Any time" today="2026-11-19" span={span} onSpan={setSpan} />;
}

const field = (text: string) => screen.getByRole('button', { name: `Period ${text}`.replace(' – ', '\u2009–\u2009') });
const lastDay = () => screen.getByRole('button', { name: /Wednesday, November 18, 2026 selected$/ });

test('is picked in the calendar by keyboard alone, and gives the focus back', async () => {
  await render(<Period />);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(lastDay()).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toHaveValue('2026-11-01');
  // Backward from the beginning: the calendar is last.
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(lastDay()).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(screen.getByRole('button', { name: /Monday, November 16, 2026/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  // The first day is picked, and the next one is proposed.
  await expect.element(screen.getByRole('button', { name: /Tuesday, November 17, 2026/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'To' })).toHaveValue('2026-11-17');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('Nov 16 – 17')).toHaveFocus();
});

test('two dates are typed, and stand in their order', async () => {
  await render(<Period />);
  await field('Nov 1 – 18').click();
  await screen.getByRole('textbox', { name: 'From' }).fill('2026-12-24');
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toHaveValue('2026-11-18');
  await screen.getByRole('textbox', { name: 'To' }).fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(field('since Nov 18')).toBeVisible();
});

test('on a phone there are the two dates, and no calendar', async () => {
  await setAppearance({ width: 320, coarsePointer: true });
  await render(<Period from={null} to={null} />);
  await field('Any time').click();
  await expect.element(screen.getByRole('textbox', { name: 'From' })).toBeVisible();
  expect(screen.getByRole('grid').query()).toBeNull();
  await expectAccessible();
});

test.each([{ scheme: 'light' }, { scheme: 'dark' }, { theme: 'legacy' }, { forcedColors: true }] as const)(
  'is accessible when open: %o',
  async (appearance) => {
    await setAppearance(appearance);
    await render(<Period />);
    await field('Nov 1 – 18').click();
    await expect.element(lastDay()).toBeVisible();
    await expectAccessible();
  },
);
