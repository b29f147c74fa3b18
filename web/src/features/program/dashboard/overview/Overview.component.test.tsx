import type { transactions } from '@florin/contract/cards/transactions';
import type { Success } from '@florin/contract/endpoint';
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import type { CardRequestForDecision } from '@florin/contract/money/requests';
import type { Forecast, NeedsAttention, Spend, SpendBreakdown } from '@florin/contract/program/dashboard';
import { beforeEach, expect, test } from 'vitest';
import { buttonClass } from '../../../../kit/actions/Button.tsx';
import { faults } from '../../../../testing/answers.ts';
import { pressedHeight, screen, setAppearance } from '../../../../testing/component.ts';
import { aRequest, ofBusiness } from '../../../../testing/card-core.ts';
import { administrator, answersFor, bank, inBusiness, usd } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { needsQuery } from './queries.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Where a link leads, with its parameters. */
async function leadsTo(name: string): Promise<{ path: string; search: Record<string, string> }> {
  const link = screen.getByRole('link', { name, exact: true });
  await expect.element(link).toBeVisible();
  const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
  return { path: pathname, search: Object.fromEntries(searchParams) };
}

/** As high as the page: what is far below the window is drawn, too. */
beforeEach(() => setAppearance({ height: 2400 }));

test.each([
  ['CATEGORY', 'travel', { category: 'travel' }],
  ['PERSON', id(800), { cardholder: id(800) }],
  ['MERCHANT', 'Lyft', { merchant: 'Lyft' }],
] as const)('a row by %s opens to its purchases', async (by, key, filter) => {
  const days = { from: '2026-11-01', to: '2026-11-19', before: { from: '2026-10-01', to: '2026-10-19' }, begun: null };
  const items = [{ key, name: 'Lyft', fullName: null, amount: usd(30_00), before: usd(0) }];
  await renderApp(`/dashboard?by=${by.toLowerCase()}`, {
    ...ofBusiness,
    spendBreakdown: { ...days, items, others: null },
  });
  expect(await leadsTo('Lyft')).toEqual({
    path: '/transactions',
    search: { ...filter, date: '2026-11-01..2026-11-19', status: 'PENDING,SETTLED,RETURNED' },
  });
});

test('what needs a person opens to exactly that', async () => {
  await renderApp('/dashboard', ofBusiness);
  const request = screen.getByRole('listitem').filter({ hasText: 'Priya Nair asks for $26.40 on' }).first();
  await expect.element(request).toMatchTextContent('Priya Nair asks for $26.40 on Everyday ·· 1000');
  await expect
    .element(request.getByRole('link'))
    .toHaveAccessibleName('Review: Priya Nair asks for $26.40 on Everyday ··\u00a01000');
  await expect.element(screen.getByText('See forecast')).toBeVisible();
  expect(await leadsTo('See declines')).toEqual({
    path: '/transactions',
    search: { status: 'DECLINED', date: '2026-11-13..' },
  });
  expect(await leadsTo('See cards')).toEqual({ path: '/cards', search: { state: 'PENDING_ACTIVATION' } });
  expect(await leadsTo('Top up')).toEqual({
    path: '/cards/funding',
    search: { act: 'TOP_UP', cards: `${id(902)},${id(904)}` },
  });
});

test('a request says what was missing, and those without a row of their own are named', async () => {
  const items = [1, 2, 3, 4, 5].map((n) => ({ ...aRequest(n, { id: id(400 + n) }), mayDecide: true }));
  items[3] = {
    ...items[3]!,
    requestedBy: { membershipId: id(801), name: 'Ruth Lindqvist' },
    kind: 'CARD',
    cardName: 'Photo software',
    amount: null,
    card: null,
  };
  items[4] = { ...items[4]!, requestedBy: { membershipId: id(802), name: 'Kofi Mensah' }, amount: usd(300_00) };
  const needsAttention = { ...(ofBusiness.needsAttention as NeedsAttention), requests: { pending: 7, items } };
  const app = await renderApp('/dashboard', { ...ofBusiness, needsAttention });
  const rows = screen.getByRole('region', { name: /^Needs you/ }).getByRole('listitem');
  const first = rows.filter({ hasText: 'Priya Nair asks' }).first();
  await expect.element(first).toMatchTextContent(/\$26\.40 of \$86\.40 was missing at Trattoria Lucca, .*\./);
  expect(rows.filter({ hasText: 'Priya Nair asks' }).elements()).toHaveLength(3);
  const further = rows.filter({ hasText: '4 more requests' });
  await expect
    .element(further)
    .toMatchTextContent('Ruth Lindqvist: A card for Photo software · Kofi Mensah: $300.00 on ·· 1000 · 2 more');
  // Each of them counts, also as it comes or goes.
  const title = screen.getByRole('heading', { name: /^Needs you/ });
  const count = () => Number(/\d+/.exec(title.element().textContent)?.[0]);
  const before = count();
  expect(before).toBe(7 + rows.elements().length - 4);
  app.answer({ needsAttention: { ...needsAttention, requests: { pending: 6, items } } });
  await queryClient.invalidateQueries();
  await expect.poll(count).toBe(before - 1);
});

