import { describe, expect, test } from 'vitest';
import {
  CardActor,
  cardTransitions,
  CardStatus,
  CardSubstatus,
  closeReasons,
  freezeCauses,
  freezes,
  mayFreeze,
  mayLift,
  mayReplace,
  mayTransition,
  mayUnfreeze,
  replaceReasons,
  replacements,
  shipmentMoves,
  ShipmentStatus,
  type CardTransition,
} from './card-states.ts';

const transitions = Object.keys(cardTransitions) as CardTransition[];

/** The states in which each act is possible, and who may do it. */
const possible: Record<CardTransition, { from: string; by: string }> = {
  fulfill: { from: 'PENDING_FULFILLMENT', by: 'SYSTEM' },
  activate: { from: 'PENDING_ACTIVATION', by: 'HOLDER ADMIN SYSTEM' },
  freeze: { from: 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN PAUSED', by: 'HOLDER ADMIN SYSTEM' },
  unfreeze: { from: 'PENDING_FULFILLMENT PENDING_ACTIVATION PAUSED', by: 'HOLDER ADMIN SYSTEM' },
  replace: { from: 'PENDING_ACTIVATION OPEN PAUSED', by: 'HOLDER ADMIN SYSTEM' },
  setPin: { from: 'PENDING_ACTIVATION OPEN', by: 'HOLDER ADMIN' },
  update: { from: 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN PAUSED', by: 'ADMIN' },
  close: { from: 'PENDING_FULFILLMENT PENDING_ACTIVATION OPEN PAUSED', by: 'HOLDER ADMIN SYSTEM' },
};

describe.each(transitions)('%s', (transition) => {
  const { from, by } = possible[transition];

  test('by state and actor', () => {
    for (const status of CardStatus.options)
      for (const actor of CardActor.options) {
        const wanted = from.split(' ').includes(status) && by.split(' ').includes(actor);
        expect([status, actor, mayTransition(transition, status, actor)]).toEqual([status, actor, wanted]);
      }
    expect(CardStatus.options.filter((status) => mayTransition(transition, status))).toEqual(from.split(' '));
  });
});

test('every state can be reached from the first, and the last is final', () => {
  const reached = new Set(['PENDING_FULFILLMENT', ...transitions.map((each) => cardTransitions[each].to)]);
  expect([...reached].filter((state) => state !== null).toSorted()).toEqual(CardStatus.options.toSorted());
  expect(transitions.filter((each) => mayTransition(each, 'CLOSED'))).toEqual([]);
});

test('a freeze is lifted by its own side; no holder lifts an administrator’s or the program’s', () => {
  for (const cause of freezeCauses) expect(mayLift(cause, freezes[cause].by)).toBe(true);
  expect(freezeCauses.filter((cause) => mayLift(cause, 'HOLDER'))).toEqual(['HOLDER_FREEZE']);
  expect(mayLift('HOLDER_FREEZE', 'ADMIN')).toBe(false);
  expect(freezeCauses.filter((cause) => mayLift(cause, 'ADMIN'))).toEqual([
    'SUSPICIOUS_ACTIVITY',
    'RECEIPTS_OVERDUE',
    'ADMIN_FREEZE',
  ]);
});

test.each([
  ['OPEN', [], 'HOLDER ADMIN', ''],
  ['PENDING_ACTIVATION', [], 'HOLDER ADMIN', ''],
  ['PAUSED', ['HOLDER_FREEZE'], 'ADMIN', 'HOLDER'],
  ['PENDING_ACTIVATION', ['ADMIN_FREEZE'], 'HOLDER', 'ADMIN'],
  ['PAUSED', ['HOLDER_FREEZE', 'ADMIN_FREEZE'], '', 'HOLDER ADMIN'],
  ['PAUSED', ['SUSPENDED_BUSINESS'], 'HOLDER ADMIN', ''],
  ['CLOSED', ['HOLDER_FREEZE', 'ADMIN_FREEZE'], '', ''],
] as const)('%s with %j: frozen by %s, unfrozen by %s', (status, causes, freezing, unfreezing) => {
  const card = { status, freezes: causes.map((cause) => ({ cause, by: freezes[cause].by })) };
  const people = ['HOLDER', 'ADMIN'] as const;
  expect(people.filter((actor) => mayFreeze(card, actor)).join(' ')).toBe(freezing);
  expect(people.filter((actor) => mayUnfreeze(card, actor)).join(' ')).toBe(unfreezing);
});

test('a lost, stolen or misused card is closed at once, a damaged or expiring one stays', () => {
  expect(replaceReasons.filter((reason) => replacements[reason].closesAtOnce)).toEqual([
    'LOST',
    'STOLEN',
    'COMPROMISED',
    'UNDELIVERABLE',
  ]);
  const open = { status: 'OPEN', substatus: null } as const;
  expect(replaceReasons.filter((reason) => mayReplace(reason, open, 'HOLDER'))).toEqual([
    'LOST',
    'STOLEN',
    'COMPROMISED',
    'DAMAGED',
  ]);
  for (const substatus of CardSubstatus.options)
    expect(mayReplace('UNDELIVERABLE', { status: 'CLOSED', substatus }, 'ADMIN')).toBe(substatus === 'UNDELIVERABLE');
});

test('each actor who can close a card has reasons of their own', () => {
  for (const actor of CardActor.options)
    for (const reason of closeReasons[actor]) expect(CardSubstatus.options).toContain(reason);
  expect(closeReasons.HOLDER).not.toContain('ISSUER_REQUEST');
});

test('mail comes back from the carrier or the door, and from nowhere else', () => {
  const before = ShipmentStatus.options.filter((status) =>
    (shipmentMoves[status] as readonly string[]).includes('RETURNED'),
  );
  expect(before).toEqual(['SHIPPED', 'DELIVERED']);
});
