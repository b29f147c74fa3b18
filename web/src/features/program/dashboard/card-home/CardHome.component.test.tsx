import type { CanIBuy, CardLimits, SharedLimit } from '@florin/contract/spend-policies';
import { expect, test } from 'vitest';
import { aCard, ofHolder } from '../../../../testing/card-core.ts';
import { screen } from '../../../../testing/component.ts';
import { ownLimits } from '../../../../testing/policies.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const left = screen.getByRole('region', { name: /^Left to spend/ });
const shared: SharedLimit = {
  of: 'group',
  unit: 'AMOUNT',
  period: 'month',
  group: null,
  usedUp: false,
  resetsAt: '2126-12-01T05:00:00.000Z',
};
const usd = (amount: number) => ({ amount, currency: 'USD' });
const limits = (n: number, change: Partial<CardLimits> = {}): CardLimits => {
  const { id, last4, name } = aCard(n);
  return { ...ownLimits, card: { cardId: id, last4, name, cardholder: 'Priya Nair' }, ...change };
};
const no: CanIBuy = {
  answer: 'NO',
  code: 'limit_month',
  amount: usd(0),
  available: usd(900_00),
  binding: null,
  also: [],
  shared: [shared],
  help: [],
};

test('a limit that cards share is named without its figures, also where nothing is left of it', async () => {
  const app = await renderApp('/dashboard', { ...ofHolder, mySpendLimits: { cards: [limits(0, { shared: [shared] })] } });
  await expect.element(left).toMatchTextContent('$60.00 today');
  await expect.element(left).toMatchTextContent('A monthly limit that the group of this card shares applies too.');
  const used = { ...shared, of: 'business', group: { key: 'RESTAURANTS', name: 'Eating places' }, usedUp: true } as const;
  const leftToSpend = { amount: usd(0), binding: { by: 'SHARED', limit: null } } as const;
  app.answer({ mySpendLimits: { cards: [limits(0, { shared: [used], leftToSpend })] } });
  await app.open('/dashboard');
  await expect.element(left).toMatchTextContent('$0.00 for now');
  await expect
    .element(left)
    .toMatchTextContent('Nothing is left of a monthly limit at Restaurants that all cards of the company share. It starts again Dec 1.');
});

test.each<[string, Partial<CanIBuy>, string]>([
  [
    'a shared limit',
    {},
    'No. $85.00 is over what is left of a monthly limit that the group of this card shares. What others spend counts as well, so its figures are not shown. It starts again Dec 1.',
  ],
  [
    'the company account',
    { code: 'insufficient_business_balance', shared: [] },
    'No. Your company account is too low for $85.00 right now. The place is fine. Only the amount is not.',
  ],
  [
    'a rule',
    {
      code: 'state_not_allowed',
      shared: [],
      binding: {
        layer: 'CARD',
        policyId: 'p',
        policyName: 'Field work',
        index: 0,
        rule: { kind: 'allow', field: 'state', values: ['NV'] },
        code: 'state_not_allowed',
        room: usd(0),
        resetsAt: null,
      },
    },
    'No. A rule of your card does not allow this: In the US only in Nevada. All other rules are fine.',
  ],
  ['the card', { code: 'card_expired', shared: [] }, 'No. The card has expired.'],
])('a purchase that %s refuses', async (_what, change, sentence) => {
  await renderApp('/dashboard', { ...ofHolder, canIBuy: { ...no, ...change } });
  await screen.getByLabelText('Amount in US dollars').fill('85');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByRole('status').filter({ hasText: 'No.' })).toMatchTextContent(sentence);
});
