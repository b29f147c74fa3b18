import {
  defaultDeliveries,
  defaultLowBalance,
  defaultQuietHours,
  type NotificationPreferences,
} from '@florin/contract/program/notification-preferences';
import type { PendingChange } from '@florin/contract/access/pending-changes';
import type { Role } from '@florin/contract/access/session';
import type { Answers } from './answers.ts';

/** What people of a role get who have not chosen. */
export const usualPreferences = (role: Role): NotificationPreferences => ({
  deliveries: defaultDeliveries[role],
  quietHours: defaultQuietHours,
  lowBalanceBelow: defaultLowBalance[role],
});

const time = '2026-11-18T20:00:00Z';

/** A change that waits for a second administrator. */
export const pendingChange = (n: number, more: Partial<PendingChange>): PendingChange => ({
  id: `0190a000-0000-7000-8000-00000000c${String(n).padStart(3, '0')}`,
  kind: 'FOUR_EYES',
  status: 'PENDING',
  requestedBy: 'Priya Nair',
  isYours: false,
  requestedAt: time,
  expiresAt: '2026-11-21T20:00:00Z',
  decidedBy: null,
  decidedAt: null,
  permissions: null,
  bankAccount: null,
  invite: null,
  closing: null,
  spendPolicy: null,
  cardUpdate: null,
  cardGroup: null,
  spendOverride: null,
  ...more,
});

const administrator: NonNullable<PendingChange['permissions']>['before'] = {
  granted: [],
  withheld: [],
  preset: 'ADMINISTRATOR',
};

/** One change of each kind. */
export const changesOfEachKind: PendingChange[] = [
  pendingChange(1, {
    kind: 'PERMISSIONS',
    permissions: {
      administrator: 'Lena Fischer',
      before: { granted: [], withheld: [], preset: 'AUDITOR' },
      after: { granted: [], withheld: ['MANAGE_BILLS'], preset: 'ADMINISTRATOR' },
    },
  }),
  pendingChange(2, {
    kind: 'INVITE',
    invite: { name: 'Ines Moreau', email: 'i•••@g•••.example', preset: 'FUNDER' },
  }),
  pendingChange(3, {
    kind: 'CLOSING',
    closing: { administrator: 'Otis Grant' },
    isYours: true,
    requestedBy: 'Maya Chen',
  }),
  pendingChange(4, { kind: 'BANK_ACCOUNT', bankAccount: { bankName: 'Harbor Bank', last4: '6789' } }),
  pendingChange(5, {}),
  pendingChange(6, {
    kind: 'SPEND_POLICY',
    status: 'REJECTED',
    decidedBy: 'Maya Chen',
    decidedAt: time,
    spendPolicy: {
      policyId: 'p',
      policyName: 'Everyone',
      act: 'ACTIVATE',
      number: 3,
      before: { rules: [], groups: [] },
      after: { rules: [], groups: [] },
    },
  }),
  pendingChange(7, {
    kind: 'PERMISSIONS',
    status: 'APPROVED',
    decidedBy: 'Maya Chen',
    decidedAt: time,
    permissions: {
      administrator: 'Lena Fischer',
      before: administrator,
      after: { ...administrator, withheld: ['FUND_CARDS'] },
    },
  }),
  pendingChange(21, {
    kind: 'CARD_UPDATE',
    cardUpdate: {
      cardId: '0190a000-0000-7000-8000-0000000000c1',
      last4: '0932',
      leaves: ['Sales'],
      loosens: ['USES', 'AMOUNT', 'MERCHANT', 'VALID'],
    },
  }),
  pendingChange(22, { kind: 'CARD_GROUP', cardGroup: { name: 'Sales', cards: 12, last4: null } }),
  pendingChange(23, {
    kind: 'SPEND_OVERRIDE',
    spendOverride: {
      cardId: '0190a000-0000-7000-8000-0000000000c1',
      last4: '0932',
      document: { rules: [{ kind: 'amount', period: 'day', limit: 900_00 }], groups: [] },
      from: time,
      until: '2026-11-25T20:00:00Z',
      note: 'Trade fair',
    },
  }),
  pendingChange(24, {
    kind: 'SPEND_OVERRIDE_END',
    spendOverride: {
      cardId: '0190a000-0000-7000-8000-0000000000c1',
      last4: '0932',
      document: { rules: [{ kind: 'amount', period: 'day', limit: 20_00 }], groups: [] },
      from: null,
      until: '2026-11-25T20:00:00Z',
      note: 'Until the receipts are here',
    },
  }),
];

/** The answers that the pages of the settings need. */
export const settingsAnswers: Answers = {
  businessProfile: {
    name: 'Northwind Trading',
    address: '1 Harbor Street\nPortland, ME 04101',
    timeZone: 'America/New_York',
    fourEyes: true,
    version: 3,
  },
  notificationDefaults: {
    defaults: { ADMIN: usualPreferences('ADMIN'), CARDHOLDER: usualPreferences('CARDHOLDER') },
    version: 3,
  },
  notificationPreferences: {
    ...usualPreferences('ADMIN'),
    timeZone: 'America/New_York',
    email: 'm•••@n•••.example',
    phone: null,
    isDefault: true,
  },
  pendingChanges: { fourEyes: true, changes: changesOfEachKind },
};
