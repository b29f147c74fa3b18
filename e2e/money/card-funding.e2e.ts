import type { Page } from '@playwright/test';
import { enter, expect, test } from '../fixtures.ts';

/** Counts what a person does. */
function counting() {
  const steps: string[] = [];
  const step = async (what: string, act: Promise<unknown>) => {
    steps.push(what);
    await act;
  };
  return { steps, step };
}

/**
 * What each of the shown cards has, in cents, by its last four digits; NaN until it is loaded. With little room the table
 * has fewer columns.
 */
async function balances(page: Page): Promise<Map<string, number>> {
  const table = page.getByRole('table', { name: 'Cards' });
  const [titles, ...rows] = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );
  const has = titles!.indexOf('Has now');
  return new Map(
    rows.map((cells) => [
      /\d{4}/.exec(cells[1]!)![0],
      Math.round(Number.parseFloat(cells[has]!.replaceAll(/[$,]/g, '')) * 100),
    ]),
  );
}

test('an administrator tops up six cards by $25 each in five steps, and reads what it will do and what it did', async ({
  page,
  inbox,
}) => {
  await enter(page, inbox, 'admin');
  const { steps, step } = counting();
  await step('open the page', page.getByRole('link', { name: 'Fund cards' }).click());
  const box = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box).toHaveCount(7);
  await step('type the amount', page.getByLabel('Amount each').fill('25'));
  await step('choose the first card', box.first().click());
  await step('choose up to the last', box.last().click({ modifiers: ['Shift'] }));
  await expect(page.getByText('6 cards get $25.00 each, $150.00 in all.')).toBeVisible();
  const account = await page.getByText(/^The account goes from/).textContent();
  const [before, after] = [...account!.matchAll(/\$([\d,.]+\d)/g)].map(([, sum]) => Number(sum!.replaceAll(',', '')));
  expect(before! - after!).toBeCloseTo(150, 2);
  await step('press the button', page.getByRole('button', { name: 'Fund 6 cards with $150.00' }).click());
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(page.getByText(/^Add: 6 cards get \$25\.00 each, \$150\.00 in all\.$/)).toBeVisible();
  await expect(page.getByText(account!.replace('goes', 'went'))).toBeVisible();
  expect(steps).toHaveLength(5);
});

test('the same by keys alone, from the palette', async ({ page, inbox }) => {
  await enter(page, inbox, 'admin');
  const { steps, step } = counting();
  const { keyboard } = page;
  await test.step('keys pressed before the page listens are answered when it does', async () => {
    // The page's files wait until the keys are pressed.
    const { promise: isPressed, resolve: letFilesCome } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await isPressed;
      await route.continue();
    });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.locator('#site')).toBeAttached();
    await step('call the palette', keyboard.press('Control+k'));
    await step('say what to do', keyboard.type('fund 25'));
    letFilesCome();
    await expect(page.getByRole('combobox', { name: 'Search or do anything' })).toHaveValue('fund 25');
    await page.unroute('**/assets/*.js');
  });
  await expect(page.getByRole('option', { name: /^Add \$25\.00 to cards/, selected: true })).toBeVisible();
  await step('open the page', keyboard.press('Enter'));
  await expect(page.getByRole('searchbox', { name: 'Search cards' })).toBeFocused();
  const box = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(box).toHaveCount(7);
  await expect.poll(async () => [...(await balances(page)).values()].some(Number.isNaN)).toBe(false);
  const had = await balances(page);
  await step('go to the cards', keyboard.press('ArrowDown'));
  await step('choose the first', keyboard.press('x'));
  for (let row = 1; row < 7; row += 1) await keyboard.press('j');
  await step('choose up to the last', keyboard.press('Shift+X'));
  await expect(page.getByText('6 cards get $25.00 each, $150.00 in all.')).toBeVisible();
  await step('send it', keyboard.press('Control+Enter'));
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(steps).toHaveLength(7);
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(box).toHaveCount(7);
  // One is not activated yet, and left out.
  await expect
    .poll(async () =>
      [...(await balances(page))].map(([card, cents]) => cents - had.get(card)!).toSorted((a, b) => a - b),
    )
    .toEqual([0, 25_00, 25_00, 25_00, 25_00, 25_00, 25_00]);
});
