/** A person's accounts, contacts, logins and settings, for component tests of whole screens. */
import type { Contact } from '@florin/contract/access/contacts';
import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import type { LoginRecord } from '@florin/contract/access/login-activity';
import { checklistItems } from '@florin/contract/access/security-checklist';
import type { Answers } from './answers.ts';
import { usd } from './people.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const account = (n: number, more: Partial<LinkedAccount> = {}): LinkedAccount => ({
  userId: id(n),
  businessName: ['Northwind Trading', 'Juniper Robotics', 'Harbor House', 'Cascade Inn'][n % 4]!,
  firstName: 'Maya',
  lastName: 'Chen',
  cardLast4: n % 2 ? null : `482${n}`,
  accountBalance: usd(n * 1_250_00),
  spendingOnHold: false,
  customIconUri: null,
  role: n % 2 ? 'ADMIN' : 'CARDHOLDER',
  fundingSource: n % 2 ? 'Credit' : 'Prepaid',
  isUserAccountOpen: true,
  businessStatus: 'OPEN',
  isCurrent: false,
  ...more,
});
/** The accounts of a person who belongs to seven businesses. */
export const seven = [
  account(1, { isCurrent: true }),
  account(2),
  account(3, { spendingOnHold: true }),
  account(4, { isUserAccountOpen: false }),
  account(5, { businessStatus: 'SUSPENDED' }),
  account(6, { businessStatus: 'CLOSED' }),
  account(7, { businessStatus: 'PENDING_REVIEW' }),
];

/** A confirmed email address. */
export const contact = (n: number, more: Partial<Contact> = {}): Contact => ({
  id: id(n),
  kind: 'Email',
  address: `priya${n}@northwind.example`,
  entityMasked: 'p•••@northwind.example',
  verified: true,
  stopped: false,
  code: null,
  ...more,
});
export const phone = { kind: 'PhoneNumber', address: '+12125550142', entityMasked: '•••42' } as const;
const contacts = { contacts: [contact(1), contact(2, { verified: false }), contact(3, { ...phone, stopped: true })] };
const settings: Answers = {
  securitySettings: {
    mfaEnabled: true,
    mfaRequired: false,
    factors: [
      { id: id(1), kind: 'Passkey', name: 'My laptop', createdAt: '2026-10-02T15:00:00Z', lastUsedAt: null },
      {
        id: id(2),
        kind: 'Authenticator',
        name: 'W'.repeat(40),
        createdAt: '2026-10-02T15:00:00Z',
        lastUsedAt: '2026-11-02T15:00:00Z',
      },
    ],
    backupCodesLeft: 0,
    backupCodesMadeAt: null,
    passwordChangedAt: '2026-01-02T15:00:00Z',
    steppedUpUntil: '2099-01-01T00:00:00Z',
  },
};

export const login = (n: number, more: Partial<LoginRecord> = {}): LoginRecord => ({
  id: id(n),
  deviceId: id(1000 + n),
  agent: { agentFamily: n % 3 ? 'Firefox' : 'Samsung Internet for Android', osFamily: 'Windows' },
  locationCity: 'Boise',
  locationRegion: 'Idaho',
  locationCountry: 'United States',
  ipAddress: '203.0.113.7',
  timestamp: '2026-11-02T15:00:00Z',
  isSignedIn: n % 2 === 0,
  isReported: n === 4,
  ...more,
});
/** The answers of the page of logins, for these of other devices. */
export const loginsOf = (items: LoginRecord[]): Answers => ({
  currentDeviceLogin: { ...login(0), firstLogin: { timestamp: '2026-10-01T15:00:00Z' } },
  recentDeviceLogins: ({ query: { pageNumber, pageSize } }) => ({
    items: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    pageInfo: { totalItems: items.length },
    asOf: '2026-11-21T15:00:00.000Z',
    othersSignedIn: items.length > 0,
  }),
  markLoginActivitySeen: { lastSeen: '2026-11-21T15:00:00.000Z' },
});
export const newLogins = { newLoginsCount: 12, shouldAlert: true, lastSeen: null, since: '2026-11-01T15:00:00Z' };
const checklist: Answers = {
  securityChecklist: {
    items: checklistItems.map((item, i) => ({ item, state: i === 2 ? 'open' : i > 4 ? 'done' : null })),
    seenAt: null,
  },
  markChecklistSeen: { seenAt: '2026-11-02T15:00:00Z' },
};
/** What the pages of a person's own settings are answered. */
export const ofPerson: Answers = {
  ...loginsOf([]),
  ...settings,
  ...checklist,
  contacts,
  cardDetailsViews: {
    card: { last4: '0932', nameOnCard: 'MAYA CHEN', isViewable: true, heldUntil: null },
    views: [
      { id: id(1), at: '2026-11-02T15:00:00Z', by: 'HOLDER', vendor: null },
      {
        id: id(2),
        at: '2026-11-01T15:00:00Z',
        by: 'VENDOR',
        vendor: { email: 'orders@paper.example', sentBy: 'Maya Chen' },
      },
    ],
  },
};
