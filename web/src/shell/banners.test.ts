import { expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { bannersFor } from './banners.ts';

const person = {
  role: 'ADMIN',
  businessSuspended: false,
  suspensionMode: null,
  fundingSource: 'Prepaid',
  userId: 'me',
  userData: { accountStatus: 'OPEN', businessOperational: true },
  linkedUsers: [],
} as const;
const words = en.shell.banners;
const texts = (over: Partial<Parameters<typeof bannersFor>[0]>) =>
  bannersFor({ ...person, ...over }).map(({ text }) => text);

test('an account in order has none', () => {
  expect(texts({})).toEqual([]);
});

test('each suspension mode has its own words for administrators', () => {
  const modes = ['CreditWorthiness', 'PlaidConnectivity', 'PaymentFailure', 'Compliance', 'Fraud', 'Default'] as const;
  const all = modes.map((suspensionMode) => texts({ businessSuspended: true, suspensionMode })[0]);
  expect(new Set(all).size).toBe(modes.length);
  expect(texts({ businessSuspended: true })).toEqual([words.suspended.Default]);
});

test('cardholders are told whom to ask, not why', () => {
  expect(texts({ role: 'CARDHOLDER', businessSuspended: true, suspensionMode: 'Fraud' })).toEqual([
    words.suspendedForCardholders,
  ]);
});

test('pending review needs a funding source and says which', () => {
  const userData = { accountStatus: 'OPEN', businessOperational: false } as const;
  expect(texts({ userData })).toEqual([words.pendingReviewPrepaid]);
  expect(texts({ userData, fundingSource: 'Credit' })).toEqual([words.pendingReviewCredit]);
  expect(texts({ userData, fundingSource: null })).toEqual([]);
});

test('a closed account says so', () => {
  expect(texts({ userData: { accountStatus: 'CLOSED', businessOperational: false } })).toEqual([
    'This account was closed!',
  ]);
  const linkedUsers = [{ userId: 'me', isUserAccountOpen: true, businessStatus: 'CLOSED' }] as const;
  expect(texts({ linkedUsers })).toEqual(['This account was closed!']);
});
