import { simulatedAmountAtMost, type SimulatedAct, type SimulatedKind } from '@florin/contract/cards/simulator';
import type { CardEventType } from '@florin/contract/cards/transaction-states';

/** A purchase as its merchant sees it; cents of the card's currency. */
export interface PurchaseState {
  kind: SimulatedKind;
  status: 'DECLINED' | 'OPEN' | 'SETTLED' | 'VOIDED' | 'EXPIRED' | 'NO_ANSWER';
  requested: number;
  held: number;
  captured: number;
  refunded: number;
  renews: boolean;
}

/** How a kind begins: the network asks, or only tells. */
export const beginnings: Readonly<
  Record<
    SimulatedKind,
    { asks: boolean; type: Exclude<CardEventType, 'FEE'>; settles: 'no' | 'atOnce'; isEstimate?: true }
  >
> = {
  PLAIN: { asks: true, type: 'AUTHORIZATION', settles: 'no' },
  TIP: { asks: true, type: 'AUTHORIZATION', settles: 'no' },
  HOTEL: { asks: true, type: 'AUTHORIZATION', settles: 'no', isEstimate: true },
  FUEL: { asks: true, type: 'AUTHORIZATION', settles: 'no', isEstimate: true },
  SUBSCRIPTION: { asks: true, type: 'AUTHORIZATION', settles: 'atOnce' },
  ATM: { asks: true, type: 'AUTHORIZATION', settles: 'atOnce' },
  SINGLE_MESSAGE: { asks: true, type: 'AUTHORIZATION', settles: 'atOnce' },
  ACCOUNT_CHECK: { asks: true, type: 'AUTHORIZATION', settles: 'no' },
  FORCE_POST: { asks: false, type: 'CLEARING', settles: 'atOnce' },
  REFUND: { asks: false, type: 'RETURN', settles: 'atOnce' },
  CREDIT: { asks: false, type: 'CREDIT_AUTHORIZATION', settles: 'no' },
  BALANCE_INQUIRY: { asks: false, type: 'BALANCE_INQUIRY', settles: 'no' },
};

/** The event of an act, and the purchase after it. INCREMENT and RENEW ask for a decision instead. */
export interface Step {
  type: Exclude<CardEventType, 'FEE'>;
  amount: number;
  isFinal?: boolean;
  holdAfter?: number;
  /** What the network settles: above zero is owed to it. */
  settles: number;
  after: Partial<Pick<PurchaseState, 'status' | 'held' | 'captured' | 'refunded'>>;
}

interface Offer {
  act: SimulatedAct;
  /** The usual amount; null where there is none to choose. */
  amount: number | null;
  /** The step, for an amount that is possible; missing where the act asks for a decision. */
  step?: (amount: number) => Step;
  least: number;
  most: number;
}

const tipPercent = 18;
const dinner = 5800;
const share = (amount: number, percent: number) => Math.max(1, Math.round((amount * percent) / 100));

/** What the state of a purchase allows, the likeliest first. */
export function offersOf(p: PurchaseState): Offer[] {
  if (p.kind === 'BALANCE_INQUIRY' || p.kind === 'ACCOUNT_CHECK') return [];
  switch (p.status) {
    case 'OPEN':
      return p.kind === 'CREDIT' ? [pay(p)] : open(p);
    case 'SETTLED':
      return settled(p);
    case 'DECLINED':
    case 'VOIDED':
    case 'EXPIRED':
    case 'NO_ANSWER':
      return p.kind === 'CREDIT' || p.kind === 'REFUND' ? [] : [capture(p, 'CAPTURE_LATE', Math.max(1, p.requested))];
  }
}

const capture = (p: PurchaseState, act: 'CAPTURE' | 'CAPTURE_LATE', usual: number): Offer => ({
  act,
  amount: usual,
  least: 1,
  most: simulatedAmountAtMost,
  step: (amount) => ({
    type: 'CLEARING',
    amount,
    isFinal: true,
    settles: amount,
    after: { status: 'SETTLED', held: 0, captured: p.captured + amount },
  }),
});

