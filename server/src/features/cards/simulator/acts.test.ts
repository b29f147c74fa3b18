import { SimulatedAct, SimulatedKind } from '@florin/contract/cards/simulator';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { offerFor, offersOf, type PurchaseState } from './acts.ts';

const purchase = (state: Partial<PurchaseState>): PurchaseState => ({
  kind: 'PLAIN',
  status: 'OPEN',
  requested: 10_000,
  held: 10_000,
  captured: 0,
  refunded: 0,
  renews: false,
  ...state,
});

const actsOf = (state: Partial<PurchaseState>) => offersOf(purchase(state)).map(({ act }) => act);

test.each<[string, Partial<PurchaseState>, string[]]>([
  ['a purchase on hold', {}, ['CAPTURE', 'CAPTURE_PART', 'REVERSE_PART', 'INCREMENT', 'ADVICE', 'REVERSE', 'EXPIRE']],
  ['a cent on hold has no parts', { held: 1 }, ['CAPTURE', 'INCREMENT', 'ADVICE', 'REVERSE', 'EXPIRE']],
  ['a restaurant', { kind: 'TIP' }, ['CAPTURE', 'INCREMENT', 'REVERSE', 'EXPIRE']],
  ['a pump', { kind: 'FUEL' }, ['ADVICE', 'CAPTURE', 'REVERSE', 'EXPIRE']],
  [
    'a hotel',
    { kind: 'HOTEL' },
    ['INCREMENT', 'CAPTURE', 'ADVICE', 'CAPTURE_PART', 'REVERSE_PART', 'REVERSE', 'EXPIRE'],
  ],
  ['a settled purchase', { status: 'SETTLED', held: 0, captured: 10_000 }, ['REFUND', 'REFUND_PART']],
  ['a refunded one', { status: 'SETTLED', held: 0, captured: 10_000, refunded: 10_000 }, ['REVERSE_REFUND']],
  [
    'a subscription',
    { kind: 'SUBSCRIPTION', status: 'SETTLED', held: 0, captured: 1, renews: true },
    ['REFUND', 'RENEW', 'END_SUBSCRIPTION'],
  ],
  ['an announced credit', { kind: 'CREDIT' }, ['CAPTURE']],
  ['an unlinked refund', { kind: 'REFUND', status: 'SETTLED', refunded: 500, captured: 0 }, ['REVERSE_REFUND']],
  ['an expired hold', { status: 'EXPIRED' }, ['CAPTURE_LATE']],
  ['a decline', { status: 'DECLINED' }, ['CAPTURE_LATE']],
  ['an unheard answer', { status: 'NO_ANSWER' }, ['CAPTURE_LATE']],
  ['a check', { kind: 'ACCOUNT_CHECK', status: 'SETTLED' }, []],
])('%s', (_what, state, acts) => {
  expect(actsOf(state)).toEqual(acts);
});

test('a tip settles 18 percent above the hold, fuel far below it', () => {
  const usual = (kind: PurchaseState['kind']) =>
    offersOf(purchase({ kind })).find(({ act }) => act === 'CAPTURE')!.amount;
  expect(usual('TIP')).toBe(11_800);
  expect(usual('FUEL')).toBe(3500);
});

test('a part leaves a rest, and the rest of a refund is all that is left', () => {
  expect(offerFor(purchase({}), 'CAPTURE_PART', 10_000)).toBeNull();
  expect(offerFor(purchase({}), 'CAPTURE_PART', 9999)?.offer.step?.(9999)).toMatchObject({
    type: 'CLEARING',
    isFinal: false,
    settles: 9999,
    after: { held: 1, captured: 9999 },
  });
  const partly = purchase({ status: 'SETTLED', held: 0, captured: 10_000, refunded: 4000 });
  expect(offerFor(partly, 'REFUND', undefined)?.offer.step?.(1)).toMatchObject({ amount: 6000, settles: -6000 });
  expect(offerFor(partly, 'REFUND_PART', 6000)).toBeNull();
});

test('whatever happens, nothing held, settled or paid back falls below zero, and no more comes back than was paid', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...SimulatedAct.options), fc.integer({ min: 0, max: 20_000 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.constantFrom(...SimulatedKind.options), steps, (kind, acts) => {
      let state = purchase({ kind });
      for (const [act, amount] of acts) {
        const found = offerFor(state, act, amount);
        const step = found?.offer.step?.(found.amount);
        if (!step) continue;
        expect(step.amount).toBeGreaterThanOrEqual(0);
        state = { ...state, ...step.after };
        expect(Math.min(state.held, state.captured, state.refunded)).toBeGreaterThanOrEqual(0);
        if (kind !== 'CREDIT') expect(state.refunded).toBeLessThanOrEqual(state.captured);
        if (state.status === 'OPEN' && kind !== 'CREDIT') expect(state.held).toBeGreaterThan(0);
        else if (kind !== 'CREDIT') expect(state.held).toBe(0);
      }
    }),
  );
});
