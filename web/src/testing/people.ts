/** What the server answers to the pages of signed-in people, where nothing is out of the ordinary. */
import { agreementOf } from '@florin/contract/program/agreements';
import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import type { SignedIn } from '@florin/contract/access/login';
import type { Member } from '@florin/contract/access/team-members';
import { permissionFlags } from '@florin/contract/permissions';
import type { BusinessStatus, UserInfo } from '@florin/contract/program/user-info';
import type { Answers } from './answers.ts';

/** What ends a sign-in. */
export const signedIn: SignedIn = {
  epoch: 'epoch',
  hasUnverifiedPhone: false,
  access_token: null,
  refresh_token: null,
  device_credential: null,
  expiresInSeconds: null,
};

export const usd = (amount: number) => ({ amount, currency: 'USD' });

/** The administrator of an open credit business, with one account. */
export const administrator: UserInfo = {
  firstName: 'Maya',
  lastName: 'Chen',
  userName: 'maya',
  businessSuspended: false,
  businessOpen: true,
  suspensionMode: null,
  creditReplenishmentDelayDays: null,
  allowAdminViewCardUsage: true,
  timeZone: 'America/New_York',
  userData: {
    accountStatus: 'OPEN',
    firstName: 'Maya',
    lastName: 'Chen',
    bankId: 'BANCORP',
    bankPayment: 'Visa',
    program: 'Business',
    businessOperational: true,
    usePexAccountBalanceForAuths: false,
  },
  linkedUsers: [
    {
      userId: '0190a000-0000-7000-8000-000000000001',
      firstName: 'Maya',
      lastName: 'Chen',
      userName: 'maya',
      isUserAccountOpen: true,
      businessStatus: 'OPEN',
      cardLast4: null,
    },
  ],
  userId: '0190a000-0000-7000-8000-000000000001',
  role: 'ADMIN',
  businessName: 'Northwind Trading',
  programSlug: null,
  fundingSource: 'Credit',
  cardLast4: null,
  features: [],
  permissionFlags: [...permissionFlags],
};

/** The holder of a pre-funded card of that business. */
export const cardholder: UserInfo = {
  ...administrator,
  role: 'CARDHOLDER',
  fundingSource: 'Prepaid',
  cardLast4: '0932',
  permissionFlags: [],
};

/** A person whose business has that status, wherever the user info tells it. */
export const inBusiness = (
  person: UserInfo,
  businessStatus: BusinessStatus,
  suspensionMode: UserInfo['suspensionMode'] = null,
): UserInfo => ({
  ...person,
  businessSuspended: businessStatus === 'SUSPENDED',
  businessOpen: businessStatus === 'OPEN',
  suspensionMode,
  userData: { ...person.userData, businessOperational: businessStatus !== 'PENDING_REVIEW' },
  linkedUsers: person.linkedUsers.map((user) => ({ ...user, businessStatus })),
});

/** The primary bank of a business, connected. */
export const bank: ExternalAccount = {
  id: '0190a000-0000-7000-8000-0000000000b1',
  bankName: 'Granite State Bank',
  accountType: 'CHECKING',
  accountLast4: '2290',
  authenticationMethod: 'PLAID',
  openBankingConnection: { isActive: true },
  status: 'ACTIVE',
  isPrimary: true,
  validation: null,
};

const noTransactions = { items: [], nextCursor: null, searchedBackTo: null, totals: null };

const today = new Date().toISOString().slice(0, 10);
/** The blocks of an administrator's dashboard, of a business in which nothing happens. */
const quietBusiness = {
  needsAttention: {
    requests: { pending: 0, items: [] },
    declines: { from: today, count: 0, amount: usd(0), latest: null },
    activation: { count: 0, cards: [] },
    lowBalances: { count: 0, ids: [], cards: [] },
    suspense: { count: 0, amount: usd(0) },
    changes: 0,
  },
  forecast: {
    timeZone: 'America/New_York',
    from: today,
    to: today,
    available: usd(1_250_00),
    incoming: usd(0),
    outgoing: usd(0),
    holds: { count: 0, amount: usd(0), nextRelease: null },
    onCards: { count: 0, amount: usd(0) },
    cardHolds: { count: 0, amount: usd(0) },
    nextDeposit: null,
    items: [],
    lowest: { available: usd(1_250_00), from: today, to: today },
    alert: usd(1_000_00),
  },
  spend: {
    from: '2026-11-01',
    to: '2026-11-02',
    before: { from: '2026-10-01', to: '2026-10-02' },
    begun: null,
    total: usd(0),
    totalBefore: usd(0),
    steps: [
      { from: '2026-11-01', to: '2026-11-01', amount: usd(0) },
      { from: '2026-11-02', to: '2026-11-02', amount: usd(0) },
    ],
    stepsBefore: [{ from: '2026-10-01', to: '2026-10-01', amount: usd(0) }],
    days: 30,
  },
  spendBreakdown: {
    from: '2026-11-01',
    to: '2026-11-02',
    before: { from: '2026-10-01', to: '2026-10-02' },
    begun: null,
    items: [],
    others: null,
  },
} satisfies Answers;

