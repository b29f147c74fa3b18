/** A person of several linked accounts in component tests. */
import { onboardingSteps } from '@florin/contract/program/onboarding-checklist';
import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import type { UserInfo } from '@florin/contract/program/user-info';
import type { Answers } from './answers.ts';
import { administrator, answersFor, cardholder, signedIn, usd } from './people.ts';

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`;

const account = (n: number, businessName: string, more: Partial<LinkedAccount> = {}): LinkedAccount => ({
  userId: id(n),
  businessName,
  firstName: 'Maya',
  lastName: 'Chen',
  cardLast4: null,
  accountBalance: usd(n * 100_00),
  spendingOnHold: false,
  customIconUri: null,
  role: more.cardLast4 == null ? 'ADMIN' : 'CARDHOLDER',
  fundingSource: 'Prepaid',
  isUserAccountOpen: true,
  businessStatus: 'OPEN',
  isCurrent: false,
  ...more,
});

/** Seven accounts, one of every label. */
export const sevenAccounts: readonly LinkedAccount[] = [
  account(1, 'Northwind Trading'),
  account(2, 'Brightline Studio', { fundingSource: 'Credit' }),
  account(3, 'Northwind Trading', { cardLast4: '4821' }),
  account(4, 'Copper Kettle Catering', { businessStatus: 'SUSPENDED' }),
  account(5, 'Old Town Print Shop', { businessStatus: 'CLOSED' }),
  account(6, 'Meadowlark Schools', { cardLast4: '1187', isUserAccountOpen: false }),
  account(7, 'Juniper Robotics', { businessStatus: 'PENDING_REVIEW' }),
];

const personIn = (current: LinkedAccount): UserInfo => ({
  ...(current.role === 'ADMIN' ? administrator : cardholder),
  userId: current.userId,
  businessName: current.businessName,
  cardLast4: current.cardLast4,
  fundingSource: current.fundingSource,
  linkedUsers: sevenAccounts.map(({ userId, cardLast4, isUserAccountOpen, businessStatus }) => ({
    ...administrator.linkedUsers[0]!,
    userId,
    cardLast4,
    isUserAccountOpen,
    businessStatus,
  })),
});

/** The server of a person of seven accounts: a switch changes what its calls answer. */
export function linkedAccountsServer(): Answers {
  let current = sevenAccounts[0]!;
  const answers = () => answersFor(personIn(current));
  /** Each account has as many steps left as its number. */
  const done = () => onboardingSteps.length - sevenAccounts.indexOf(current) - 1;
  return {
    ...answers(),
    ...answersFor(cardholder),
    ...answersFor(administrator),
    userInfo: () => personIn(current),
    session: () => ({ ...(answers().session as object), epoch: current.userId }) as never,
    linkedAccounts: () => ({
      accounts: sevenAccounts.map((each) => ({ ...each, isCurrent: each.userId === current.userId })),
    }),
    balance: () => ({ ...(answers().balance as object), available: current.accountBalance }) as never,
    onboardingChecklist: () => ({
      quantity: onboardingSteps.length,
      counter: done(),
      steps: onboardingSteps.map((step, i) => ({ step, isDone: i < done(), doneAt: null })),
    }),
    switchUser: ({ body: { userId } }) => {
      current = sevenAccounts.find((each) => each.userId === userId)!;
      return { ...signedIn, epoch: userId };
    },
  };
}
