/** Purchases, cards, requests and what a dashboard adds up of them, for component tests of whole screens. */
import type { Card } from '@florin/contract/cards/cards';
import type { NeedsAttention } from '@florin/contract/program/dashboard';
import type { CardRequestForDecision } from '@florin/contract/money/requests';
import type { CanIBuy, CardLimits } from '@florin/contract/cards/spend-limits';
import type { TransactionLine } from '@florin/contract/cards/transactions';
import type { UserInfo } from '@florin/contract/program/user-info';
import type { Answers } from './answers.ts';
import { administrator, answersFor, cardholder, usd } from './people.ts';
import { ownLimits } from './policies.ts';
import { sampleAnswers } from './sample.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const time = '2026-11-19T15:00:00Z';

export const aCard = (n: number, change: Partial<Card> = {}): Card => ({
  id: id(900 + n),
  chainId: id(900 + n),
  kind: n % 2 ? 'PHYSICAL' : 'VIRTUAL',
  name: ['Everyday', 'Site materials', 'Team events'][n % 3]!,
  purpose: null,
  externalId: null,
  last4: String(1000 + n).slice(-4),
  nameOnCard: 'PRIYA NAIR',
  expiresOn: '2029-11-30',
  status: 'OPEN',
  substatus: null,
  holder: { membershipId: id(800), firstName: 'Priya', lastName: 'Nair' },
  freezes: [],
  shipment: null,
  pinStatus: 'NOT_SET',
  controls: { usesAtMost: null, uses: 0, amountLock: null, merchantLock: null, validFrom: null, validUntil: null },
  groups: [],
  policyVersions: [],
  issuedAt: time,
  activatedAt: time,
  closedAt: null,
  replaces: null,
  replacedBy: null,
  lastUsedAt: time,
  spentThisMonth: usd(1_087_82),
  ...change,
});
const frozen = aCard(1, {
  status: 'PAUSED',
  freezes: [
    { by: 'ADMIN', cause: 'ADMIN_FREEZE', reason: 'Lost at a fair', actor: 'Maya Chen', since: time, until: null },
  ],
});

export const aPurchase = (n: number, change: Partial<TransactionLine> = {}): TransactionLine => ({
  id: id(n),
  at: time,
  status: 'SETTLED',
  merchant: { id: `m${n}`, name: `Trattoria Lucca ${n}`, city: 'Boston', state: 'MA', country: 'US', mcc: 5812 },
  card: { id: id(900), last4: '1000', kind: 'VIRTUAL' as const, name: 'Everyday' },
  cardholder: { membershipId: id(800), name: 'Priya Nair' },
  presence: 'PRESENT',
  amount: usd(n * 100),
  merchantAmount: null,
  requested: usd(n * 100),
  settled: usd(n * 100),
  returned: usd(0),
  hold: null,
  fees: [],
  declineCode: null,
  note: null,
  ...change,
});
const held = aPurchase(2, {
  status: 'PENDING',
  settled: usd(0),
  merchantAmount: { amount: 15_178, currency: 'MXN' },
  hold: { amount: usd(800), until: '2026-12-16T15:00:00Z', reason: 'LODGING' },
  fees: [{ id: id(700), kind: 'ISA', at: time, amount: usd(24), basisPoints: 300 }],
  note: 'Deposit for two rooms',
});
const declined = aPurchase(3, { status: 'DECLINED', settled: usd(0), declineCode: 'limit_day' });
const refunded = aPurchase(4, { status: 'RETURNED', amount: usd(-218_40), returned: usd(218_40) });
const purchases = {
  items: [aPurchase(1), held, declined, refunded],
  nextCursor: null,
  searchedBackTo: null,
  totals: {
    transactions: 4,
    settled: usd(40_00),
    held: usd(8_00),
    returned: usd(218_40),
    incoming: usd(0),
    fees: usd(24),
  },
};
const event = {
  at: time,
  merchantAmount: null,
  outcome: null,
  declineCode: null,
  approved: null,
  milliseconds: null,
  flags: [],
};
const traced = {
  layer: 'CARD' as const,
  policyId: id(600),
  policyName: 'Everyday',
  version: 3,
  index: 0,
  rule: { kind: 'amount' as const, period: 'day' as const, limit: 200_00 },
  code: 'limit_day' as const,
  room: usd(60_00),
  binds: true,
  resetsAt: '2126-11-20T05:00:00Z',
};
/** A declined purchase abroad, with everything that a sheet shows. */
const opened = {
  ...held,
  events: [
    {
      ...event,
      id: 'e1',
      type: 'AUTHORIZATION' as const,
      amount: usd(8_00),
      outcome: 'APPROVED' as const,
      approved: usd(8_00),
      held: usd(8_00),
      milliseconds: 41,
    },
    { ...event, id: 'e2', type: 'AUTHORIZATION_INCREMENTAL' as const, amount: usd(2_00), held: usd(8_00) },
  ],
  decline: null,
  reports: [],
  traces: [
    { eventId: 'e1', available: usd(500_00), binds: 'RULE' as const, rules: [traced], groups: [], shadow: null },
  ],
};

