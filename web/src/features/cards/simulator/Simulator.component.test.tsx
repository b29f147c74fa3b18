import type { SimulatedMerchant, SimulatedPurchase } from '@florin/contract/cards/simulator';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { faults, setServerAhead, type Answers } from '../../../testing/answers.ts';
import { appearances } from '../../../testing/appearances.ts';
import { expectAccessible, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { showSimulator } from '../../../shell/simulator.ts';

const id = (last: number) => `0190a000-0000-7000-8000-0000000000${String(last).padStart(2, '0')}`;
const lucca: SimulatedMerchant = {
  id: 'M5812001',
  name: 'Trattoria Lucca',
  mcc: 5812,
  category: 'Restaurants',
  city: 'Boston',
  state: 'MA',
  country: 'US',
  currency: 'USD',
  kinds: ['TIP', 'PLAIN'],
  presence: 'PRESENT',
  usualAmount: 6400,
};
const hotel: SimulatedMerchant = {
  ...lucca,
  id: 'M7011001',
  name: 'Harbor View Hotel',
  kinds: ['HOTEL'],
  usualAmount: 64_000,
};
const card = { id: id(1), last4: '0932', name: 'Meals', holder: 'Priya Nair', status: 'OPEN', shipment: null };
const other = { ...card, id: id(2), last4: '3056', name: null, holder: 'Noah Park', shipment: 'DELIVERED' as const };
const purchase: SimulatedPurchase = {
  id: id(9),
  kind: 'HOTEL',
  presence: 'PRESENT',
  merchant: { id: hotel.id, name: hotel.name, city: 'Boston', country: 'US' },
  card: { id: card.id, last4: card.last4, holder: card.holder },
  status: 'OPEN',
  declineCode: null,
  requested: usd(64_000),
  asked: usd(64_000),
  held: usd(64_000),
  captured: usd(0),
  refunded: usd(0),
  holdUntil: '2026-12-19T12:00:00Z',
  renewsAt: null,
  at: '2026-11-19T12:00:00Z',
  acts: [
    { act: 'INCREMENT', amount: usd(5800) },
    { act: 'CAPTURE', amount: usd(64_000) },
    { act: 'REVERSE', amount: null },
  ],
};
const state = { now: '2026-11-20T02:14:00Z', aheadSeconds: 0, nextRelease: null, faults: [] };
const answers = {
  ...answersFor(administrator),
  simulator: state,
  simulatorMerchants: [lucca, hotel],
  simulatorCards: [card, other],
  simulatorPurchases: [purchase],
  simulatorTransfers: [],
  simulatorLog: [
    {
      id: id(8),
      at: '2026-11-19T12:00:00Z',
      type: 'AUTHORIZATION',
      merchant: 'Trattoria Lucca',
      amount: usd(8640),
      answer: 'limit_day',
      milliseconds: 35,
      transfer: null,
    },
  ],
} satisfies Answers;
const declined = {
  purchase: { ...purchase, status: 'DECLINED' as const },
  outcome: 'DECLINED' as const,
  declineCode: 'limit_day',
  approved: usd(0),
};
const simulator = screen.getByRole('region', { name: 'Simulator, demo only' });
const amount = screen.getByRole('textbox', { name: 'Amount in USD' });
const charge = screen.getByRole('button', { name: /^Charge/ });

beforeEach(() => onTestFinished(() => showSimulator(false)));

async function openSimulator(more: Answers = {}) {
  const app = await renderApp('/reports', { ...answers, ...more }, { simulator: true });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Alt>}s{/Alt}');
  await expect.element(simulator).toHaveFocus();
  return app;
}

test('from opening it, Tab goes through the till alone to Charge, and the arrow keys go through a choice', async () => {
  await openSimulator();
  const stops: string[] = [];
  const merchant = screen.getByRole('combobox', { name: 'Merchant' });
  await expect.element(merchant).toBeVisible();
  const focused = () => document.activeElement as HTMLElement;
  while (focused() !== charge.query() && stops.length < 30) {
    await userEvent.keyboard('{Tab}');
    stops.push(focused().tagName);
  }
  expect(stops.length).toBeLessThanOrEqual(8);
  const [plain, tip] = [screen.getByRole('button', { name: 'Plain' }), screen.getByRole('button', { name: 'Tip' })];
  (plain.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tip).toHaveFocus();
  await expect.element(plain).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard(' ');
  await expect.element(tip).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Home}{ArrowLeft}');
  await expect.element(screen.getByRole('button', { name: 'More kinds of purchases' })).toHaveFocus();
  await expectAccessible();
});

