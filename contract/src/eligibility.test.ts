import { describe, expect, test } from 'vitest';
import { CardStatus } from './cards/card-states.ts';
import {
  creditHoldCause,
  eligibleActs,
  membershipStatuses,
  isEligible,
  whyNot,
  whyNotNow,
  type EligibilityFacts,
  type EligibleAct,
} from './eligibility.ts';
import { permissions, type Permission } from './permissions.ts';
import { BusinessStatus } from './program/user-info.ts';

const statuses = BusinessStatus.options;

/** The statuses of a business that allow each act, and whether a closed membership may do it. */
const byBusiness: Record<EligibleAct, { in: string; closedMembership: boolean }> = {
  'session.act': { in: 'OPEN PENDING_REVIEW SUSPENDED CLOSED', closedMembership: true },
  'role.view': { in: 'OPEN PENDING_REVIEW SUSPENDED CLOSED', closedMembership: false },
  'role.change': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: false },
  'membership.enter': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: false },
  'membership.replace-closed': { in: 'OPEN', closedMembership: false },
  'card.register': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: true },
  'card.issue': { in: 'OPEN', closedMembership: false },
  'invite.send': { in: 'OPEN', closedMembership: true },
  'invite.accept': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: true },
  'card.reveal': { in: 'OPEN PENDING_REVIEW', closedMembership: false },
  'vendor-link.use': { in: 'OPEN', closedMembership: false },
  'balance.spend': { in: 'OPEN PENDING_REVIEW', closedMembership: false },
  'card.spend': { in: 'OPEN', closedMembership: false },
  'card.change': { in: 'OPEN PENDING_REVIEW SUSPENDED CLOSED', closedMembership: true },
  'card.fund': { in: 'OPEN PENDING_REVIEW SUSPENDED CLOSED', closedMembership: true },
  'card.record': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: true },
  'money.view': { in: 'OPEN PENDING_REVIEW CLOSED', closedMembership: true },
  'money.move': { in: 'OPEN', closedMembership: true },
  'accounts.open': { in: 'OPEN', closedMembership: true },
  'bank-account.change': { in: 'OPEN PENDING_REVIEW SUSPENDED', closedMembership: true },
  'business-icon.change': { in: 'OPEN PENDING_REVIEW', closedMembership: true },
};

/** The states of a card that allow each act; acts that concern no card are allowed in all. */
const byCard: Partial<Record<EligibleAct, string>> = {
  'card.register': 'PENDING_ACTIVATION OPEN PAUSED',
  'card.reveal': 'OPEN PAUSED',
  'vendor-link.use': 'OPEN PAUSED',
  'card.spend': 'OPEN',
  'card.change': 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN PAUSED',
  'card.fund': 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN',
  'card.record': 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN PAUSED',
};

describe.each(eligibleActs)('%s', (act) => {
  test('by business and membership', () => {
    for (const membership of membershipStatuses)
      for (const status of statuses) {
        const wanted = byBusiness[act].in.split(' ').includes(status);
        const may = isEligible(act, { membership: { status: membership }, business: { status } });
        expect([membership, status, may]).toEqual([
          membership,
          status,
          wanted && (membership === 'OPEN' || byBusiness[act].closedMembership),
        ]);
      }
  });

  test('by card', () => {
    const wanted = byCard[act]?.split(' ') ?? CardStatus.options;
    expect(CardStatus.options.filter((status) => isEligible(act, { card: { status } }))).toEqual(wanted);
  });

  test('by login', () => {
    const wanted = ['session.act', 'role.view', 'role.change', 'card.reveal'].includes(act);
    expect(whyNot(act, { person: { restricted: true } })).toBe(wanted ? 'PERSON_RESTRICTED' : null);
  });

  test('unknown facts block nothing', () => expect(whyNot(act, {})).toBeNull());
});

/**
 * The statuses of a business that allow each action. Every action that changes something and is not listed needs a
 * business that is not closed.
 */
const actionsByBusiness: Partial<Record<Permission, string>> = {
  'business-icon.change': 'OPEN PENDING_REVIEW',
  'cards.issue': 'OPEN',
  'card-funding.run': 'OPEN',
  'invites.send': 'OPEN',
  'requests.make': 'OPEN',
  'transfers.make': 'OPEN',
  'vendor-links.send': 'OPEN',
};

test.each(Object.keys(permissions) as Permission[])('%s can be done', (permission) => {
  const views = permission.endsWith('.view');
  const wanted = actionsByBusiness[permission] ?? `OPEN PENDING_REVIEW SUSPENDED${views ? ' CLOSED' : ''}`;
  const open = statuses.filter((status) => whyNotNow(permission, { business: { status } }) === null);
  expect(new Set(open)).toEqual(new Set(wanted.split(' ')));
  expect(whyNotNow(permission, { membership: { status: 'CLOSED' } })).toBe('MEMBERSHIP_CLOSED');
  expect(whyNotNow(permission, { person: { restricted: true } })).toBe('PERSON_RESTRICTED');
});

test('the most lasting obstacle is the reason', () => {
  const facts: EligibilityFacts = {
    membership: { status: 'CLOSED' },
    business: { status: 'SUSPENDED', operational: false },
    card: { status: 'PAUSED' },
  };
  expect(whyNot('card.spend', facts)).toBe('MEMBERSHIP_CLOSED');
  expect(whyNot('card.spend', { ...facts, membership: { status: 'OPEN' } })).toBe('BUSINESS_SUSPENDED');
  expect(whyNot('card.spend', { business: { status: 'OPEN', operational: false } })).toBe('BUSINESS_NOT_OPERATIONAL');
  expect(whyNot('card.spend', { card: { status: 'PAUSED' } })).toBe('CARD_FROZEN');
});

describe('a line of credit on hold (specification section 4)', () => {
  const microdeposits = { authenticationMethod: 'MICRODEPOSITS' } as const;

  test.each([
    [{ ...microdeposits, status: 'AWAITINGMINIDEPOSIT' }, 100, 'bank'],
    [{ ...microdeposits, status: 'AWAITINGMINIDEPOSIT' }, 0, 'bankAndLine'],
    [{ ...microdeposits, status: 'VALIDATIONFAILED' }, undefined, 'bank'],
    [{ ...microdeposits, status: 'ACTIVE' }, -1, 'line'],
    [{ ...microdeposits, status: 'ACTIVE' }, 1, null],
    [{ ...microdeposits, status: 'ACTIVE' }, undefined, null],
    [{ authenticationMethod: 'PLAID', status: 'ACTIVE' }, 0, null],
    [null, 0, null],
  ] as const)('%j with a line of %j: %j', (primaryBank, line, cause) => {
    expect(creditHoldCause(primaryBank, line)).toBe(cause);
    const facts = (status: BusinessStatus) => ({ business: { status }, credit: { primaryBank, line } });
    expect(whyNot('balance.spend', facts('OPEN'))).toBe(cause === null ? null : 'CREDIT_ON_HOLD');
    // In review: only where no line is granted, whatever the bank.
    const inReview = line !== undefined && line <= 0;
    expect(whyNot('balance.spend', facts('PENDING_REVIEW'))).toBe(inReview ? 'CREDIT_ON_HOLD' : null);
    expect(creditHoldCause(primaryBank, line, true)).toBe(cause ?? (inReview ? 'line' : null));
  });

  test('a replenishment delay replaces the hold', () => {
    const credit = { primaryBank: { ...microdeposits, status: 'ACTIVE' }, line: 0, replenishmentDelayDays: 2 } as const;
    expect(whyNot('balance.spend', { business: { status: 'OPEN' }, credit })).toBeNull();
  });
});