test('a low balance is told where money can be spent, and not where a banner already says why it cannot', async () => {
  const forecast: Forecast = {
    timeZone: 'America/New_York',
    from: '2026-11-19',
    to: '2026-12-02',
    available: usd(0),
    incoming: usd(0),
    outgoing: usd(0),
    holds: { count: 0, amount: usd(0), nextRelease: null },
    onCards: { count: 0, amount: usd(0) },
    cardHolds: { count: 0, amount: usd(0) },
    nextDeposit: null,
    items: [],
    lowest: { available: usd(0), from: '2026-11-20', to: '2026-11-22' },
    alert: usd(1_000_00),
  };
  const app = await renderApp('/dashboard', { ...ofBusiness, forecast });
  const isBelow = screen.getByText('Balance is below $1,000.00');
  const inForecast = screen.getByText('below $1,000.00', { exact: true });
  await expect.element(isBelow).toBeVisible();
  await expect.element(inForecast).toBeVisible();
  app.answer({
    balance: {
      fundingSource: 'Prepaid',
      ledger: usd(0),
      onHold: usd(0),
      available: usd(0),
      incoming: usd(0),
      creditLimit: null,
      spendingOnHold: true,
      asOf: '2026-11-02T15:00:00Z',
    },
  });
  await app.open('/dashboard');
  await expect.element(screen.getByText('See declines')).toBeVisible();
  await expect.element(inForecast).not.toBeInTheDocument();
  await expect.element(isBelow).not.toBeInTheDocument();
});

test('a category has one word, and says on hover what belongs to it', async () => {
  const { spendBreakdown } = ofBusiness as { spendBreakdown: SpendBreakdown };
  const items = [
    { key: 'TAXIS', name: 'Taxis', fullName: 'Taxis and local transport', amount: usd(30_00), before: usd(0) },
  ];
  await renderApp('/dashboard', { ...ofBusiness, spendBreakdown: { ...spendBreakdown, items } });
  const link = screen.getByRole('link', { name: 'Taxis', exact: true });
  await expect.element(link).toHaveAttribute('title', 'Taxis and local transport');
});

test('a period without spend is a sentence, not an empty chart', async () => {
  const days = {
    from: '2026-11-01',
    to: '2026-11-01',
    before: { from: '2026-10-01', to: '2026-10-01' },
    begun: null,
    days: 30,
  };
  const steps = [{ from: days.from, to: days.to, amount: usd(0) }];
  const nothing = { ...days, total: usd(0), totalBefore: usd(0), steps, stepsBefore: steps };
  await renderApp('/dashboard', { ...ofBusiness, spend: nothing });
  const spend = screen.getByRole('region', { name: 'Spend', exact: true });
  await expect
    .element(spend.getByText('Nothing was spent in either period, so there is nothing to draw.'))
    .toBeVisible();
  await expect.element(spend.getByText(/the same as/)).not.toBeInTheDocument();
  expect(spend.getByRole('slider').elements()).toHaveLength(0);
});

test('while nobody has said when a balance is low, and no card needs it, an empty account is no alarm', async () => {
  const forecast = { ...(ofBusiness.forecast as Forecast), items: [], available: usd(0) };
  const lowest = { ...forecast.lowest, available: usd(0) };
  const app = await renderApp('/dashboard', { ...ofBusiness, forecast: { ...forecast, lowest, alert: null } });
  const days = screen.getByRole('region', { name: /^Next 14 days/ });
  await expect.element(days).toMatchTextContent('$0.00');
  await expect.element(days.getByText(/below/)).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Balance (is|falls) below/)).not.toBeInTheDocument();
  app.answer({ forecast: { ...forecast, lowest, alert: usd(1_000_00) } });
  await app.open('/dashboard');
  await expect.element(screen.getByText('Balance is below $1,000.00')).toBeVisible();
});