test('a purchase is declined with its reason, and is tried again with the same merchant on another card', async () => {
  const app = await openSimulator({ simulatePurchase: declined });
  await expect.element(amount).toHaveValue('64.00');
  await amount.fill('86.40');
  await userEvent.keyboard('{Enter}');
  const status = simulator.getByRole('status').filter({ hasText: 'Declined at' });
  await expect.element(status).toMatchTextContent('This purchase was above the daily limit.');
  const field = screen.getByRole('combobox', { name: 'Card' });
  await expect.element(field).toHaveValue('··\u00a00932 Priya Nair, Meals');
  await field.fill('3056');
  await expect.element(screen.getByRole('option', { name: /3056 Noah Park/ })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Merchant' })).toHaveValue('Trattoria Lucca');
  await status.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => app.requestsOf('simulatePurchase').length).toBe(2);
  expect(app.requestsOf('simulatePurchase')).toMatchObject([
    { body: { cardId: card.id, merchantId: lucca.id, amount: 8640, presence: 'WALLET' } },
    { body: { cardId: other.id, merchantId: lucca.id, amount: 8640, presence: 'PRESENT' } },
  ]);
});

/** How wide a text is in a field, and the room that the field has for it; in pixels. */
function roomIn(field: Element, text: string) {
  const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
  const canvas = document.createElement('canvas').getContext('2d')!;
  canvas.font = font;
  const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  return { needed: canvas.measureText(text).width, room };
}

test.each([1440, 390])('the holder and the digits of the chosen card are in view at a width of %i', async (width) => {
  await setAppearance({ width, height: 844 });
  const nora = { ...card, last4: '5086', name: 'Everyday', holder: 'Nora Fitzgerald' };
  await openSimulator({ simulatorCards: [nora] });
  const field = screen.getByRole('combobox', { name: 'Card' });
  await expect.element(field).toHaveValue('··\u00a05086 Nora Fitzgerald, Everyday');
  const { needed, room } = roomIn(field.element(), '··\u00a05086 Nora Fitzgerald');
  expect(room).toBeGreaterThanOrEqual(needed);
  // All of a longer name stands below.
  await expect.element(simulator.getByText('··\u00a05086 Nora Fitzgerald, Everyday', { exact: true })).toBeVisible();
});

test('a request can be wrong, and only of kinds that are asked about', async () => {
  const app = await openSimulator({ simulatePurchase: declined });
  const wrong = simulator.getByRole('button', { name: /What is wrong$/ });
  await wrong.click();
  await screen.getByRole('option', { name: 'Wrong security code' }).click();
  await amount.click();
  await userEvent.keyboard('12{Enter}');
  await expect.poll(() => app.requestsOf('simulatePurchase').at(-1)?.body).toMatchObject({ mistake: 'cvc_mismatch' });
  await simulator.getByRole('button', { name: 'Refund' }).click();
  await expect.element(wrong).not.toBeInTheDocument();
});

test('the bank returns a deposit; what it is done with has no acts', async () => {
  const transfer = {
    id: id(7),
    direction: 'IN' as const,
    amount: usd(50_000),
    stage: 'HELD' as const,
    bankAccount: { bankName: 'First Harbor Bank', last4: '4471' },
    acts: ['RETURN' as const, 'RETURN_LATE' as const],
  };
  const over = { ...transfer, id: id(6), amount: usd(70_000), stage: 'RETURNED' as const, acts: [] };
  const app = await openSimulator({ simulatorTransfers: [transfer, over], simulateBankAct: { ...transfer, acts: [] } });
  const item = simulator.getByRole('listitem').filter({ hasText: 'Deposit of $500.00' });
  await expect.element(item).toMatchTextContent(/settled, not available yet · First Harbor Bank.*4471/);
  await expect.element(simulator.getByText('Deposit of $700.00')).not.toBeInTheDocument();
  await item.getByRole('button', { name: 'Return', exact: true }).click();
  await expect
    .poll(() => app.requestsOf('simulateBankAct'))
    .toMatchObject([{ params: { id: transfer.id }, body: { act: 'RETURN' } }]);
});

