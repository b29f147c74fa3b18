import type { SentenceId } from '../../../../docs/specification/sentences.ts';
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../../testing/answers.ts';
import { pressedHeight, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { administrator, answersFor, bank, cardholder, inBusiness, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { catalogue } from '../../testing/catalogue.ts';

const region = screen.getByRole('region', { name: 'Notices about your account' });
const lines = () => region.elements().flatMap((element) => [...element.querySelectorAll('p')]);
const notices = () => expect.poll(() => lines().map(({ textContent }) => textContent));
const heading = screen.getByRole('heading', { level: 1, name: /^Dashboard/ });

const suspended = (mode: UserInfo['suspensionMode']) => inBusiness(administrator, 'SUSPENDED', mode);
const inReview = inBusiness(administrator, 'PENDING_REVIEW');
const bankIs = (primaryBank: ExternalAccount): Answers => ({
  primaryCreditBank: { primaryBank },
  externalAccounts: { accounts: [primaryBank], openBanking: null },
});
const disconnected = { ...bank, openBankingConnection: { isActive: false } };
const awaiting: ExternalAccount = {
  ...bank,
  authenticationMethod: 'MICRODEPOSITS',
  openBankingConnection: null,
  status: 'AWAITINGMINIDEPOSIT',
  validation: { depositsSent: true, triesLeft: 3 },
};
const owed: Answers = { outstandingFees: { warehouseAmount: usd(140_00), dismissed: false } };
const noLine: Answers = { businessCreditLine: { amount: usd(0) } };

interface State {
  what: string;
  tags?: SentenceId[];
  person?: UserInfo;
  answers?: Answers;
  shows: (string | RegExp)[];
}

/** Specification, sections 4 and 8. */
const states: State[] = [
  { what: 'an account in order', shows: [] },
  {
    what: 'a closed account',
    tags: ['@4.36', '@8.32'],
    person: inBusiness(administrator, 'CLOSED'),
    shows: [catalogue['@8.32']],
  },
  {
    what: 'a suspension after a credit review',
    tags: ['@4.37', '@6.6'],
    person: suspended('CreditWorthiness'),
    shows: ['Account suspended after a review of your credit. Please contact Customer Service.'],
  },
  {
    what: 'a suspension for a lost bank',
    tags: ['@4.38', '@6.6'],
    person: suspended('PlaidConnectivity'),
    answers: bankIs(disconnected),
    shows: ['Account suspended because the connection to your bank was lost. Please reconnect your bank.'],
  },
  {
    what: 'a suspension for a lost bank that is unknown',
    tags: ['@4.39'],
    person: suspended('PlaidConnectivity'),
    answers: { primaryCreditBank: faults.fails, externalAccounts: faults.fails },
    shows: [
      'Account suspended because the connection to your bank was lost.',
      'We could not check everything about your account.',
    ],
  },
  {
    what: 'a suspension for a lost bank that waits for its amounts',
    tags: ['@4.39'],
    person: suspended('PlaidConnectivity'),
    answers: bankIs(awaiting),
    shows: [/^Account suspended until your account at .* ending in 2290 is confirmed/],
  },
  {
    what: 'a suspension for a failed payment',
    tags: ['@4.40', '@6.6'],
    person: suspended('PaymentFailure'),
    shows: ['Account suspended because a payment failed. Please contact Customer Service.'],
  },
  {
    what: 'a suspension for a compliance check',
    tags: ['@4.41', '@6.6'],
    person: suspended('Compliance'),
    shows: ['Account suspended while we complete a compliance check. Please contact Customer Service.'],
  },
  {
    what: 'a suspension for fraud',
    tags: ['@4.42', '@6.6'],
    person: suspended('Fraud'),
    shows: ['Account suspended because of suspected fraud. Please contact Customer Service.'],
  },
  {
    what: 'a suspension for no reason of its own',
    tags: ['@4.43'],
    person: suspended('Default'),
    shows: ['Account suspended. Please contact Customer Service.'],
  },
  {
    what: 'a suspension that cardholders see',
    tags: ['@4.45'],
    person: inBusiness(cardholder, 'SUSPENDED', 'Compliance'),
    shows: ['Account suspended. Please contact your business administrator.'],
  },
  {
    what: 'a credit business in review',
    tags: ['@4.47'],
    person: inReview,
    shows: ['Application in review. You can use your credit line once it is approved.'],
  },
  {
    what: 'a prepaid business in review',
    tags: ['@4.48'],
    person: { ...inReview, fundingSource: 'Prepaid' },
    shows: ['Account in review. You can add funds and use cards once it is approved.'],
  },
  {
    what: 'a business in review, for its cardholder',
    person: inBusiness(cardholder, 'PENDING_REVIEW'),
    shows: ['Account in review. You can use your card once your business is approved.'],
  },
  {
    what: 'a disconnected bank',
    tags: ['@4.50', '@6.7'],
    answers: bankIs(disconnected),
    shows: ['Bank disconnected.'],
  },
  {
    what: 'a disconnected bank that suspends the business',
    tags: ['@4.51'],
    answers: { ...bankIs(disconnected), businessSettings: { automaticBusinessSuspension: true } },
    shows: ['Bank disconnected. Reconnect it, or your account will be suspended.'],
  },
  {
    what: 'a bank whose deposits wait for their amounts',
    tags: ['@4.52', '@4.53', '@6.7'],
    answers: bankIs(awaiting),
    shows: [
      /^Bank not confirmed: .* Granite State Bank ending in 2290\. Credit line on hold\. You can spend once your bank account is confirmed\.$/,
    ],
  },
  {
    what: 'a credit line of nothing',
    tags: ['@4.53'],
    answers: { ...bankIs({ ...awaiting, status: 'ACTIVE', validation: null }), ...noLine },
    shows: ['Credit line on hold. You can spend once a credit line above zero is granted to your business.'],
  },
  {
    what: 'outstanding fees',
    tags: ['@4.55', '@8.31'],
    answers: owed,
    shows: [`${catalogue['@8.31']} $140.00 is due.`],
  },
  {
    what: 'several at once in review: their order, and a hold that promises nothing before the approval',
    tags: ['@4.54'],
    person: inReview,
    answers: { ...bankIs(awaiting), ...noLine, ...owed },
    shows: [
      /in review/,
      /^Bank not confirmed/,
      /^Credit line on hold\. .*application is approved/,
      /^Your account has outstanding fees!/,
    ],
  },
];

for (const { what, tags = [], person = administrator, answers, shows } of states)
  test(`over ${what}`, { tags: ['@1.14', '@2.shell.47', ...tags] }, async () => {
    await renderApp('/dashboard', { ...answersFor(person), ...answers });
    await expect.element(heading).toBeVisible();
    await notices().toEqual(shows.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
  });

test.each([
  ['an administrator of prepaid funding', { ...administrator, fundingSource: 'Prepaid' }],
  ['an administrator whose credit is replenished with a delay', { ...administrator, creditReplenishmentDelayDays: 3 }],
  ['a cardholder', { ...cardholder, fundingSource: 'Credit' }],
] satisfies [string, UserInfo][])('%s has no notices about the bank', { tags: '@4.49' }, async (_, person) => {
  await renderApp('/dashboard', { ...answersFor(person), ...bankIs(disconnected) });
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Balance' })).toMatchTextContent(/\$/);
  expect(lines()).toEqual([]);
});

// Until when the server announces something is tested in site.test.ts.
test.each([
  ['announcements', [{ id: '1', title: 'Something new', text: 'See it.' }], ['Something new: See it.']],
  ['nothing once they are over', [], []],
])("below the account's banners: %s", { tags: ['@4.56', '@9.36'] }, async (_, announcements, shown) => {
  await renderApp('/dashboard', { ...answersFor(administrator), ...owed }, { announcements });
  await notices().toEqual([expect.stringContaining('outstanding fees'), ...shown]);
});

test('a banner whose data cannot be loaded is replaced by a message with a retry', { tags: '@beyond.10' }, async () => {
  const answers = { ...answersFor(administrator), ...bankIs(awaiting), ...noLine, ...owed };
  const app = await renderApp('/dashboard', {
    ...answers,
    primaryCreditBank: faults.fails,
    businessCreditLine: faults.fails,
    businessSettings: faults.fails,
    outstandingFees: faults.fails,
  });
  await notices().toEqual(['We could not check everything about your account.']);
  app.answer(answers);
  await region.getByRole('button', { name: 'Try again' }).click();
  await notices().toEqual([
    expect.stringMatching(/^Bank not confirmed/),
    expect.stringMatching(/^Credit line/),
    expect.stringMatching(/outstanding fees/),
  ]);
});

const top = () => document.querySelector('main')!.getBoundingClientRect().y;

test(
  'each notice is one line high, and opens if it is cut off; a dismissed one disappears',
  { tags: ['@4.55', '@9.31'] },
  async () => {
    await setAppearance({ width: 1440, height: 900 });
    const app = await renderApp('/dashboard', {
      ...answersFor(administrator),
      ...bankIs(awaiting),
      ...noLine,
      ...owed,
      dismissOutstandingFees: null,
    });
    await expect.poll(() => lines().length).toBe(3);
    await expect.poll(top).toBe(60 + 39 * 3);
    await setAppearance({ width: 320, height: 700 });
    const acts = region.getByRole('link').elements();
    expect(acts.map(({ textContent }) => textContent)).toContain('See the fees');
    for (const act of acts) expect(pressedHeight(act)).toBeGreaterThanOrEqual(16);
    const whole = region.getByRole('button', { name: 'Show the whole notice' }).first();
    await whole.click();
    await expect.element(whole).toHaveAttribute('aria-expanded', 'true');
    expect(lines()[0]!.getBoundingClientRect().height).toBeGreaterThan(39);
    expect(top()).toBe(60 + 39 * 3);
    await userEvent.keyboard('{Escape}');
    await expect.element(whole).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Enter}');
    await expect.element(whole).toHaveAttribute('aria-expanded', 'true');
    await userEvent.tab();
    await expect.element(whole).toHaveAttribute('aria-expanded', 'false');
    await setAppearance({ width: 1440, height: 900 });
    await expect.element(whole).not.toBeInTheDocument();

    await screen.getByRole('button', { name: 'Dismiss the notice about fees' }).click();
    await expect.poll(() => lines().length).toBe(2);
    await expect.element(heading).toHaveFocus();
    expect(top()).toBe(60 + 39 * 2);
    expect(app.requestsOf('dismissOutstandingFees')).toHaveLength(1);
  },
);

const isWithin = (inner: Element, outer: Element) => {
  const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
  return a.width > 0 && a.left >= b.left && a.right <= b.right && a.top >= b.top - 2 && a.bottom <= b.bottom + 2;
};

test('fees that are owed are opened from their notice on a phone, and a finger reaches its link and its button', async () => {
  await setAppearance({ width: 320, height: 640, coarsePointer: true });
  const balanceEntries = { items: [], nextCursor: null };
  await renderApp('/reports', { ...answersFor(administrator), ...owed, balanceEntries });
  const dismiss = screen.getByRole('button', { name: 'Dismiss the notice about fees' });
  await expect.element(dismiss).toBeVisible();
  expect(pressedHeight(dismiss.element())).toBeGreaterThanOrEqual(44);
  const see = region.getByRole('link', { name: 'See the fees' });
  // Neither the amount nor the link is cut off.
  await expect.element(region.getByRole('button', { name: 'Show the whole notice' })).not.toBeInTheDocument();
  expect(pressedHeight(see.element())).toBeGreaterThanOrEqual(44);
  expect(isWithin(see.element(), lines()[0]!.parentElement!)).toBe(true);
  await see.click();
  await expect.element(screen.getByRole('dialog', { name: 'Fees owed' })).toBeVisible();
});

test('a failed dismissal brings the notice back', async () => {
  await renderApp('/dashboard', { ...answersFor(administrator), ...owed, dismissOutstandingFees: faults.fails });
  await screen.getByRole('button', { name: 'Dismiss the notice about fees' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^The notice could not be dismissed\./);
  await notices().toEqual([expect.stringContaining('outstanding fees')]);
});
