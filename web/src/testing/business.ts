/** People, invites, links to vendors and bank accounts of a business, for component tests of whole screens. */
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import type { Invite } from '@florin/contract/access/invites';
import { onboardingSteps } from '@florin/contract/program/onboarding-checklist';
import { presets } from '@florin/contract/permissions';
import { checklistItems } from '@florin/contract/access/security-checklist';
import type { Member } from '@florin/contract/access/team-members';
import type { VendorLink } from '@florin/contract/cards/vendor-links';
import type { Answers } from './answers.ts';
import { aMember, bank, usd } from './people.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const time = '2026-11-02T15:00:00Z';

const invite = (n: number, status: Invite['status']): Invite => ({
  id: id(n),
  email: `person${n}@northwind.example`,
  firstName: 'Lena',
  lastName: 'Fischer',
  role: n % 2 ? 'ADMIN' : 'CARDHOLDER',
  preset: n % 2 ? 'ADMINISTRATOR' : null,
  status,
  invitedBy: 'Maya Chen',
  sentAt: time,
  expiresAt: '2026-11-09T15:00:00Z',
  acceptedAt: status === 'ACCEPTED' ? time : null,
});
const member = (n: number, more: Partial<Member>): Member => aMember(id(n), { personId: id(n + 10), ...more });
const link = (n: number, status: VendorLink['status']): VendorLink => ({
  id: id(n),
  email: 'orders@paper.example',
  nameOnCard: 'MAYA CHEN',
  cardLast4: '0932',
  hasOwnCard: false,
  invoice: n % 2 ? 'INV-1' : null,
  amount: n % 2 ? usd(120_00) : null,
  processBefore: n % 2 ? '2026-12-01' : null,
  status,
  sentBy: 'Maya Chen',
  sentAt: time,
  expiresAt: '2026-11-09T15:00:00Z',
  openedAt: status === 'USED' || status === 'VIEWED' ? time : null,
  usedAt: status === 'USED' ? time : null,
  revokedAt: status === 'REVOKED' ? time : null,
});
/** Its micro-deposits are on their way. */
export const awaitingBank: ExternalAccount = {
  ...bank,
  authenticationMethod: 'MICRODEPOSITS',
  openBankingConnection: null,
  status: 'AWAITINGMINIDEPOSIT',
  validation: { depositsSent: true, triesLeft: 3 },
};

/** What the pages about the people, the links and the banks of a business are answered. */
export const peopleOfBusiness: Answers = {
  securityChecklist: {
    items: checklistItems.map((item, i) => ({ item, state: i === 2 ? 'open' : i > 4 ? 'done' : null })),
    seenAt: null,
  },
  markChecklistSeen: { seenAt: time },
  onboardingChecklist: {
    quantity: onboardingSteps.length,
    counter: 2,
    steps: onboardingSteps.map((step, i) => ({ step, isDone: i < 2, doneAt: i === 0 ? time : null })),
  },
  team: {
    items: [
      member(1, {
        firstName: 'Maya',
        lastName: 'Chen',
        role: 'ADMIN',
        preset: 'OWNER',
        isYou: true,
        hasExceptions: true,
      }),
      member(2, { state: 'CLOSED', cards: 3, cardLast4: '4821', balance: usd(1_234_56), lastLoginAt: time }),
    ],
    nextCursor: 'next',
    totals: { accounts: 5000, people: 4990, waitingInvites: 3 },
  },
  teamMember: {
    ...member(1, { role: 'ADMIN', preset: 'FUNDER', hasExceptions: true }),
    flags: [...presets.FUNDER],
    since: time,
    heldCards: [
      {
        id: id(9),
        kind: 'VIRTUAL',
        name: 'Fuel',
        last4: '0932',
        status: 'OPEN',
        left: usd(42_00),
        groups: ['Field crew', 'Drivers'],
      },
      { id: id(10), kind: 'VIRTUAL' as const, name: null, last4: '4821', status: 'PAUSED', left: null, groups: [] },
    ],
    security: { secondFactor: true, passwordChangedAt: time, openSessions: 2 },
  },
  teamPermissions: { fourEyes: true, administrators: [] },
  memberClosing: {
    cards: [{ id: id(9), name: 'Fuel', last4: '0932', left: usd(42_00) }],
    returned: usd(42_00),
    onHold: usd(5_00),
    requests: 2,
    invites: 1,
    openSessions: 1,
    needsSecond: true,
  },
  invites: {
    items: [
      invite(1, 'PENDING'),
      invite(2, 'ACCEPTED'),
      invite(3, 'EXPIRED'),
      invite(4, 'REVOKED'),
      invite(5, 'AWAITS_APPROVAL'),
    ],
    nextCursor: null,
    waiting: 3,
  },
  lockedRegistrations: {
    lockedCards: [{ cardId: id(5), nameOnCard: 'ROSA DELGADO', cardLast4: '7899', timesUnlocked: 1 }],
  },
  vendorLinks: {
    cards: [
      { cardId: id(6), name: 'Software', nameOnCard: 'MAYA CHEN', last4: '0932' },
      { cardId: id(7), name: null, nameOnCard: 'PRIYA NAIR', last4: '4821' },
    ],
    links: [link(1, 'CREATED'), link(2, 'VIEWED'), link(3, 'USED'), link(4, 'EXPIRED'), link(5, 'REVOKED')],
  },
  externalAccounts: { accounts: [bank, { ...awaitingBank, id: id(8), isPrimary: false }], openBanking: 'embedded' },
};
