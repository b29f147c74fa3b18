import type { Forecast } from '@florin/contract/program/dashboard';
import { expect, onTestFinished, test } from 'vitest';
import { marker } from '../../../../session/browser-session.ts';
import { faults, refuse } from '../../../../testing/answers.ts';
import { screen, setAppearance, userEvent } from '../../../../testing/component.ts';
import {
  answers,
  button,
  field,
  made,
  merchant,
  noah,
  planned,
  priya,
  ran,
  sheet,
  wallet,
  without,
} from '../../../../testing/issue-card.ts';
import { administrator, usd } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

test.each(['1,00', 'abc', '-5', '1.234'])('“%s” as money for the card leaves the sheet as it is', async (typed) => {
  await renderApp(`/cards?issue=virtual&holder=${priya}`, wallet);
  await expect.element(sheet.getByText(/^It begins with \$0\.00/)).toBeVisible();
  await field('Put on the card now').fill(typed);
  await button('Issue card').click();
  await expect.element(field('Put on the card now')).toHaveAccessibleDescription(/Please enter an amount such as/);
  await expect.element(sheet.getByText(/^It begins with \$0\.00/)).toBeVisible();
});

test('a card is issued with money in one press, as its dry run says', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, issueCard: made, runFunding: ran });
  const foot = sheet.getByRole('status').filter({ hasText: /company balance/ });
  await expect.element(foot).toMatchTextContent(/^It begins with \$0\.00\. You can fund it/);
  await field('Put on the card now').fill('50,000');
  await expect
    .element(foot)
    .toMatchTextContent(/^The company balance has less than that: \$48,210\.55\. Add money to the account$/);
  await button('Issue card with $50,000.00').click();
  await expect
    .element(field('Put on the card now'))
    .toHaveAccessibleDescription(/The company balance has less than that/);
  expect(app.requestsOf('issueCard')).toEqual([]);
  await field('Put on the card now').fill('120');
  await expect
    .element(sheet.getByText('It begins with $120.00. The company balance goes from $48,210.55 to $48,090.55.'))
    .toBeVisible();
  await merchant.fill('Lark Street Coffee');
  await userEvent.keyboard('{Tab}');
  await expect.element(sheet.getByText('Priya can spend what other rules allow at Lark Street Coffee.')).toBeVisible();
  await expectUsable('issue card at a merchant with money');
  await button('Issue card with $120.00').click();
  await expect
    .element(screen.getByRole('status').filter({ hasText: '$120.00 is on the card. $48,090.55 is left' }))
    .toBeVisible();
  await expect.element(screen.getByText('Priya can use it now.')).toBeVisible();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByRole('link', { name: /^Fund/ })).not.toBeInTheDocument();
  expect(app.requestsOf('issueCard')).toHaveLength(1);
  expect(app.requestsOf('runFunding').map(({ body }) => body)).toEqual([
    {
      act: 'FUND',
      amount: 120_00,
      cards: [{ cardId: made.id }],
      whenShort: 'NONE',
      basis: '1'.repeat(32),
      idempotencyKey: expect.any(String),
    },
  ]);
});

/** A deposit is on its way. */
const depositing: Forecast = {
  timeZone: 'America/New_York',
  from: '2026-11-20',
  to: '2026-12-03',
  available: usd(0),
  incoming: usd(500_00),
  outgoing: usd(0),
  holds: { count: 0, amount: usd(0), nextRelease: null },
  onCards: { count: 0, amount: usd(0) },
  cardHolds: { count: 0, amount: usd(0) },
  nextDeposit: '2026-12-04',
  items: [],
  lowest: { available: usd(0), from: '2026-11-20', to: '2026-12-03' },
  alert: usd(1_000_00),
};

test.each([1440, 390])('at %s px, the foot says what the issue does, above its buttons in one row', async (width) => {
  await setAppearance({ width, height: 844 });
  await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, forecast: depositing });
  const says = sheet.getByRole('status').filter({ hasText: /company balance/ });
  await expect.element(says).toMatchTextContent(/^It begins with \$0\.00/);
  const boxOf = (element: { element: () => Element }) => element.element().getBoundingClientRect();
  const limit = boxOf(field('Spend at most'));
  const period = boxOf(sheet.getByRole('radiogroup', { name: 'Every' }));
  if (width === 1440) {
    expect([period.top, period.height]).toEqual([limit.top, limit.height]);
    expect(period.left - limit.right).toBeLessThan(20);
  } else expect(period.top).toBeGreaterThan(limit.bottom);
  expect(boxOf(field('Put on the card now')).top).toBeGreaterThan(period.bottom);
  await field('Put on the card now').fill('50,000');
  const submit = button('Issue card with $50,000.00');
  await expect.element(says).toMatchTextContent(/^The company balance has less than that/);
  await expect.element(submit).toBeVisible();
  const [cancel, issue] = [boxOf(button('Cancel')), boxOf(submit)];
  expect(cancel.top).toBe(issue.top);
  expect(cancel.height).toBe(issue.height);
  expect(cancel.right).toBeLessThan(issue.left);
  expect(boxOf(says).bottom).toBeLessThanOrEqual(issue.top);
  expect(boxOf(sheet).right - issue.right).toBeLessThan(30);
  // What is being typed stays in sight when the foot grows.
  await expect.element(says.getByRole('link')).toBeVisible();
  await expect.poll(() => boxOf(field('Put on the card now')).bottom < boxOf(says).top).toBe(true);
});