test('an amount typed after Enter is another one', async () => {
  const app = await openSimulator({ simulatePurchase: declined });
  await amount.click();
  await userEvent.keyboard('12{Enter}34{Enter}');
  await expect.poll(() => app.requestsOf('simulatePurchase').map(({ body }) => body.amount)).toEqual([1200, 3400]);
});

test('an amount with a decimal comma is refused and stays', async () => {
  const app = await openSimulator();
  await amount.fill('3,50');
  await charge.click();
  await expect.element(simulator.getByText('Please enter an amount such as 86.40.')).toBeVisible();
  await expect.element(amount).toHaveValue('3,50');
  expect(app.requestsOf('simulatePurchase')).toEqual([]);
});

test('an amount in yen has no cents: with them it is refused in words of its own, and stays', async () => {
  const tokyo = { ...lucca, id: 'M5812002', name: 'Sakura Ramen', city: 'Tokyo', country: 'JP', currency: 'JPY' };
  const app = await openSimulator({
    simulatorMerchants: [{ ...tokyo, usualAmount: 9846 }],
    simulatePurchase: declined,
  });
  const yen = screen.getByRole('textbox', { name: 'Amount in JPY' });
  await expect.element(yen).toHaveValue('9846');
  await yen.fill('1500.50');
  await charge.click();
  await expect.element(simulator.getByText('Please enter it without cents.', { exact: true })).toBeVisible();
  await expect.element(yen).toHaveValue('1500.50');
  await yen.fill('1,500');
  await expect.element(charge).toHaveTextContent('Charge ¥1,500');
  await charge.click();
  await expect.poll(() => app.requestsOf('simulatePurchase').map(({ body }) => body.amount)).toEqual([1500]);
});

test('an open purchase offers what its state allows, also with another amount', async () => {
  const app = await openSimulator({ simulateAct: { ...declined, outcome: null, declineCode: null } });
  await simulator.getByRole('button', { name: 'Check out $640.00' }).click();
  await simulator.getByRole('button', { name: 'More for Harbor View Hotel' }).click();
  await simulator.getByRole('textbox', { name: 'Another amount in USD' }).fill('99.50');
  await simulator.getByRole('button', { name: 'Dinner $99.50' }).click();
  await expect
    .poll(() => app.requestsOf('simulateAct').map(({ body }) => body))
    .toEqual([{ act: 'CAPTURE' }, { act: 'INCREMENT', amount: 9950 }]);
  await expect.element(simulator.getByRole('button', { name: 'Release the hold' })).toBeVisible();
});

test('time passes, faults are switched, and the log speaks in sentences', async () => {
  const later = { ...state, now: '2026-11-21T02:14:00Z' };
  const moveTo = ({ now }: typeof state) => setServerAhead(Date.parse(now) - Date.now());
  moveTo(state);
  const app = await openSimulator({
    passTime: () => {
      moveTo(later);
      return later;
    },
    setFaults: { ...state, faults: ['TWICE'] },
    simulatorLog: [
      ...answers.simulatorLog,
      {
        id: id(9),
        at: '2026-11-18T12:00:00Z',
        type: 'return',
        merchant: null,
        amount: usd(50_000),
        answer: 'APPLIED',
        milliseconds: null,
        transfer: {
          step: 'return',
          direction: 'IN',
          bankAccount: { bankName: 'First Harbor Bank', last4: '9003' },
          returnCode: 'R03',
        },
      },
    ],
  });
  await expect.element(simulator.getByText('Trattoria Lucca asked for $86.40.')).toBeVisible();
  const returned = simulator.getByRole('listitem').filter({ hasText: 'The bank returned a deposit of $500.00.' });
  await expect.element(returned).toMatchTextContent(/First Harbor Bank.*9003 · R03/);
  await expect.element(simulator.getByText('Thu, Nov 19, 9:14 PM Eastern')).toBeVisible();
  app.answer({ simulator: { ...later, faults: ['TWICE'] } });
  await simulator.getByRole('button', { name: '+ 1 day' }).click();
  await expect.element(simulator.getByText('Fri, Nov 20, 9:14 PM Eastern')).toBeVisible();
  const twice = simulator.getByRole('switch', { name: /^Twice/ });
  await expect.element(twice).toBeChecked();
  await twice.click();
  await expect.poll(() => app.requestsOf('setFaults').map(({ body }) => body)).toEqual([{ faults: [] }]);
});