export const aRequest = (n: number, change: Partial<CardRequestForDecision> = {}): CardRequestForDecision => ({
  id: id(400 + n),
  kind: 'FUNDING',
  status: 'PENDING',
  requestedBy: { membershipId: id(800), name: 'Priya Nair' },
  card: { id: id(900), kind: 'VIRTUAL' as const, name: 'Everyday', last4: '1000' },
  amount: usd(26_40),
  period: null,
  countries: [],
  cardName: null,
  cardKind: null,
  until: null,
  purpose: 'Dinner with Harbor Supply, 4 people',
  declinedTransactionId: id(3),
  declined: {
    merchant: 'Trattoria Lucca',
    at: time,
    amount: usd(86_40),
    code: 'insufficient_funds',
    mcc: 5812,
    country: 'US',
    left: usd(60_00),
  },
  requestedAt: time,
  expiresAt: '2126-12-02T15:00:00Z',
  decision: null,
  timeline: [{ kind: 'CREATED', by: 'Priya Nair', at: time, amount: usd(26_40), note: null }],
  deciders: ['Maya Chen', 'Ines Duarte'],
  hours: null,
  raised: null,
  effect: {
    card: { before: usd(60_00), after: usd(86_40) },
    business: { before: usd(500_00), after: usd(473_60) },
  },
  raises: null,
  exception: null,
  kept: ['Company', 'Sales'],
  earlier: {
    approved: 2,
    rejected: 0,
    last: { status: 'APPROVED', at: time, by: 'Ines Duarte', amount: usd(50_00) },
  },
  mayDecide: true,
  ...change,
});
const requests = [
  aRequest(1, { kind: 'LIMIT', period: 'DAY', until: '2126-12-05T05:00:00Z' }),
  aRequest(2),
  aRequest(3, {
    kind: 'CARD',
    card: null,
    cardName: 'Photo software',
    cardKind: 'VIRTUAL',
    declined: null,
    effect: null,
  }),
];

const needs = (requestsPending: number, count: number): NeedsAttention => ({
  requests: { pending: requestsPending, items: requests },
  declines: {
    from: '2026-11-13',
    count,
    amount: usd(86_40),
    latest: { id: id(3), merchant: 'Trattoria Lucca', at: time },
  },
  activation: { count, cards: [1, 3, 5].map((n) => ({ id: id(900 + n), last4: String(5000 + n) })) },
  lowBalances: {
    count,
    ids: [id(902), id(904)],
    cards: [{ id: id(902), last4: '1002', holder: 'Hugo Lind', available: usd(1_20) }],
  },
  suspense: { count, amount: usd(48_09) },
  changes: count,
});

const rounded = (amount: number) => usd(Math.round(amount));
const days = { from: '2026-11-01', to: '2026-11-19', before: { from: '2026-10-01', to: '2026-10-19' } };
const day = (month: number, n: number) => `2026-${month}-${String(n).padStart(2, '0')}`;
const steps = (month: number, count: number, most: number) =>
  Array.from({ length: count }, (_, i) => ({
    from: day(month, i + 1),
    to: day(month, i + 1),
    amount: rounded((most * ((i * 7) % 5)) / 4),
  }));