test('a card without money says when the next deposit arrives, with the way to it', async () => {
  await renderApp(`/cards?issue=virtual&holder=${priya}&limit=100`, {
    ...wallet,
    balance: {
      fundingSource: 'Prepaid',
      ledger: usd(0),
      onHold: usd(0),
      available: usd(0),
      incoming: usd(500_00),
      creditLimit: null,
      spendingOnHold: false,
      asOf: '2026-11-20T15:00:00Z',
    },
    forecast: depositing,
    issueCard: made,
  });
  await button('Issue card').click();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByText('At most $100.00 a month.')).toBeVisible();
  await expect
    .element(done.getByText(/^The company balance is \$0\.00, so the card cannot be funded yet\./))
    .toMatchTextContent(/\$500\.00 is on its way\. The next deposit should arrive on Dec 4/);
  const way = done.getByRole('link', { name: 'See the deposit' });
  await expect.element(way).toHaveAttribute('href', expect.stringMatching(/transfers$/));
  await expectUsable('card issued, with nothing to fund it');
});

test('a card that could not be funded stays, and trying again issues and moves nothing twice', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    runFunding: faults['breaks off'],
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  await expect
    .element(screen.getByText(/^The card is issued, but we do not know yet whether \$120\.00 is on it/))
    .toBeVisible();
  await expect.element(screen.getByText(/as soon as it is funded: it has no money yet/)).not.toBeInTheDocument();
  await expectUsable('card issued, not funded');
  app.answer({ runFunding: refuse('VERSION_CONFLICT') });
  const again = screen.getByRole('button', { name: 'Try again to fund $120.00' });
  await again.click();
  await expect.element(screen.getByText('The company balance has changed meanwhile. Please try again.')).toBeVisible();
  app.answer({ previewFunding: planned(48_210_55, 0) });
  await again.click();
  await expect.element(screen.getByText(/^It was not funded: /)).toBeVisible();
  app.answer({ previewFunding: { ...planned(48_090_55, 120_00), basis: '2'.repeat(32) }, runFunding: ran });
  await again.click();
  await expect.element(screen.getByText(/^\$120\.00 is on the card/)).toBeVisible();
  const sent = app.requestsOf('runFunding').map(({ body }) => body);
  expect(sent.map(({ basis }) => basis[0])).toEqual(['1', '1', '2']);
  expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
  expect(sent[2]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
  expect(app.requestsOf('issueCard')).toHaveLength(1);
});

test('the sheet stays while the card is issued and funded', async () => {
  const issuing = Promise.withResolvers<void>();
  const previewing = Promise.withResolvers<void>();
  await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: () => issuing.promise.then(() => made),
    previewFunding: () => previewing.promise.then(() => planned(48_090_55, 120_00)),
    runFunding: ran,
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  // The first one leaves the field.
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(sheet.getByText(/^The card is being issued\. Please wait/)).toBeVisible();
  issuing.resolve();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByText('Putting $120.00 on the card…')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(done.getByText(/^The card is being funded\. Please wait/)).toBeVisible();
  await expect.element(done.getByRole('link', { name: 'View card' })).not.toBeInTheDocument();
  previewing.resolve();
  await expect.element(done.getByText(/^\$120\.00 is on the card/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(done).not.toBeInTheDocument();
});

test('a reload before the card is funded is said the next time, with the way to fund it', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    previewFunding: () => new Promise<never>(() => {}),
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.element(screen.getByText('Putting $120.00 on the card…')).toBeVisible();
  await app.open('/cards?issue=virtual');
  await expect
    .element(
      sheet.getByText(
        /^The card ·· 0932 is issued, but the page closed before it could say whether \$120\.00 is on it/,
      ),
    )
    .toBeVisible();
  await expect
    .element(sheet.getByRole('link', { name: 'Fund $120.00' }))
    .toHaveAttribute('href', `/cards/funding?cards=${made.id}&amount=12000`);
  await expectUsable('issue card, with one left unfunded');
  await button('Discard').click();
  await expect.element(sheet.getByText(/is issued, but the page closed/)).not.toBeInTheDocument();
  await app.open('/cards?issue=virtual');
  await expect.element(field('Name')).toBeVisible();
  await expect.element(sheet.getByText(/is issued, but the page closed/)).not.toBeInTheDocument();
});

test('the end of the session before the card is funded is said after the next sign-in', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    previewFunding: refuse('UNAUTHENTICATED'),
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open('/cards?issue=virtual');
  await expect.element(sheet.getByText(/^The card ·· 0932 is issued, but the page closed/)).toBeVisible();
  expect(app.requestsOf('issueCard')).toHaveLength(1);
});

test('where cards draw on the balance of the business, or funding is not allowed, no money is offered', async () => {
  const { userData } = administrator;
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    userInfo: { ...administrator, userData: { ...userData, usePexAccountBalanceForAuths: true } },
  });
  await expect.element(field('Spend at most')).toBeVisible();
  await expect.element(field('Put on the card now')).not.toBeInTheDocument();
  app.answer(without('FUND_CARDS'));
  await app.open(`/cards?issue=virtual&holder=${noah}`);
  await expect.element(field('Spend at most')).toBeVisible();
  await expect.element(field('Put on the card now')).not.toBeInTheDocument();
});