test('Esc closes it and gives the focus back; its height is remembered', async () => {
  await openSimulator();
  const edge = simulator.getByRole('separator', { name: 'Height of the simulator' });
  const before = Number(edge.element().getAttribute('aria-valuenow'));
  (edge.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(before + 24));
  await userEvent.keyboard('{Escape}');
  await expect.element(simulator).not.toBeInTheDocument();
  await userEvent.keyboard('{Alt>}s{/Alt}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(before + 24));
  localStorage.removeItem('florin-simulator-height');
});

test('what cannot be loaded is said, and tried again', async () => {
  const app = await openSimulator({ simulatorMerchants: faults.fails });
  await expect.element(simulator.getByText('We could not load the simulator.')).toBeVisible();
  app.answer({ simulatorMerchants: [lucca] });
  await simulator.getByRole('button', { name: 'Try again' }).click();
  await expect.element(charge).toBeVisible();
});

test('without the embedded network there is none', async () => {
  await renderApp('/reports', answersFor(administrator));
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('{Alt>}s{/Alt}');
  await expect.element(screen.getByRole('button', { name: 'Simulator' })).not.toBeInTheDocument();
  await expect.element(simulator).not.toBeInTheDocument();
});

test('on a phone it is a page with four tabs, which keep what was typed and show the answer', async () => {
  await setAppearance({ width: 320, height: 640, coarsePointer: true });
  await openSimulator({ simulatePurchase: declined });
  await amount.fill('7');
  await screen.getByRole('tab', { name: 'Next' }).click();
  await expect.element(simulator.getByRole('button', { name: 'Check out $640.00' })).toBeVisible();
  await screen.getByRole('tab', { name: 'Buy' }).click();
  await expect.element(amount).toHaveValue('7');
  await charge.click();
  const status = simulator.getByRole('status').filter({ hasText: 'Declined at' });
  await expect.element(status).toBeInViewport({ ratio: 1 });
  await expectAccessible();
});

test('a declined purchase in the list is asked for again as it was, and the answer stands at the till', async () => {
  await setAppearance({ width: 320, height: 640, coarsePointer: true });
  const refused = { ...declined.purchase, kind: 'PLAIN' as const, acts: [], presence: 'NOT_PRESENT' as const };
  const app = await openSimulator({
    simulatePurchase: declined,
    simulatorPurchases: [refused, { ...refused, id: id(10), card: { ...refused.card, id: id(3) } }],
  });
  await screen.getByRole('tab', { name: 'Next' }).click();
  await simulator.getByRole('button', { name: 'Try again' }).click();
  await expect.element(simulator.getByRole('status').filter({ hasText: 'Declined at' })).toBeInViewport({ ratio: 1 });
  await expect.element(amount).toHaveValue('640.00');
  const asked = { kind: 'PLAIN', cardId: card.id, merchantId: hotel.id, amount: 64_000, presence: 'NOT_PRESENT' };
  expect(app.requestsOf('simulatePurchase')).toMatchObject([{ body: asked }]);
});

test('a double press of “Try again” asks once, at the till and in the list, and keeps the focus', async () => {
  const refused = { ...declined.purchase, kind: 'PLAIN' as const, acts: [] };
  const app = await openSimulator({ simulatePurchase: declined, simulatorPurchases: [refused] });
  const status = simulator.getByRole('status').filter({ hasText: 'Declined at' });
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  onTestFinished(() => now.mockRestore());
  const listed = simulator.getByRole('listitem').getByRole('button', { name: 'Try again' });
  await listed.click();
  await expect.element(status).toBeVisible();
  await expect.element(listed).not.toHaveAttribute('aria-disabled');
  // The answer was faster than the second press.
  await listed.click();
  expect(app.requestsOf('simulatePurchase')).toHaveLength(1);
  now.mockRestore();
  await charge.click();
  await expect.poll(() => app.requestsOf('simulatePurchase').length).toBe(2);
  const again = simulator.getByRole('status').getByRole('button', { name: 'Try again' });
  await expect.element(again).not.toHaveAttribute('aria-disabled');
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.poll(() => app.requestsOf('simulatePurchase').length).toBe(3);
  await expect.element(status).toBeVisible();
  await expect.element(again).toHaveFocus();
  expect(app.requestsOf('simulatePurchase')).toHaveLength(3);
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await openSimulator();
  await expect.element(charge).toBeVisible();
  await expectAccessible();
});