const fact = (
  date: string,
  change: number,
  available: number,
  name: string | null,
  kind: 'RELEASE' | 'FUNDING' | 'DEPOSIT',
) => ({
  date,
  kind,
  name,
  count: 3,
  transactionId: null,
  change: rounded(change),
  available: rounded(available),
  missing: kind === 'FUNDING' ? rounded(12_00) : null,
});

/** @param most minor units: the size of the business */
const figures = (most: number): Answers => ({
  balance: {
    fundingSource: 'Credit',
    ledger: rounded(-most),
    onHold: rounded(most / 2),
    available: rounded(most * 2),
    incoming: rounded(most / 4),
    creditLimit: rounded(most * 3),
    spendingOnHold: false,
    asOf: time,
  },
  spend: {
    ...days,
    begun: null,
    total: rounded(most),
    totalBefore: rounded(most * 0.95),
    steps: steps(11, 19, most / 10),
    stepsBefore: steps(10, 31, most / 12),
    days: 30,
  },
  spendBreakdown: {
    ...days,
    begun: null,
    items: ['Meals', 'Office', 'Travel'].map((name, i) => ({
      key: name,
      name,
      fullName: `${name} and more`,
      amount: rounded(most / (i + 2)),
      before: rounded(i * most),
    })),
    others: { count: 6, amount: rounded(most / 9), before: rounded(0) },
  },
  forecast: {
    timeZone: 'America/New_York',
    from: '2026-11-19',
    to: '2026-12-02',
    available: rounded(most),
    incoming: rounded(most / 4),
    outgoing: rounded(most / 16),
    holds: { count: 9, amount: rounded(most / 2), nextRelease: '2026-11-20T15:00:00Z' },
    onCards: { count: 0, amount: usd(0) },
    cardHolds: { count: 31, amount: rounded(most / 3) },
    nextDeposit: '2026-11-23',
    items: [
      fact('2026-11-20', most / 20, most * 1.05, 'Meridian Fuel, pump 4', 'RELEASE'),
      fact('2026-11-20', -most / 2, most * 0.55, 'Field crew top-up', 'FUNDING'),
      fact('2026-11-23', most, most * 1.55, 'First Harbor Bank', 'DEPOSIT'),
      fact('2026-11-27', most / 9, most * 1.6, null, 'RELEASE'),
    ],
    lowest: { available: rounded(most * 0.55), from: '2026-11-20', to: '2026-11-22' },
    alert: rounded(most * 0.8),
  },
  balanceEntries: {
    items: [1, 2, 3].map((n) => ({
      id: id(n),
      at: time,
      code: 'PURCHASE',
      description: `Trattoria Lucca ${n}`,
      amount: rounded(n === 2 ? most : -most),
      balanceAfter: rounded(most),
      until: n === 3 ? '2026-12-16T15:00:00Z' : null,
      transactionId: n === 1 ? id(1) : null,
      card: null,
      fundingRunId: null,
    })),
    nextCursor: 'next',
  },
});

const cards = [aCard(0), frozen, aCard(2, { status: 'CLOSED', closedAt: time })];
const limitsOf = (card: Card): CardLimits => ({
  ...ownLimits,
  card: { cardId: card.id, last4: card.last4, kind: card.kind, name: card.name, cardholder: 'Priya Nair' },
});
const left = (card: Card) => ({
  cardId: card.id,
  left: card.status === 'OPEN' ? usd(60_00) : null,
  limit: card.status === 'OPEN' ? ownLimits.limits[1]! : null,
  by: card.status === 'OPEN' ? ('LIMIT' as const) : null,
  source: 'BUSINESS' as const,
});

const fundings = [
  {
    runId: id(940),
    at: '2026-11-02T15:00:00Z',
    act: 'TOP_UP' as const,
    change: usd(300_00),
    actor: null,
    schedule: { id: id(941), name: 'Every Monday' },
  },
];
const spend = {
  months: Array.from({ length: 12 }, (_, n) => ({
    month: n === 0 ? '2025-12' : `2026-${String(n).padStart(2, '0')}`,
    amount: usd(n * 140_00),
    purchases: n * 3,
  })),
};

