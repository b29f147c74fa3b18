import { expect, test } from 'vitest';
import { expectAccessible, render, screen } from '../../../testing/component.ts';
import { AmountField } from './AmountField.tsx';

test('the dollar sign stands before what is typed, and is not read twice', async () => {
  await render(<AmountField label="Amount in USD" defaultValue="1,284.50" />);
  const field = screen.getByRole('textbox', { name: 'Amount in USD', exact: true });
  const sign = screen.getByText('$');
  await expect.element(sign).toHaveAttribute('aria-hidden', 'true');
  const { left, top, bottom } = field.element().getBoundingClientRect();
  const place = sign.element().getBoundingClientRect();
  const textBegins = left + Number.parseFloat(getComputedStyle(field.element()).paddingInlineStart);
  expect(place.left).toBeGreaterThan(left);
  expect(place.right).toBeLessThanOrEqual(textBegins);
  expect([place.top >= top, place.bottom <= bottom]).toEqual([true, true]);
  await expectAccessible();
});
