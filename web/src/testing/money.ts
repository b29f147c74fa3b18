/** Bank transfers, and the funding of cards, for component tests of whole screens. */
import type { FundingPlan, FundingRun } from '@florin/contract/money/card-funding';
import type { FundingSchedule } from '@florin/contract/money/funding-schedules';
import type { BankTransferDetail } from '@florin/contract/money/transfers';
import type { Answers } from './answers.ts';
import { bank, usd } from './people.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const time = '2026-11-02T15:00:00Z';
/** A deposit that has not been sent yet. */
export const scheduled: BankTransferDetail = {
  id: id(1),
  direction: 'IN',
  amount: usd(250_00),
  status: 'PENDING',
  stage: 'SCHEDULED',
  bankAccount: { id: bank.id, bankName: bank.bankName, last4: bank.accountLast4 },
  note: null,
  requestedBy: 'Maya Chen',
  requestedAt: time,
  sendsAt: '2026-11-02T22:00:00Z',
  settlesOn: '2026-11-03',
  availableOn: '2026-11-06',
  returnCode: null,
  timeline: [{ step: 'request', by: 'Maya Chen', at: time, returnCode: null }],
};
/** A deposit that the bank has sent back. */
export const returned: BankTransferDetail = {
  ...scheduled,
  id: id(2),
  amount: usd(900_00),
  status: 'RETURNED',
  stage: 'RETURNED',
  returnCode: 'R02',
  timeline: [...scheduled.timeline, { step: 'return', by: null, at: '2026-11-04T13:30:00Z', returnCode: 'R02' }],
};
/** What the page of bank transfers is answered. */
export const transferAnswers = {
  externalAccounts: { accounts: [bank], openBanking: null },
  transferFigures: {
    available: usd(500_00),
    incoming: usd(250_00),
    outgoing: usd(0),
    outstanding: usd(0),
    mayWithdraw: true,
  },
  transfers: { items: [returned, scheduled], nextCursor: null },
  transfer: ({ params }) => (params.id === returned.id ? returned : scheduled),
  previewTransfer: ({ body }) => ({
    sendsAt: '2026-11-02T22:00:00Z',
    settlesOn: '2026-11-03',
    availableOn: body.direction === 'IN' ? '2026-11-06' : null,
    account: { before: usd(500_00), after: usd(body.direction === 'IN' ? 500_00 + body.amount : 500_00 - body.amount) },
    isCovered: body.direction === 'IN' || body.amount <= 500_00,
  }),
} satisfies Answers;

const fundedCards = [1, 2, 3].map((n) => ({ id: id(900 + n), name: `Field crew ${n}`, last4: String(5000 + n) }));
/** What an order or a schedule would do: each card has $10.00, the last one is closed, and the account has $500.00. */
const planOf = (act: FundingPlan['act'], each: number, cardIds: readonly string[]): FundingPlan => {
  const lines = cardIds.map((cardId, n) => {
    const change = n === 2 ? 0 : each;
    return {
      cardId,
      cardName: `Field crew ${n + 1}`,
      kind: 'VIRTUAL' as const,
      last4: String(5001 + n),
      holder: 'Priya Nair',
      before: usd(10_00),
      change: usd(change),
      after: usd(10_00 + change),
      reason: n === 2 ? ('CARD_CLOSED' as const) : null,
    };
  });
  const total = lines.reduce((sum, { change }) => sum + change.amount, 0);
  const cardsChanged = lines.filter(({ change }) => change.amount !== 0).length;
  return {
    act,
    whenShort: 'NONE',
    account: { before: usd(500_00), after: usd(500_00 - total) },
    total: usd(total),
    cardsChanged,
    cardsUnchanged: lines.length - cardsChanged,
    missing: usd(0),
    lines,
    basis: '0'.repeat(32),
  };
};
const { basis: _, ...funded } = planOf(
  'FUND',
  25_00,
  fundedCards.map((card) => card.id),
);
const run: FundingRun = { ...funded, id: id(600), at: time, by: 'Maya Chen', scheduleId: null, outcome: 'DONE' };
export const schedule: FundingSchedule = {
  id: id(700),
  name: 'Field crew',
  act: 'TOP_UP',
  amount: usd(300_00),
  frequency: 'MONTHLY',
  weekday: null,
  dayOfMonth: 1,
  timeOfDay: '06:00',
  startsOn: '2026-10-01',
  endsOn: null,
  threshold: null,
  whenShort: 'IN_ORDER',
  status: 'ACTIVE',
  timeZone: 'America/New_York',
  cards: fundedCards,
  nextRunAt: '2026-12-01T11:00:00Z',
  lastRun: { id: id(600), at: time, outcome: 'SHORT', total: usd(100_00), missing: usd(40_00) },
  createdBy: 'Ines Duarte',
  version: 3,
};
const weekly: FundingSchedule = {
  ...schedule,
  id: id(701),
  name: 'Drivers',
  frequency: 'WEEKLY',
  weekday: 1,
  dayOfMonth: null,
  status: 'PAUSED',
  nextRunAt: null,
};

/** What the page that funds cards is answered. */
export const fundingAnswers: Answers = {
  previewFunding: ({ body }) =>
    planOf(
      body.act,
      body.amount ?? 0,
      (body.cards ?? []).map(({ cardId }) => cardId),
    ),
  fundingRuns: {
    items: [run, { ...run, id: id(601), by: null, scheduleId: schedule.id, outcome: 'SHORT', missing: usd(40_00) }],
    nextCursor: 'next',
  },
  fundingRun: run,
  fundingSchedules: { items: [schedule, weekly] },
  previewFundingSchedule: ({ body }) => {
    const { basis: _basis, ...plan } = planOf(body.act, body.amount, body.cardIds);
    return {
      plan,
      runs: ['2026-11-30T11:00:00Z', '2026-12-07T11:00:00Z'],
      timeZone: 'America/New_York',
      forecast: {
        available: usd(500_00),
        deposits: usd(200_00),
        otherSchedules: usd(600_00),
        thisRun: plan.total,
        after: usd(50_00),
        withoutDeposits: usd(-150_00),
      },
    };
  },
};