/** What the screens of an administrator are answered. */
export const ofBusiness: Answers = {
  ...sampleAnswers,
  ...answersFor(administrator),
  ...figures(50_000_00),
  needsAttention: needs(5, 3),
  transactions: purchases,
  transaction: opened,
  cards: { items: cards, nextCursor: null, totals: { cards: 3, people: 1, spentThisMonth: usd(31_904_12) } },
  cardCounts: { cards: 42, requests: 5, toDecide: 5, policies: 4, vendorLinks: 5 },
  cardsSpendLeft: { cards: cards.map(left) },
  card: { ...aCard(0), sentTo: null, timeline: [], fundings, revision: '1' },
  cardSpend: spend,
  cardSpendLimits: limitsOf(aCard(0)),
  requests: ({ query }) => ({ items: query.status?.includes('PENDING') ? requests : [], nextCursor: null }),
  request: ({ params }) => requests.find((each) => each.id === params.id) ?? requests[0]!,
};

const long = 'Donaudampfschifffahrtsgesellschaftskapitaen and all of her many, many sisters';

const longRequests = Array.from({ length: 60 }, (_, n) =>
  aRequest(50 + n, {
    requestedBy: { membershipId: id(800), name: long },
    purpose: `${long} `.repeat(5).trim(),
    card: { id: id(900), kind: 'VIRTUAL' as const, name: long, last4: '1000' },
    amount: usd(999_999_999_99),
  }),
);

/** What is otherwise in a business of a size that none has. */
export const ofHugeBusiness: Answers = {
  requests: ({ query }) => ({ items: query.status?.includes('PENDING') ? longRequests : [], nextCursor: 'next' }),
  request: longRequests[0]!,
  ...figures(999_999_999_00),
  needsAttention: needs(200, 5000),
  transactions: { ...purchases, items: Array.from({ length: 4 }, (_, n) => aPurchase(100 + n)), nextCursor: 'next' },
  cards: {
    items: Array.from({ length: 24 }, (_, n) =>
      aCard(n, { name: long, holder: { membershipId: id(800), firstName: long, lastName: long } }),
    ),
    nextCursor: 'next',
    totals: { cards: 5000, people: 1200, spentThisMonth: usd(999_999_999_99) },
  },
};

/** A cardholder who may ask for money. */
const holder: UserInfo = { ...cardholder, cardLast4: '1000', features: ['request-funding'] };

const no: CanIBuy = {
  answer: 'NO',
  code: 'limit_day',
  amount: usd(0),
  available: usd(900_00),
  binding: {
    layer: 'CARD',
    policyId: id(600),
    policyName: 'Everyday',
    index: 0,
    rule: traced.rule,
    code: 'limit_day',
    room: usd(60_00),
    resetsAt: '2126-11-20T05:00:00Z',
  },
  also: [],
  shared: [],
  help: [
    { kind: 'ASK_RAISE', amount: usd(25_00), until: null, card: null },
    { kind: 'WAIT', amount: usd(200_00), until: '2126-11-20T05:00:00Z', card: null },
    { kind: 'OTHER_CARD', amount: usd(340_00), until: null, card: limitsOf(aCard(2)).card },
  ],
};

/** What the screens of a cardholder are answered. */
export const ofHolder: Answers = {
  ...sampleAnswers,
  ...answersFor(holder),
  myTransactions: purchases,
  myTransaction: opened,
  ownCards: { items: [aCard(0), frozen], nextCursor: null },
  ownCard: { ...aCard(0), sentTo: null, timeline: [], fundings, revision: '1' },
  ownCardSpend: spend,
  mySpendLimits: { cards: [limitsOf(aCard(0)), { ...limitsOf(frozen), leftToSpend: null }] },
  myRequests: { items: requests, nextCursor: null },
  canIBuy: no,
  cardDetailsViews: {
    card: { last4: '1000', nameOnCard: 'PRIYA NAIR', isViewable: true, heldUntil: null },
    views: [],
  },
};
