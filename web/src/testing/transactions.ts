/** Transactions as their list and their sheet get them. */
import type { TransactionLine, transaction as one } from '@florin/contract/cards/transactions';
import type { card } from '@florin/contract/cards/cards';
import type { SpendOverride } from '@florin/contract/cards/spend-overrides';
import type { Success } from '@florin/contract/endpoint';
import { aPurchase } from './card-core.ts';
import { screen } from './component.ts';
import { administrator, answersFor, usd } from './people.ts';

export const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const line = (n: number, change: Partial<TransactionLine> = {}): TransactionLine =>
  aPurchase(n, {
    at: '2026-11-02T15:00:00Z',
    merchant: { id: `m${n}`, name: `Shop ${n}`, city: 'Boston', state: 'MA', country: 'US', mcc: 5812 },
    card: { id: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: 'Travel' },
    ...change,
  });
export const held = line(8, {
  status: 'PENDING',
  settled: usd(0),
  merchantAmount: { amount: 15_178, currency: 'MXN' },
  hold: { amount: usd(800), until: '2026-12-16T15:00:00Z', reason: 'LODGING' },
  fees: [{ id: id(700), kind: 'ISA', at: '2026-11-02T15:00:00Z', amount: usd(24), basisPoints: 300 }],
});
export const declined = line(9, { status: 'DECLINED', settled: usd(0), declineCode: 'limit_day' });
export const page = (...items: TransactionLine[]) => ({ items, nextCursor: null, searchedBackTo: null, totals: null });
export const noTotals = {
  transactions: 0,
  settled: usd(0),
  held: usd(0),
  returned: usd(0),
  incoming: usd(0),
  fees: usd(0),
};

export type One = Success<typeof one>['body'];
export const facts = (change: Partial<NonNullable<One['decline']>> = {}): One['decline'] => ({
  left: null,
  limit: null,
  shared: null,
  hours: null,
  request: null,
  ...change,
});
export const details = (of: TransactionLine): One => ({
  ...of,
  decline: of.status === 'DECLINED' ? facts() : null,
  reports: [],
  events: [
    {
      id: 'e1',
      type: 'AUTHORIZATION',
      at: of.at,
      amount: of.requested,
      merchantAmount: null,
      outcome: of.status === 'DECLINED' ? 'DECLINED' : 'APPROVED',
      declineCode: of.declineCode,
      approved: of.status === 'DECLINED' ? usd(0) : of.requested,
      held: of.requested,
      milliseconds: 41,
      flags: [],
    },
  ],
  traces: [
    {
      eventId: 'e1',
      available: usd(50_000),
      binds: 'RULE',
      rules: [
        {
          layer: 'CARD',
          policyId: id(600),
          policyName: 'Travel rules',
          version: 3,
          index: 0,
          rule: { kind: 'amount', period: 'day', limit: 20_000 },
          code: 'limit_day',
          room: usd(12_00),
          binds: true,
          resetsAt: null,
        },
      ],
      groups: [],
      shadow: null,
    },
  ],
});

/** As its cardholder gets it. */
export const own = (of: TransactionLine, decline: One['decline'] = facts()) => {
  const { traces: _, ...seen } = details(of);
  return { ...seen, decline };
};

export const frozenCard: Success<typeof card>['body'] = {
  id: id(900),
  chainId: id(900),
  kind: 'VIRTUAL',
  name: 'Travel',
  purpose: null,
  externalId: null,
  last4: '0932',
  nameOnCard: 'PRIYA NAIR',
  expiresOn: '2029-11-30',
  status: 'PAUSED',
  substatus: 'ADMIN_FREEZE',
  holder: null,
  freezes: [
    {
      by: 'ADMIN',
      cause: 'ADMIN_FREEZE',
      reason: null,
      actor: 'Maya Chen',
      since: '2026-11-02T15:00:00Z',
      until: null,
    },
  ],
  shipment: null,
  pinStatus: 'NOT_SET',
  controls: { usesAtMost: null, uses: 0, amountLock: null, merchantLock: null, validFrom: null, validUntil: null },
  groups: [],
  policyVersions: [],
  revision: '1',
  issuedAt: null,
  activatedAt: null,
  closedAt: null,
  replaces: null,
  replacedBy: null,
  lastUsedAt: null,
  spentThisMonth: null,
  sentTo: null,
  timeline: [],
  fundings: [],
};
export const override: SpendOverride = {
  id: id(400),
  card: { cardId: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: null, cardholder: null },
  document: { rules: [], groups: [] },
  note: null,
  from: '2026-11-02T15:00:00Z',
  until: '2026-11-03T05:00:00Z',
  createdAt: '2026-11-02T15:00:00Z',
  createdBy: 'Maya Chen',
  state: 'ACTIVE',
};

export const answers = answersFor(administrator);
export const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
export const sheet = screen.getByRole('dialog');
