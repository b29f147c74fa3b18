import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { cardDetail, cardId as id, cardLimits, otherCardId as other } from '../../../testing/cards.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword } from '../../../testing/step-up.ts';

const physical = { ...cardDetail, kind: 'PHYSICAL' as const };
const shipment = {
  status: 'DELIVERED' as const,
  method: 'EXPRESS' as const,
  carrier: 'UPS',
  trackingNumber: '1Z999',
  expectedOn: '2026-11-05',
};
const shipped = { ...physical, shipment, sentTo: '418 H•••, Portland' };
const next = { ...physical, id: other, last4: '7763' };
const noPurchases = { items: [], nextCursor: null, searchedBackTo: null, totals: null };
const answers: Answers = {
  ...answersFor(administrator),
  ...provable,
  card: physical,
  cardSpendLimits: cardLimits(id),
  transactions: noPurchases,
  cardSpend: { months: [] },
};
const ofHolder: Answers = {
  ...answersFor(cardholder),
  ownCard: physical,
  myTransactions: noPurchases,
  ownCardSpend: { months: [] },
  mySpendLimits: { cards: [] },
};

const dialog = screen.getByRole('dialog', { name: 'Replace this card' });
const field = (name: string) => dialog.getByRole('textbox', { name });
const send = dialog.getByRole('button', { name: 'Replace card' });
const open = async () => {
  const controls = screen.getByRole('region', { name: 'Controls' });
  await controls.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect.element(dialog.getByRole('radio').first()).toHaveFocus();
};
const typed = { 'Street and number': '12 Oak Road', City: 'Portland', State: 'me', 'ZIP code': '0410' };
const typeAddress = async () => {
  for (const [name, text] of Object.entries(typed)) await field(name).fill(text);
};

test('a physical card that was never shipped asks for an address, and errors stand at its fields', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, replaceCard: afterProof(next) });
  await open();
  await expect.element(field('Recipient')).toHaveValue('Priya Nair');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Street and number')).toHaveFocus();
  await expect.element(field('Street and number')).toHaveAccessibleDescription(/required|missing/i);
  await typeAddress();
  await send.click();
  await expect.element(field('ZIP code')).toHaveFocus();
  await expect.element(field('ZIP code')).toHaveAccessibleDescription('Please enter five digits.');
  expect(app.requestsOf('replaceCard')).toHaveLength(0);
  await field('ZIP code').fill('04101');
  app.answer({ card: next });
  await send.click();
  await proveByPassword();
  await expect.element(screen.getByText('The new card ends in 7763.')).toBeVisible();
  expect(app.requestsOf('replaceCard')[1]).toMatchObject({
    body: {
      reason: 'LOST',
      shipping: {
        method: 'STANDARD',
        recipient: 'Priya Nair',
        line1: '12 Oak Road',
        line2: null,
        city: 'Portland',
        state: 'ME',
        zip: '04101',
      },
    },
  });
});

test('a card that was shipped says where the new one goes, and can be sent elsewhere', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, card: shipped, replaceCard: next });
  await open();
  await expect.element(dialog).toMatchTextContent(/sent to 418 H•••, Portland, by express mail \(about 2 days\)\./);
  expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Change address' }).click();
  await expect.element(field('Recipient')).toHaveFocus();
  await expect.element(dialog.getByLabelText('Shipping')).toMatchTextContent('Express, about 2 days');
  await typeAddress();
  await field('ZIP code').fill('04101');
  await send.click();
  await expect
    .poll(() => app.requestsOf('replaceCard'))
    .toMatchObject([{ body: { shipping: { method: 'EXPRESS', line1: '12 Oak Road' } } }]);
});

test('without another address, none is sent', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, card: shipped, replaceCard: next });
  await open();
  await dialog.getByRole('radio', { name: 'Damaged' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('replaceCard')).toHaveLength(1);
  expect(app.requestsOf('replaceCard')[0]!.body).toEqual({
    reason: 'DAMAGED',
    idempotencyKey: expect.stringMatching(/-/),
  });
});

test('what the server finds wrong stands at its field, also where no address was asked for', async () => {
  const missing = refuse('VALIDATION', { Fields: [{ Field: 'shipping', Problem: 'missing' }] });
  const replacedBy = { id: other, last4: '7763' };
  await renderApp(`/cards/${id}`, { ...answers, card: { ...physical, replacedBy }, replaceCard: missing });
  await open();
  expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Street and number')).toHaveAccessibleDescription(/required|missing/i);
  await expect.element(field('Street and number')).toHaveFocus();
});

test('a virtual card asks for no address', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, card: cardDetail, replaceCard: next });
  await open();
  expect(dialog.getByRole('textbox').elements()).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('replaceCard')).toHaveLength(1);
});

test('a holder whose card is held reads from when it can go to a new address', async () => {
  const held = refuse('HELD_AFTER_CHANGE', { Until: '2026-11-22T20:30:00Z', OlderFactors: [] });
  await renderApp(`/my-cards/${id}`, { ...ofHolder, replaceOwnCard: held });
  await open();
  await typeAddress();
  await field('ZIP code').fill('04101');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/sent to a new address from Nov 22, 2026, 3:30\sPM ET\. Until then, freeze/);
});

test.each([390, 1440])('at a width of %d the reasons have one width', async (width) => {
  await setAppearance({ width });
  await renderApp(`/cards/${id}`, answers);
  await open();
  const radios = dialog.getByRole('radio').elements();
  expect(radios).toHaveLength(5);
  const widths = radios.map((radio) => Math.round(radio.closest('label')!.getBoundingClientRect().width));
  expect(new Set(widths).size).toBe(1);
});

test('a card that came back by mail is closed, and is replaced once', async () => {
  const closed = { status: 'CLOSED' as const, substatus: 'UNDELIVERABLE' as const };
  const returned = { ...shipped, ...closed, shipment: { ...shipment, status: 'RETURNED' as const } };
  const app = await renderApp(`/cards/${id}`, { ...answers, card: returned, replaceCard: next });
  await open();
  await expect.element(dialog.getByRole('radio')).toHaveAccessibleName('Returned by mail');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('replaceCard')).toMatchObject([{ body: { reason: 'UNDELIVERABLE' } }]);
  app.answer({ card: { ...returned, replacedBy: { id: other, last4: '7763' } } });
  await app.open(`/cards/${id}`);
  const controls = screen.getByRole('region', { name: 'Controls' });
  await expect.element(controls).toMatchTextContent(/Replaced by/);
  await expect.element(controls.getByRole('button', { name: 'Replace' })).not.toBeInTheDocument();
});
