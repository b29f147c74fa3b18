import { expect, test } from 'vitest';
import { isClosed, openAccountInsteadOf } from './eligibility.ts';

type Status = 'OPEN' | 'PENDING_REVIEW' | 'SUSPENDED' | 'CLOSED';
const linked = (userId: string, isUserAccountOpen: boolean, businessStatus: Status) => ({
  userId,
  isUserAccountOpen,
  businessStatus,
});
const info = (accountStatus: 'OPEN' | 'CLOSED', businessStatus: Status, ...others: ReturnType<typeof linked>[]) => ({
  userId: 'current',
  userData: { accountStatus },
  linkedUsers: [linked('current', accountStatus === 'OPEN', businessStatus), ...others],
});

const closed = linked('closed', false, 'OPEN');
const suspended = linked('suspended', true, 'SUSPENDED');
const first = linked('first', true, 'OPEN');
const second = linked('second', true, 'OPEN');

test('an account is closed by itself or with its business', () => {
  expect(isClosed(info('OPEN', 'OPEN'))).toBe(false);
  expect(isClosed(info('OPEN', 'SUSPENDED'))).toBe(false);
  expect(isClosed(info('CLOSED', 'OPEN'))).toBe(true);
  expect(isClosed(info('OPEN', 'CLOSED'))).toBe(true);
});

test('a closed account is replaced by the first open one of an open business', { tags: '@4.35' }, () => {
  expect(openAccountInsteadOf(info('CLOSED', 'OPEN', closed, suspended, first, second))).toBe('first');
  expect(openAccountInsteadOf(info('OPEN', 'CLOSED', first))).toBe('first');
  expect(openAccountInsteadOf(info('OPEN', 'OPEN', first))).toBeNull();
});

test('if no account is open, nothing is switched', () => {
  expect(openAccountInsteadOf(info('CLOSED', 'OPEN', closed, suspended))).toBeNull();
});
