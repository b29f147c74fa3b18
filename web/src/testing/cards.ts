import type { Card } from '@florin/contract/cards/cards';
import { usd } from './people.ts';

export const cardId = '0190a000-0000-7000-8000-0000000000c1';
export const otherCardId = '0190a000-0000-7000-8000-0000000000c2';
export const madeCard: Card = {
  id: cardId,
  chainId: cardId,
  kind: 'VIRTUAL',
  name: 'Everyday',
  purpose: null,
  externalId: null,
  last4: '0932',
  nameOnCard: 'PRIYA NAIR',
  expiresOn: '2029-11-30',
  status: 'OPEN',
  substatus: null,
  holder: { membershipId: otherCardId, firstName: 'Priya', lastName: 'Nair' },
  freezes: [],
  shipment: null,
  pinStatus: 'NOT_SET',
  controls: { usesAtMost: null, uses: 0, amountLock: null, merchantLock: null, validFrom: null, validUntil: null },
  groups: [],
  policyVersions: [],
  issuedAt: '2026-11-02T15:00:00Z',
  activatedAt: '2026-11-02T15:00:00Z',
  closedAt: null,
  replaces: null,
  replacedBy: null,
  lastUsedAt: '2026-11-02T15:00:00Z',
  spentThisMonth: usd(1_087_82),
};
const byAdministrator = {
  by: 'ADMIN',
  cause: 'ADMIN_FREEZE',
  reason: 'Lost at a fair',
  actor: 'Maya Chen',
  since: '2026-11-02T15:00:00Z',
  until: null,
} as const;
export const frozenCard: Card = {
  ...madeCard,
  id: otherCardId,
  last4: '4402',
  status: 'PAUSED',
  freezes: [byAdministrator],
};
export const cardLimit = {
  layer: 'CARD',
  policyId: otherCardId,
  policyName: 'Everyday',
  rule: 0,
  unit: 'AMOUNT',
  period: 'day',
  since: null,
  group: null,
  of: 'card',
  limit: 200_00,
  used: 140_00,
  left: 60_00,
  resetsAt: '2026-11-03T05:00:00Z',
  until: null,
  again: null,
} as const;
/** What is left on a card. */
export const cardLimits = (id: string) => ({
  card: { cardId: id, last4: '0932', kind: 'VIRTUAL' as const, name: 'Everyday', cardholder: 'Priya Nair' },
  leftToSpend: { amount: usd(60_00), binding: { by: 'LIMIT' as const, limit: 0 } },
  stopped: null,
  available: usd(900_00),
  source: 'BUSINESS' as const,
  limits: [cardLimit, { ...cardLimit, policyName: 'Sales', rule: 1, left: 80_00, limit: 220_00 }],
  shared: [],
  rules: [
    {
      layer: 'CARD' as const,
      policyId: otherCardId,
      policyName: 'Everyday',
      index: 0,
      rule: { kind: 'amount' as const, period: 'day' as const, limit: 200_00 },
      until: null,
    },
  ],
  groups: [],
  timeZone: 'America/New_York',
});
/** The card with what its page shows besides. */
export const cardDetail = { ...madeCard, sentTo: null, timeline: [], fundings: [], revision: 'a'.repeat(22) };