test('days without a known change are a sentence, not an empty chart', async () => {
  const forecast = { ...(ofBusiness.forecast as Forecast), items: [] };
  await renderApp('/dashboard', { ...ofBusiness, forecast });
  const days = screen.getByRole('region', { name: /^Next 14 days/ });
  await expect.element(days.getByText('Nothing with a date in these days, so there is nothing to draw.')).toBeVisible();
  expect(days.getByRole('slider').elements()).toHaveLength(0);
});

test('before the first purchase of a period, the last full one is shown, and the page says so', async () => {
  const begun = { from: '2026-12-01', to: '2026-12-02' };
  const full = { from: '2026-11-01', to: '2026-11-30', before: { from: '2026-10-01', to: '2026-10-31' }, begun };
  const { spend, spendBreakdown } = ofBusiness as { spend: Spend; spendBreakdown: SpendBreakdown };
  await renderApp('/dashboard', {
    ...ofBusiness,
    spend: { ...spend, ...full },
    spendBreakdown: { ...spendBreakdown, ...full },
  });
  const panel = screen.getByRole('region', { name: 'Spend', exact: true });
  await expect
    .element(panel.getByText('No purchases since December 1 yet. These are of November 1 – 30.'))
    .toBeVisible();
  const { labels } = labelsOf(panel.element());
  expect(labels).toEqual([expect.stringMatching(/^November \$/), expect.stringMatching(/^October \$/)]);
  await expect.element(screen.getByText('November 1 – 30 against October 1 – 31')).toBeVisible();
});

/** The labels of a drawing, those of them through which a line runs, and texts that lie on each other. */
function labelsOf(panel: Element) {
  const svg = panel.querySelector('svg[height="216"]')!;
  const lines = [...svg.querySelectorAll('path')].filter((path) => getComputedStyle(path).fill === 'none');
  const points = lines.flatMap((line) =>
    Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, at) => line.getPointAtLength(at)),
  );
  const labels = [...svg.querySelectorAll('text')].filter(({ textContent }) => /^[A-Z+−].*\$\d/.test(textContent));
  const isCrossed = (label: SVGTextElement) => {
    const { x, y, width, height } = label.getBBox();
    return points.some((at) => at.x > x && at.x < x + width && at.y > y + 2 && at.y < y + height - 2);
  };
  const text = ({ textContent }: Element) => textContent;
  const boxes = [...svg.querySelectorAll('text')].map((of) => {
    const { x, y, width, height } = of.getBBox();
    return { name: text(of), x, y, width, height };
  });
  const overlapping = boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y + 2 < other.y + other.height - 2 &&
          other.y + 2 < one.y + one.height - 2,
      )
      .map((other) => `${one.name} on ${other.name}`),
  );
  return { labels: labels.map(text), crossed: labels.filter(isCrossed).map(text), overlapping };
}

const daily = (month: number, days: number, amount: (day: number) => number) =>
  Array.from({ length: days }, (_, i) => {
    const day = `2026-${month}-${String(i + 1).padStart(2, '0')}`;
    return { from: day, to: day, amount: usd(amount(i + 1)) };
  });

test.each([
  [320, 12_00, 30_00],
  [320, 30_00, 0],
  [768, 30_00, 30_00],
  [1440, 0, 30_00],
  [1440, 2_000_00, 10_00],
])('the labels of a first day lie beside each other: %i', async (width, today, before) => {
  await setAppearance({ width, height: 4000 });
  const spend = {
    from: '2026-12-01',
    to: '2026-12-01',
    before: { from: '2026-11-01', to: '2026-11-01' },
    begun: null,
    days: 31,
    steps: daily(12, 1, () => today),
    stepsBefore: daily(11, 30, (day) => (day === 1 ? before : 100_00)),
    total: usd(today),
    totalBefore: usd(before),
  };
  await renderApp('/dashboard', { ...ofBusiness, spend });
  const panel = screen.getByRole('region', { name: 'Spend', exact: true });
  await expect.element(panel.getByRole('slider')).toBeVisible();
  const { labels, ...rest } = labelsOf(panel.element());
  expect(labels).toContain(`Today $${(today / 100).toLocaleString('en-US')}`);
  expect(rest).toEqual({ crossed: [], overlapping: [] });
});

