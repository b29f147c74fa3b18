import type { SimulatedMerchant } from '@florin/contract/cards/simulator';
import { expect, onTestFinished, test } from 'vitest';
import { showSimulator } from '../../../../shell/simulator.ts';
import { screen, setAppearance } from '../../../../testing/component.ts';
import { answers, button, field, made, noah, priya, sheet, tried, wallet } from '../../../../testing/issue-card.ts';
import { administrator } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

const shop: SimulatedMerchant = {
  id: 'M5812001',
  name: 'Trattoria Lucca',
  mcc: 5812,
  category: 'Restaurants',
  city: 'Boston',
  state: 'MA',
  country: 'US',
  currency: 'USD',
  kinds: ['PLAIN'],
  presence: 'PRESENT',
  usualAmount: 64_00,
};

test('at 1440 × 900, what the card could do and what was tried are in sight without scrolling', async () => {
  await setAppearance({ width: 1440, height: 900 });
  const groups = [{ id: noah, name: 'Crew' }];
  await renderApp(`/cards?issue=virtual&holder=${priya}&limit=120&period=month`, {
    ...wallet,
    tryNewCard: (asked) => ({ ...tried(asked), source: 'WALLET', groups }),
  });
  const tries = sheet.getByRole('region', { name: /Try it/ });
  await expect.element(tries).toMatchTextContent(/Canada/);
  const foot = sheet.getByRole('status').filter({ hasText: /begins with/ });
  await expect.element(foot).toBeVisible();
  expect(tries.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    foot.element().getBoundingClientRect().top,
  );
  await expect.element(sheet.getByText('17 more cards today for Priya')).toBeVisible();
});

test('what is wrong with the limit stands in one line below it and its period', async () => {
  await setAppearance({ width: 1440, height: 900 });
  await renderApp(`/cards?issue=virtual&holder=${priya}`, answers);
  await field('Spend at most').fill('1,20');
  const before = field('Spend at most').element().getBoundingClientRect().width;
  await button('Issue card').click();
  const wrong = sheet.getByText('Please enter an amount such as 120.00, or leave it empty.');
  await expect.element(wrong).toBeVisible();
  expect(wrong.element().getBoundingClientRect().height).toBeLessThan(25);
  expect(field('Spend at most').element().getBoundingClientRect().width).toBe(before);
});

test('at 320 px, a long reason takes a second line and the sheet does not scroll sideways', async () => {
  await setAppearance({ width: 320, height: 740 });
  const rule = {
    layer: 'BUSINESS' as const,
    policyId: noah,
    policyName: 'Company rules of all our offices',
    rule: { kind: 'allow' as const, field: 'country' as const, values: ['US'] },
  };
  await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    tryNewCard: (asked) => ({ ...tried(asked), purchases: [{ code: 'international_off', rule }] }),
  });
  const tries = sheet.getByRole('region', { name: /Try it/ });
  await expect.element(tries).toMatchTextContent(/International purchases are off, by “Company rules of all/);
  expect(tries.element().getBoundingClientRect().right).toBeLessThanOrEqual(304);
});

test('a purchase abroad that is declined says why', async () => {
  await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    tryNewCard: (request) => ({
      ...tried(request),
      purchases: [
        { code: null, rule: null },
        { code: 'cardholder_inactive', rule: null },
        { code: 'international_off', rule: null },
      ],
    }),
  });
  await expect
    .element(sheet.getByRole('region', { name: /Try it/ }))
    .toMatchTextContent(/account of the cardholder is not active.*Canada.*International purchases are off/);
});

test('an issued card is tried in the simulator, in place of the card at its till', async () => {
  const playable = { id: noah, last4: '3056', name: 'Fuel', holder: 'Noah Park', status: 'OPEN', shipment: null };
  onTestFinished(() => showSimulator(false));
  const { userData } = administrator;
  const app = await renderApp(
    '/cards?state=OPEN',
    {
      ...answers,
      userInfo: { ...administrator, userData: { ...userData, usePexAccountBalanceForAuths: true } },
      issueCard: made,
      simulator: { now: '2026-11-20T02:14:00Z', aheadSeconds: 0, nextRelease: null, faults: [] },
      simulatorMerchants: [shop],
      simulatorCards: [playable],
      simulatorPurchases: [],
      simulatorTransfers: [],
      simulatorLog: [],
    },
    { simulator: true },
  );
  const atTill = screen.getByRole('region', { name: 'Simulator, demo only' }).getByRole('combobox', { name: 'Card' });
  showSimulator(true);
  await expect.element(atTill).toHaveValue('··\u00a03056 Noah Park, Fuel');
  await app.go(`/cards?state=OPEN&issue=virtual&holder=${priya}`);
  await field('Name').fill('Adobe');
  app.answer({
    simulatorCards: [playable, { ...playable, id: made.id, last4: '0932', name: 'Adobe', holder: 'Priya Nair' }],
  });
  await button('Issue card').click();
  await expectUsable('card issued, with a simulator');
  await screen.getByRole('button', { name: 'Try it in the simulator' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(atTill).toHaveValue('··\u00a00932 Priya Nair, Adobe');
});

test('a card without money is not tried in the simulator: it is funded first', async () => {
  onTestFinished(() => showSimulator(false));
  await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...answers, issueCard: made }, { simulator: true });
  await button('Issue card').click();
  const first = screen.getByRole('link', { name: 'Fund the card first' });
  await expect.element(first).toHaveAttribute('href', `/cards/funding?cards=${made.id}`);
  await expect.element(screen.getByText(/to try it in the simulator: it has no money yet\.$/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try it in the simulator' })).not.toBeInTheDocument();
  await expectUsable('card issued without money, with a simulator');
});
