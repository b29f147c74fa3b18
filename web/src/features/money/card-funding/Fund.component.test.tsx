import type { FundingPlan, FundingRun } from '@florin/contract/card-funding';
import type { Card } from '@florin/contract/cards';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const card = (n: number): Card => ({
  id: id(n),
  chainId: id(n),
  kind: 'VIRTUAL',
  name: `Field crew ${n}`,
  purpose: null,
  externalId: null,
  last4: String(5000 + n),
  nameOnCard: 'PRIYA NAIR',
  expiresOn: null,
  status: 'OPEN',
  substatus: null,
  holder: { membershipId: id(800), firstName: 'Priya', lastName: 'Nair' },
  freezes: [],
  shipment: null,
  pinStatus: 'NOT_SET',
  controls: { usesAtMost: null, uses: 0, amountLock: null, merchantLock: null, validFrom: null, validUntil: null },
  groups: [],
  policyVersions: [],
  issuedAt: null,
  activatedAt: null,
  closedAt: null,
  replaces: null,
  replacedBy: null,
  lastUsedAt: null,
  spentThisMonth: null,
});

interface Asked {
  act: FundingPlan['act'];
  amount?: number | null | undefined;
  cards: readonly { cardId: string; amount?: number | null | undefined }[];
}
/** What the server would say: every card has $10.00, and the account $500.00. */
const planned = ({ act, amount, cards }: Asked, basis = '0'.repeat(32)): FundingPlan => {
  const sign = act === 'DEFUND' ? -1 : 1;
  const lines = cards.map(({ cardId, amount: own }) => {
    const change = sign * (act === 'ZERO' ? 0 : (own ?? amount ?? 0));
    const n = Number(cardId.slice(-4));
    return {
      cardId,
      cardName: `Field crew ${n}`,
      last4: String(5000 + n),
      holder: 'Priya Nair',
      before: usd(10_00),
      change: usd(change),
      after: usd(10_00 + change),
      reason: null,
    };
  });
  const total = lines.reduce((sum, { change }) => sum + change.amount, 0);
  return {
    act,
    whenShort: 'NONE',
    account: { before: usd(500_00), after: usd(500_00 - total) },
    total: usd(total),
    cardsChanged: lines.length,
    cardsUnchanged: 0,
    missing: usd(0),
    lines,
    basis,
  };
};
const ran = (plan: Asked): FundingRun => {
  const { basis: _, ...figures } = planned(plan);
  return { ...figures, id: id(600), at: '2026-11-02T15:00:00Z', by: 'Maya Chen', scheduleId: null, outcome: 'DONE' };
};
const two: Asked = { act: 'FUND', amount: 25_00, cards: [{ cardId: id(1) }, { cardId: id(2) }] };
const answers = {
  ...answersFor(administrator),
  cards: { items: [card(1), card(2)], nextCursor: null },
  cardGroups: { items: [] },
  previewFunding: ({ body }) => planned(body),
  fundingRuns: { items: [], nextCursor: null },
  fundingSchedules: { items: [] },
  fundingRun: ran(two),
} satisfies Answers;
const button = (name: string) => screen.getByRole('button', { name, exact: true });

test('an order says what will happen, is done once, and can be taken back by another order', async () => {
  const app = await renderApp('/cards/funding', { ...answers, runFunding: ran(two) });
  await expect.element(screen.getByText('Choose cards and an amount to see what would happen.')).toBeVisible();
  await expect.element(screen.getByText('$10.00').first()).toBeVisible();
  await expectUsable('fund');
  await button('Choose these 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await expect.element(screen.getByText('2 cards get $25.00 each, $50.00 in all.')).toBeVisible();
  await expect.element(screen.getByText('The account goes from $500.00 to $450.00.')).toBeVisible();
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Field crew 1 ·· 5001' })).toBeVisible();
  expect(button('Fund 2 cards with $50.00').elements()).toHaveLength(0);
  await button('Take it back').click();
  await button('Take $50.00 back from 2 cards').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(app.requestsOf('runFunding').map(({ body }) => [body.act, body.amount, body.cards])).toEqual([
    ['FUND', 25_00, two.cards],
    ['DEFUND', null, two.cards.map((each) => ({ ...each, amount: 25_00 }))],
  ]);
});

test('a balance that changed before the press is shown, and the same order asks again', async () => {
  let basis = '1'.repeat(32);
  const app = await renderApp(`/cards/funding?cards=${id(1)}`, {
    ...answers,
    previewFunding: ({ body }) => ({
      ...planned(body, basis),
      ...(basis === '2'.repeat(32) && { account: { before: usd(480_00), after: usd(455_00) } }),
    }),
    runFunding: ({ body }) => (body.basis === '2'.repeat(32) ? ran(two) : refuse('VERSION_CONFLICT')),
  });
  await screen.getByLabelText('Amount each').fill('25');
  const press = button('Fund 1 card with $25.00');
  await expect.element(press).not.toHaveAttribute('aria-disabled');
  basis = '2'.repeat(32);
  await press.click();
  await expect.element(screen.getByText(/A balance has changed/)).toBeVisible();
  await expect.element(screen.getByText('The account goes from $480.00 to $455.00.')).toBeVisible();
  await expect.element(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(app.requestsOf('runFunding')).toHaveLength(2);
});