test.each([320, 768, 1440])('no line runs through the labels of a chart: %i', async (width) => {
  await setAppearance({ width, height: 4000 });
  const steps = daily(11, 30, (day) => (day === 29 ? 2_300_79 : 100_00));
  const stepsBefore = daily(10, 31, (day) => (day === 3 ? 1_500_00 : 100_00));
  const sumOf = (all: typeof steps) => usd(all.reduce((sum, { amount }) => sum + amount.amount, 0));
  const spend = {
    from: '2026-11-01',
    to: '2026-11-30',
    before: { from: '2026-10-01', to: '2026-10-30' },
    begun: null,
    days: 30,
    steps,
    stepsBefore,
    total: sumOf(steps),
    totalBefore: sumOf(stepsBefore.slice(0, 30)),
  };
  const available = [51_000_00, 44_724_60, 59_724_60, 59_800_60];
  const forecast = {
    ...(ofBusiness.forecast as Forecast),
    available: usd(50_000_00),
    items: (ofBusiness.forecast as Forecast).items.map((item, i) => ({
      ...item,
      change: usd(available[i]! - (available[i - 1] ?? 50_000_00)),
      available: usd(available[i]!),
    })),
  };
  await renderApp('/dashboard', { ...ofBusiness, spend, forecast });
  const panel = (name: RegExp) => screen.getByRole('region', { name });
  await expect.element(panel(/^Spend$/).getByRole('slider')).toBeVisible();
  await expect.element(panel(/^Next 14 days .*/).getByRole('slider')).toBeVisible();
  expect(labelsOf(panel(/^Spend$/).element())).toEqual({
    labels: ['Today $5,201', 'October $4,400'],
    crossed: [],
    overlapping: [],
  });
  const { labels, crossed, overlapping } = labelsOf(panel(/^Next 14 days .*/).element());
  expect(labels).toEqual(expect.arrayContaining(['+$15,000', '−$5,275']));
  expect([crossed, overlapping]).toEqual([[], []]);
});

test('the money on funded cards is a figure, with what is on hold there', async () => {
  const holds = { count: 0, amount: usd(0), nextRelease: null };
  const forecast = {
    ...(ofBusiness.forecast as Forecast),
    holds,
    onCards: { count: 12, amount: usd(4_338_27) },
    cardHolds: { count: 3, amount: usd(42_10) },
  };
  await renderApp('/dashboard', { ...ofBusiness, forecast });
  expect(await leadsTo('$42.10 on hold (3 holds)')).toEqual({
    path: '/transactions',
    search: { status: 'PENDING' },
  });
  const figures = screen.getByRole('region', { name: 'Balance' });
  await expect.element(figures).toMatchTextContent('On cards$4,338.27');
  expect(await leadsTo('On cards')).toEqual({ path: '/cards', search: {} });
});

test('fees that are owed open to their entries, also once the notice is dismissed', async () => {
  const entry = {
    id: id(1),
    at: '2026-11-01T15:00:00Z',
    code: 'FEE_UNPAID',
    description: 'Monthly program fee, not paid',
    amount: usd(25_00),
    balanceAfter: usd(25_00),
    until: null,
    transactionId: null,
    card: null,
    fundingRunId: null,
  };
  const asked = {
    ...ofBusiness,
    outstandingFees: { warehouseAmount: usd(25_00), dismissed: true },
    balanceEntries: { items: [entry], nextCursor: null },
  };
  const app = await renderApp('/dashboard', asked);
  await expect.element(screen.getByText('The account had too little at the time')).toBeVisible();
  const prepaid = { ...administrator, fundingSource: 'Prepaid' as const };
  app.answer({ userInfo: prepaid, balance: answersFor(prepaid).balance! });
  await app.open('/dashboard');
  // The balance of the company beside it may be large: it is not what the fees of cards are taken from.
  await expect.element(screen.getByText('The charged card or account had too little')).toBeVisible();
  await screen.getByRole('link', { name: 'Fees owed', exact: true }).click();
  const sheet = screen.getByRole('dialog', { name: 'Fees owed' });
  await expect.element(sheet).toMatchTextContent(/The company balance does not pay fees of cards/);
  await expect.element(sheet).toMatchTextContent(/Monthly program fee, not paid.*\$25\.00.*Owed \$25\.00/);
  expect(app.requestsOf('balanceEntries')).toMatchObject([{ query: { figure: 'FEES_OWED' } }]);
});