function open(p: PurchaseState): Offer[] {
  const part = share(p.held, 50);
  const ended = p.captured > 0 ? 'SETTLED' : undefined;
  const partial: Offer = {
    act: 'CAPTURE_PART',
    amount: part,
    least: 1,
    most: p.held - 1,
    step: (amount) => ({
      type: 'CLEARING',
      amount,
      isFinal: false,
      settles: amount,
      after: { held: p.held - amount, captured: p.captured + amount },
    }),
  };
  const reversePart: Offer = {
    act: 'REVERSE_PART',
    amount: part,
    least: 1,
    most: p.held - 1,
    step: (amount) => ({
      type: 'AUTHORIZATION_REVERSAL',
      amount,
      holdAfter: p.held - amount,
      settles: 0,
      after: { held: p.held - amount },
    }),
  };
  const reverse: Offer = {
    act: 'REVERSE',
    amount: null,
    least: 0,
    most: simulatedAmountAtMost,
    step: () => ({
      type: 'AUTHORIZATION_REVERSAL',
      amount: p.held,
      holdAfter: 0,
      settles: 0,
      after: { status: ended ?? 'VOIDED', held: 0 },
    }),
  };
  const expire: Offer = {
    act: 'EXPIRE',
    amount: null,
    least: 0,
    most: simulatedAmountAtMost,
    step: () => ({
      type: 'AUTHORIZATION_EXPIRY',
      amount: p.held,
      settles: 0,
      after: { status: ended ?? 'EXPIRED', held: 0 },
    }),
  };
  const increment: Offer = {
    act: 'INCREMENT',
    amount: p.kind === 'HOTEL' ? dinner : share(p.requested, 20),
    least: 1,
    most: simulatedAmountAtMost,
  };
  const advice: Offer = {
    act: 'ADVICE',
    amount: p.kind === 'FUEL' ? share(p.held, 35) : p.held,
    least: 0,
    most: simulatedAmountAtMost,
    step: (amount) => ({
      type: 'AUTHORIZATION_ADVICE',
      amount,
      holdAfter: amount,
      settles: 0,
      after: { held: amount, ...(amount === 0 && { status: ended ?? 'VOIDED' }) },
    }),
  };
  const parts = p.held > 1 ? [partial, reversePart] : [];
  switch (p.kind) {
    case 'HOTEL':
      return [increment, capture(p, 'CAPTURE', p.held), advice, ...parts, reverse, expire];
    case 'FUEL':
      return [advice, capture(p, 'CAPTURE', share(p.held, 35)), reverse, expire];
    case 'TIP':
      return [capture(p, 'CAPTURE', p.held + share(p.held, tipPercent)), increment, reverse, expire];
    default:
      return [capture(p, 'CAPTURE', p.held), ...parts, increment, advice, reverse, expire];
  }
}

/** The money that was announced arrives. */
const pay = (p: PurchaseState): Offer => ({
  act: 'CAPTURE',
  amount: p.requested,
  least: 1,
  most: simulatedAmountAtMost,
  step: (amount) => ({
    type: 'RETURN',
    amount,
    settles: -amount,
    after: { status: 'SETTLED', refunded: p.refunded + amount },
  }),
});

function settled(p: PurchaseState): Offer[] {
  const rest = p.captured - p.refunded;
  const refund = (act: 'REFUND' | 'REFUND_PART', amount: number, most: number): Offer => ({
    act,
    amount: act === 'REFUND' ? null : amount,
    least: 1,
    most,
    step: (chosen) => {
      const paid = act === 'REFUND' ? rest : chosen;
      return { type: 'RETURN', amount: paid, settles: -paid, after: { refunded: p.refunded + paid } };
    },
  });
  return [
    ...(rest > 0 ? [refund('REFUND', rest, rest)] : []),
    ...(rest > 1 ? [refund('REFUND_PART', share(rest, 50), rest - 1)] : []),
    ...(p.refunded > 0
      ? [
          {
            act: 'REVERSE_REFUND' as const,
            amount: null,
            least: 0,
            most: simulatedAmountAtMost,
            step: (): Step => ({
              type: 'RETURN_REVERSAL',
              amount: p.refunded,
              settles: p.refunded,
              after: { refunded: 0 },
            }),
          },
        ]
      : []),
    ...(p.renews
      ? [
          { act: 'RENEW' as const, amount: null, least: 0, most: simulatedAmountAtMost },
          { act: 'END_SUBSCRIPTION' as const, amount: null, least: 0, most: simulatedAmountAtMost },
        ]
      : []),
  ];
}

/** The offer for an act with an amount; null if the state or the amount does not allow it. */
export function offerFor(
  p: PurchaseState,
  act: SimulatedAct,
  amount: number | undefined,
): { offer: Offer; amount: number } | null {
  const offer = offersOf(p).find((candidate) => candidate.act === act);
  if (!offer) return null;
  const chosen = offer.amount === null ? offer.least : (amount ?? offer.amount);
  return chosen >= offer.least && chosen <= offer.most ? { offer, amount: chosen } : null;
}
