import type { CardWithTimeline } from '@florin/contract/cards/cards';
import { expect, test } from 'vitest';
import type * as v from 'valibot';
import { refuse } from '../../../testing/answers.ts';
import { cardDetail, cardLimits } from '../../../testing/cards.ts';
import { expectAccessible, screen, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { pendingChange } from '../../../testing/settings.ts';

type Detail = v.InferOutput<typeof CardWithTimeline>;
const [sales, office] = ['0190a000-0000-7000-8000-0000000000e1', '0190a000-0000-7000-8000-0000000000e2'];
const group = (id: string, name: string) => ({ id, name, cards: 3, policies: [], createdAt: '2026-11-02T15:00:00Z' });
const card: Detail = {
  ...cardDetail,
  groups: [{ id: sales, name: 'Sales' }],
  controls: { ...cardDetail.controls, amountLock: usd(500_00) },
};
const answers = {
  ...answersFor(administrator),
  card,
  transactions: { items: [], nextCursor: null, searchedBackTo: null, totals: null },
  cardSpend: { months: [] },
  cardSpendLimits: cardLimits(card.id),
  cardGroups: { items: [group(sales, 'Sales'), group(office, 'Office')] },
};
const dialog = screen.getByRole('dialog', { name: 'Edit the card ending in 0932' });
const field = (name: string) => dialog.getByRole('textbox', { name });
const save = dialog.getByRole('button', { name: 'Save changes' });

async function open(more: object = {}) {
  const app = await renderApp(`/cards/${card.id}`, { ...answers, ...more });
  await screen.getByRole('region', { name: 'Controls' }).getByRole('button', { name: 'Edit' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: 'Sales' })).toBeChecked();
  return app;
}

test('only what was touched is sent, and refused fields keep what was typed', async () => {
  const app = await open({
    updateCard: refuse('VALIDATION', { Fields: [{ Field: 'externalId', Problem: 'taken' }] }),
  });
  await field('External ID').fill('A-7');
  await dialog.getByRole('checkbox', { name: 'Office' }).click();
  await dialog.getByRole('button', { name: /Works at$/ }).click();
  await screen.getByRole('option', { name: 'Only one merchant' }).click();
  await save.click();
  await expect.element(field('Merchant')).toHaveAccessibleDescription(/Merchant is required/);
  await field('Merchant').fill('Harbor Supply');
  await save.click();
  await expect.element(field('External ID')).toHaveAccessibleDescription(/Another card has this external ID/);
  await expect.element(field('External ID')).toHaveValue('A-7');
  app.answer({ updateCard: card });
  await save.click();
  await expect.element(screen.getByText('The card was changed.')).toBeVisible();
  expect(app.requestsOf('updateCard').at(-1)?.body).toEqual({
    externalId: 'A-7',
    groupIds: [sales, office],
    controls: { merchantLock: { kind: 'NAMED', merchant: 'Harbor Supply' } },
    revision: card.revision,
  });
});

test('of two administrators, the second sees the first’s change and decides', async () => {
  const app = await open({ updateCard: refuse('VERSION_CONFLICT') });
  await field('Name').fill('Lunch');
  const theirs = { ...card, name: 'Travel', purpose: 'Trade fair', revision: 'b'.repeat(22) };
  app.answer({ card: theirs });
  await save.click();
  await expect.element(dialog).toMatchTextContent(/Someone else has changed this card.*still here/);
  const told = dialog.getByRole('list', { name: 'Their changes' }).getByRole('listitem');
  await expect.element(told.nth(0)).toMatchTextContent('Name: now “Travel”, you entered “Lunch”');
  await expect.element(told.nth(1)).toMatchTextContent('Purpose: now “Trade fair”, before empty');
  await expect.element(field('Name')).toHaveValue('Lunch');
  await expect.element(field('Purpose')).toHaveValue('Trade fair');
  app.answer({ updateCard: theirs });
  await save.click();
  await expect.element(screen.getByText('The card was changed.')).toBeVisible();
  expect(app.requestsOf('updateCard').at(-1)?.body).toEqual({ name: 'Lunch', revision: theirs.revision });
});