test('a finger reaches 44 pixels of links that are a line high', async () => {
  await setAppearance({ width: 320, height: 640, coarsePointer: true });
  const outstandingFees = { warehouseAmount: usd(25_00), dismissed: true };
  await renderApp('/dashboard', { ...ofBusiness, outstandingFees });
  for (const name of ['On hold', 'Fees owed', 'All requests', 'All transactions']) {
    const link = screen.getByRole('link', { name, exact: true });
    await expect.element(link).toBeVisible();
    expect(pressedHeight(link.element())).toBeGreaterThanOrEqual(44);
  }
});

test.each([
  [{ kind: 'LIMIT', countries: ['US', 'CA'] }, 'Priya Nair asks for purchases in the United States and Canada'],
  [{ kind: 'UNBLOCK' }, 'Priya Nair asks for an exception on Everyday ·· 1000'],
  [{ kind: 'UNBLOCK', declined: null, declinedTransactionId: null }, 'Priya Nair asks for an exception on Everyday'],
  [{ kind: 'UNBLOCK', until: null }, 'Priya Nair asks to use a card again: Everyday ·· 1000'],
] as const)('a request without an amount is named by what it asks for: %o', async (change, title) => {
  const { requests, ...others } = ofBusiness.needsAttention as NeedsAttention;
  const request = aRequest(1, {
    amount: null,
    until: '2126-12-05T05:00:00Z',
    ...change,
    countries: [...('countries' in change ? change.countries : [])],
  });
  await renderApp('/dashboard', {
    ...ofBusiness,
    needsAttention: { ...others, requests: { ...requests, items: [request] } },
  });
  const row = screen.getByRole('listitem').filter({ hasText: request.purpose! });
  await expect.element(row).toMatchTextContent(title);
  await expect
    .element(row.getByRole('link'))
    .toHaveAccessibleName(new RegExp(`^Review: ${title.replaceAll('·· 1000', '··\u00a01000')}`));
});

test('an approved request keeps its place, so that the next button does not come under the pointer', async () => {
  const { requests, ...others } = ofBusiness.needsAttention as NeedsAttention;
  const first = requests.items[0] as CardRequestForDecision;
  let approved = false;
  await renderApp('/dashboard', {
    ...ofBusiness,
    needsAttention: () => ({ ...others, requests: { ...requests, items: requests.items.slice(approved ? 1 : 0) } }),
    approveRequest: () => {
      approved = true;
      return { ...first, status: 'APPROVED' as const };
    },
  });
  const rows = screen.getByRole('listitem').filter({ hasText: 'Priya Nair asks for' });
  await rows.first().getByRole('button', { name: 'Approve $26.40' }).click();
  await expect.element(rows.first().getByText('Approved $26.40.')).toBeVisible();
  await queryClient.invalidateQueries({ queryKey: needsQuery().queryKey });
  await expect.element(rows.first().getByText('Approved $26.40.')).toBeVisible();
  expect(rows.elements()).toHaveLength(requests.items.length);
});

test('an approval whose answer is lost keeps its row, and the next press says that it is approved', async () => {
  const { requests, ...others } = ofBusiness.needsAttention as NeedsAttention;
  const first = requests.items[0] as CardRequestForDecision;
  let approved = false;
  const app = await renderApp('/dashboard', {
    ...ofBusiness,
    needsAttention: () => ({ ...others, requests: { ...requests, items: requests.items.slice(approved ? 1 : 0) } }),
    approveRequest: () => {
      approved = true;
      return faults['breaks off'];
    },
  });
  const row = screen.getByRole('listitem').filter({ hasText: 'Priya Nair asks for $26.40 more a day' });
  const approve = row.getByRole('button', { name: 'Approve $26.40' });
  await approve.click();
  await expect.element(row.getByRole('alert')).toBeVisible();
  await queryClient.invalidateQueries({ queryKey: needsQuery().queryKey });
  await expect.element(row.getByRole('alert')).toMatchTextContent(/could not reach/);
  app.answer({ approveRequest: { ...first, status: 'APPROVED' } });
  await approve.click();
  await expect.element(row.getByText('Approved $26.40.')).toBeVisible();
  const [once, again] = app.requestsOf('approveRequest');
  expect(again).toEqual(once);
});

const onboardingChecklist = {
  quantity: 8,
  counter: 0,
  steps: [{ step: 'connect-bank' as const, isDone: false, doneAt: null }],
};

