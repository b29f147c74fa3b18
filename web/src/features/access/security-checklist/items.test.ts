import { checklistItems } from '@florin/contract/access/security-checklist';
import { expect, test } from 'vitest';
import { guardAt } from '../../../routes.tsx';
import { decide } from '../../../session/account/guards.ts';
import { wayTo } from './items.ts';

const person = (role: 'ADMIN' | 'CARDHOLDER') => ({
  role,
  features: [],
  businessSuspended: false,
  businessOpen: true,
  allowAdminViewCardUsage: true,
  fundingSource: 'Prepaid' as const,
  userData: {
    accountStatus: 'OPEN',
    bankId: 'BANCORP',
    bankPayment: 'Visa',
    program: 'Business',
    businessOperational: true,
  } as const,
});

test.each(['ADMIN', 'CARDHOLDER'] as const)('%s: every link leads to a page open to the role', (role) => {
  const ways = checklistItems.flatMap((item) => wayTo(item, role) ?? []);
  expect(ways.length).toBeGreaterThan(2);
  for (const { to } of ways)
    expect([to, decide(guardAt(to)!, { path: to, person: person(role) })]).toEqual([to, 'enter']);
});
