import { expect, test } from 'vitest';
import { openAccountInsteadOf } from './person.ts';

const userData = (accountStatus: 'OPEN' | 'CLOSED') => ({
  accountStatus,
  firstName: 'A',
  lastName: 'B',
  bankId: 'BANCORP',
  bankPayment: 'Visa',
  program: 'Business',
  businessOperational: true,
  usePexAccountBalanceForAuths: false,
});
const linked = (userId: string, isUserAccountOpen: boolean, businessStatus: 'OPEN' | 'CLOSED' | 'SUSPENDED') => ({
  userId,
  firstName: 'A',
  lastName: 'B',
  userName: 'ab',
  isUserAccountOpen,
  businessStatus,
  cardLast4: null,
});

test('a closed account gives way to the first open one of an open business', () => {
  const linkedUsers = [
    linked('current', false, 'OPEN'),
    linked('closed', false, 'OPEN'),
    linked('suspended', true, 'SUSPENDED'),
    linked('first', true, 'OPEN'),
    linked('second', true, 'OPEN'),
  ];
  expect(openAccountInsteadOf({ userId: 'current', userData: userData('CLOSED'), linkedUsers })).toBe('first');
  expect(openAccountInsteadOf({ userId: 'current', userData: userData('OPEN'), linkedUsers })).toBeNull();
});

test('where no account is open, nothing is switched', () => {
  const linkedUsers = [linked('current', true, 'OPEN'), linked('other', true, 'CLOSED')];
  expect(openAccountInsteadOf({ userId: 'current', userData: userData('CLOSED'), linkedUsers })).toBeNull();
});