test('the first step has the one filled button, and is not asked for where a banner already asks for the bank', async () => {
  const primaryBank: ExternalAccount = {
    ...bank,
    authenticationMethod: 'MICRODEPOSITS',
    openBankingConnection: null,
    status: 'AWAITINGMINIDEPOSIT',
    validation: { depositsSent: true, triesLeft: 3 },
  };
  const app = await renderApp('/dashboard', { ...ofBusiness, onboardingChecklist });
  const connect = screen.getByRole('link', { name: 'Connect a bank account' });
  await expect.element(connect).toHaveClass(buttonClass({ variant: 'primary' }));
  const issue = screen.getByRole('link', { name: 'Issue card', exact: true });
  await expect.element(issue).toHaveClass(buttonClass({ variant: 'secondary' }));
  app.answer({ primaryCreditBank: { primaryBank }, externalAccounts: { accounts: [primaryBank], openBanking: null } });
  await app.open('/dashboard');
  await expect.element(screen.getByRole('link', { name: 'Enter amounts' })).toBeVisible();
  await expect.element(screen.getByText('See declines')).toBeVisible();
  await expect.element(connect).not.toBeInTheDocument();
  await expect.element(issue).toHaveClass(buttonClass({ variant: 'primary' }));
});

test('the step that is asked for is one that can be taken now', async () => {
  const open = { isDone: false, doneAt: null };
  const steps = (needs: 'CARDHOLDER' | 'REGISTRATION') => ({
    quantity: 3,
    counter: 0,
    steps: [
      { step: 'add-funds' as const, ...open, needs: 'ARRIVAL' as const },
      { step: 'issue-card' as const, ...open, needs },
      { step: 'fund-card' as const, ...open, needs: 'CARD' as const },
      { step: 'read-security-checklist' as const, ...open },
    ],
  });
  const app = await renderApp('/dashboard', { ...ofBusiness, onboardingChecklist: steps('CARDHOLDER') });
  await expect
    .element(screen.getByRole('link', { name: 'Invite a cardholder' }))
    .toHaveAttribute('href', '/team-members?invite=new');
  app.answer({ onboardingChecklist: steps('REGISTRATION') });
  await queryClient.invalidateQueries();
  await expect.element(screen.getByRole('main').getByText('Read the security checklist')).toBeVisible();
});

test('while a business is suspended, its cards are neither issued nor funded, with the reason', async () => {
  await renderApp('/dashboard', {
    ...ofBusiness,
    ...answersFor(inBusiness(administrator, 'SUSPENDED', 'CreditWorthiness')),
    needsAttention: ofBusiness.needsAttention,
    forecast: ofBusiness.forecast,
    onboardingChecklist,
  });
  for (const name of ['Issue card', 'Fund cards']) {
    const button = screen.getByRole('button', { name, exact: true });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(/suspended/);
  }
  await expect.element(screen.getByText('See declines')).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.getByText('See forecast').elements()).toEqual([]);
  expect(screen.getByRole('link', { name: 'Connect a bank account' }).elements()).toEqual([]);
});

test.each([320, 1440])('rows keep to their panel, and the digits of cards are never cut: %i', async (width) => {
  await setAppearance({ width, height: 4000 });
  const { items, ...page } = ofBusiness.transactions as Success<typeof transactions>['body'];
  const long = items.map((item) => ({
    ...item,
    merchant: { ...item.merchant, name: 'Sonnenhof Conference Hotel and Restaurant' },
    cardholder: { membershipId: id(801), name: 'Carmen Ortega of the northern warehouse' },
  }));
  await renderApp('/dashboard', { ...ofBusiness, transactions: { ...page, items: long } });
  const panel = (name: RegExp) => screen.getByRole('region', { name });
  await expect
    .element(
      panel(/^Needs you/)
        .getByText(/asks for/)
        .first(),
    )
    .toBeVisible();
  await expect
    .element(
      panel(/^Just now/)
        .getByText(/^Carmen/)
        .first(),
    )
    .toBeVisible();
  for (const name of [/^Needs you/, /^Just now/]) {
    const { left, right } = panel(name).element().getBoundingClientRect();
    const inner = [...panel(name).element().querySelectorAll('li :is(a, button, p)')];
    const isOut = (box: DOMRect) => box.width > 0 && (box.right > right || box.left < left);
    expect(inner.filter((each) => isOut(each.getBoundingClientRect()))).toEqual([]);
  }
  const rows = screen.getByRole('region', { name: /^Just now/ }).getByRole('listitem');
  const digits = rows.first().getByText(/\d{4}$/);
  const end = rows.first().getByText(/· /);
  expect(digits.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    end.element().getBoundingClientRect().left,
  );
});