/** Answers to every call of the shell, the dashboard and the lists of transactions, for a person. */
export const answersFor = (person: UserInfo): Answers => ({
  userInfo: person,
  transactions: noTransactions,
  myTransactions: noTransactions,
  cards: { items: [], nextCursor: null },
  requests: { items: [], nextCursor: null, totals: null },
  cardCounts: { cards: 0, requests: 0, toDecide: 0, policies: 0, vendorLinks: 0 },
  ownCards: { items: [], nextCursor: null },
  listViews: { items: [] },
  suggestedMerchants: { items: [] },
  mySuggestedMerchants: { items: [] },
  team: { items: [], nextCursor: null, totals: { accounts: 0, people: 0, waitingInvites: 0 } },
  invites: { items: [], nextCursor: null, waiting: 0 },
  lockedRegistrations: { lockedCards: [] },
  session: {
    userId: person.userId,
    role: person.role,
    epoch: 'epoch',
    isSuspect: false,
    suspectSecondsLeft: null,
    remaining: { idleSeconds: 1200, absoluteSeconds: 36_000 },
  },
  reportActivity: { idleSeconds: 1200, absoluteSeconds: 36_000 },
  linkedAccounts: {
    accounts: person.linkedUsers.map((user) => ({
      userId: user.userId,
      businessName: person.businessName,
      firstName: user.firstName,
      lastName: user.lastName,
      cardLast4: user.cardLast4,
      accountBalance: usd(1_250_00),
      spendingOnHold: false,
      customIconUri: null,
      role: person.role,
      fundingSource: person.fundingSource,
      isUserAccountOpen: user.isUserAccountOpen,
      businessStatus: user.businessStatus,
      isCurrent: user.userId === person.userId,
    })),
  },
  balance: {
    fundingSource: person.fundingSource,
    ledger: usd(1_300_00),
    onHold: usd(50_00),
    available: usd(1_250_00),
    incoming: usd(0),
    creditLimit: person.fundingSource === 'Credit' ? usd(2_000_00) : null,
    spendingOnHold: false,
    asOf: '2026-11-02T15:00:00Z',
  },
  branding: {
    phoneAdminSupport: '(555) 010-0110',
    emailAdminSupport: 'business@florin.example',
    phoneCardholderSupport: '(555) 010-0120',
    emailCardholderSupport: 'cardholders@florin.example',
    addressLineOne: '1 Florin Square, Suite 200',
    addressCity: 'New York',
    addressState: 'NY',
    addressZIP: '10004',
    phoneGeneral: '(555) 010-0100',
    emailGeneral: 'hello@florin.example',
    showMobileAppsAdvert: false,
    companyLong: 'Florin Cards, Inc.',
    cardLongVisaTrademark: 'The Florin Visa card is issued by a bank.',
    cardLongMastercardTrademark: 'The Florin Mastercard is issued by a bank.',
  },
  appearance: { theme: 'fresh', scheme: 'system', tourSeenAt: '2026-01-01T00:00:00Z' },
  businessPreferences: { businessPreferences: { useCustomIcon: false, customIconUri: null } },
  loginActivityAlert: { newLoginsCount: 0, shouldAlert: false, lastSeen: null, since: null },
  ...(person.role === 'CARDHOLDER' && {
    agreementStatus: {
      agreement: agreementOf(person),
      version: 1,
      asked: true,
      accepted: { version: 1, at: '2026-01-01T00:00:00Z' },
    },
    ownCards: { items: [], nextCursor: null },
    mySpendLimits: { cards: [] },
    myRequests: { items: [], nextCursor: null },
    requestDeciders: { names: ['Maya Chen', 'Ines Duarte'] },
    cardDetailsViews: {
      card: { last4: '0932', nameOnCard: 'MAYA CHEN', isViewable: true, heldUntil: null },
      views: [],
    },
  }),
  ...(person.role === 'ADMIN' && {
    ...quietBusiness,
    onboardingChecklist: { quantity: 1, counter: 1, steps: [{ step: 'connect-bank', isDone: true, doneAt: null }] },
    primaryCreditBank: { primaryBank: bank },
    externalAccounts: { accounts: [bank], openBanking: 'embedded' },
    businessCreditLine: { amount: usd(2_000_00) },
    businessSettings: { automaticBusinessSuspension: false },
    outstandingFees: { warehouseAmount: usd(0), dismissed: false },
    recoveryRequests: [],
    requests: { items: [], nextCursor: null },
  }),
});

/** A cardholder in the list of the team. */
export const aMember = (membershipId: string, change: Partial<Member> = {}): Member => ({
  membershipId,
  personId: membershipId,
  firstName: 'Priya',
  lastName: 'Nair',
  isYou: false,
  role: 'CARDHOLDER',
  preset: null,
  hasExceptions: false,
  state: 'OPEN',
  cards: 1,
  cardLast4: '0932',
  balance: null,
  lastLoginAt: null,
  ...change,
});