test('of what both have changed, each field is decided by itself, with the values in words', async () => {
  const app = await open({ updateCard: refuse('VERSION_CONFLICT') });
  await field('Name').fill('Lunch');
  await field('In all at most (USD)').fill('800');
  await dialog.getByRole('checkbox', { name: 'Office' }).click();
  await dialog.getByRole('button', { name: /Works at$/ }).click();
  await screen.getByRole('option', { name: 'Only one merchant' }).click();
  await field('Merchant').fill('Harbor Supply');
  const theirs: Detail = {
    ...card,
    name: 'Travel',
    groups: [],
    controls: {
      ...card.controls,
      amountLock: usd(250_00),
      merchantLock: { kind: 'FIRST', merchant: null, merchantId: null },
      validUntil: '2126-11-03T17:00:00Z',
    },
    revision: 'b'.repeat(22),
  };
  app.answer({ card: theirs });
  await save.click();
  const told = dialog.getByRole('list', { name: 'Their changes' });
  const line = (name: string) => told.getByRole('listitem').filter({ hasText: name });
  await expect.element(line('Groups')).toMatchTextContent('Groups: now empty, you entered “Office and Sales”');
  await expect.element(line('In all at most')).toMatchTextContent('now $250.00, you entered $800.00');
  await expect
    .element(line('Works at'))
    .toMatchTextContent('now “Only the first merchant it is used at”, you entered “Only one merchant”');
  await expect.element(line('Works until')).toMatchTextContent(/now Nov 3, 2126, 12:00 PM, before empty/);
  const take = line('In all at most').getByRole('button', { name: 'Use theirs: In all at most (USD)' });
  await take.click();
  await expect.element(field('In all at most (USD)')).toHaveValue('250.00');
  const back = line('In all at most').getByRole('button', { name: 'Use yours: In all at most (USD)' });
  await expect.element(back).toHaveFocus();
  await line('Groups')
    .getByRole('button', { name: /^Use theirs/ })
    .click();
  await expect.element(dialog.getByRole('checkbox', { name: 'Sales' })).not.toBeChecked();
  await expectAccessible();
  app.answer({ updateCard: theirs });
  await save.click();
  await expect.element(screen.getByText('The card was changed.')).toBeVisible();
  expect(app.requestsOf('updateCard').at(-1)?.body).toEqual({
    name: 'Lunch',
    controls: { merchantLock: { kind: 'NAMED', merchant: 'Harbor Supply' } },
    revision: theirs.revision,
  });
});

test('what needs a second administrator is sent to the others', async () => {
  const change = pendingChange(1, { kind: 'CARD_UPDATE' });
  const app = await open({ updateCard: { change } });
  await dialog.getByRole('checkbox', { name: 'Sales' }).click();
  await save.click();
  await expect.element(screen.getByText(/^Sent to the other administrators\./)).toBeVisible();
  expect(app.requestsOf('updateCard').at(-1)?.body).toMatchObject({ groupIds: [] });
});

test('past days are not offered, except from the one that the card has', async () => {
  await open({ card: { ...card, controls: { ...card.controls, validFrom: '2025-11-03T17:00:00Z' } } });
  const back = screen.getByRole('button', { name: 'Previous' });
  const month = (name: string) => dialog.getByRole('spinbutton', { name: `month, ${name}` });
  await dialog.getByRole('button', { name: 'Open the calendar Works until' }).click();
  // The calendar begins with the current month.
  await expect.element(back).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(month('Works from')).toHaveTextContent('11');
  await expect.element(month('Works from')).not.toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Open the calendar Works from' }).click();
  await expect.element(screen.getByRole('button', { name: /November 3, 2025/ })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: /November 2, 2025/ }))
    .toHaveAttribute('aria-disabled', 'true');
});
