import * as v from 'valibot';
import { ShipmentStatus } from './card-states.ts';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../fields.ts';
import { Money } from '../money.ts';
import { achReturnCodes } from '../money/ach-returns.ts';
import { TransferDirection, TransferStage } from '../money/transfers.ts';

/**
 * A person simulates the merchant and the network. All calls answer NOT_FOUND unless the embedded processor runs with
 * demo data.
 */

/**
 * How a purchase goes. TIP: settled above its hold · HOTEL: an estimate, raised and settled at check-out · FUEL: a hold
 * before the amount is known · SUBSCRIPTION: charged again each month · SINGLE_MESSAGE: decided and settled at once, as
 * with a PIN · FORCE_POST: settled without an authorization · REFUND: not linked to a purchase · CREDIT: money sent to
 * the card · ACCOUNT_CHECK: an authorization of zero.
 */
export const SimulatedKind = v.picklist(
  [
    'PLAIN',
    'TIP',
    'HOTEL',
    'FUEL',
    'SUBSCRIPTION',
    'ATM',
    'SINGLE_MESSAGE',
    'FORCE_POST',
    'REFUND',
    'CREDIT',
    'BALANCE_INQUIRY',
    'ACCOUNT_CHECK',
  ],
  'format',
);
export type SimulatedKind = v.InferOutput<typeof SimulatedKind>;

/** What can happen next to a purchase. CAPTURE closes it, CAPTURE_PART leaves the rest on hold. */
export const SimulatedAct = v.picklist(
  [
    'INCREMENT',
    'ADVICE',
    'CAPTURE',
    'CAPTURE_PART',
    'CAPTURE_LATE',
    'REVERSE',
    'REVERSE_PART',
    'EXPIRE',
    'REFUND',
    'REFUND_PART',
    'REVERSE_REFUND',
    'RENEW',
    'END_SUBSCRIPTION',
  ],
  'format',
);
export type SimulatedAct = v.InferOutput<typeof SimulatedAct>;

/**
 * LATE: events come 40 seconds later · TWICE: each event comes two times · OUT_OF_ORDER: a settlement comes before its
 * hold · SILENT: the network does not receive the answer, and reverses the purchase · NONSENSE: broken fields ·
 * OTHER_PROGRAM: events name a program that the card is not in · BANK_SILENT: the bank does not answer · BANK_TWICE: it
 * reports each outcome of a transfer two times · BANK_NONSENSE: it also reports an outcome that nobody can read.
 */
export const SimulatorFault = v.picklist(
  [
    'LATE',
    'TWICE',
    'OUT_OF_ORDER',
    'SILENT',
    'NONSENSE',
    'OTHER_PROGRAM',
    'BANK_SILENT',
    'BANK_TWICE',
    'BANK_NONSENSE',
  ],
  'format',
);
export type SimulatorFault = v.InferOutput<typeof SimulatorFault>;

/**
 * What is wrong with a request, by the code with which it is declined: a check that the processor makes before its
 * request, an unknown card number, a currency that no account has, or the id of an earlier purchase.
 */
export const SimulatedMistake = v.picklist(
  [
    'cvc_mismatch',
    'expiry_mismatch',
    'zip_mismatch',
    'address_mismatch',
    'pin_wrong',
    'pin_blocked',
    'pin_not_set',
    'suspected_fraud',
    'challenge_failed',
    'card_unknown',
    'event_id_reused',
    'system',
  ],
  'format',
);
export type SimulatedMistake = v.InferOutput<typeof SimulatedMistake>;

const Presence = v.picklist(['PRESENT', 'NOT_PRESENT', 'WALLET', 'CASH'], 'format');

export const SimulatedMerchant = v.object({
  id: v.string(),
  name: v.string(),
  /** Four digits, ISO 18245. */
  mcc: v.number(),
  category: v.string(),
  city: v.string(),
  state: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2. */
  country: v.string(),
  currency: v.string(),
  /** The kinds of purchases that fit this merchant, the usual one first. */
  kinds: v.array(SimulatedKind),
  /** Whether people mostly buy there in person or online. */
  presence: Presence,
  /** A usual amount, in minor units of its currency. */
  usualAmount: v.number(),
});
export type SimulatedMerchant = v.InferOutput<typeof SimulatedMerchant>;

export const SimulatedPurchase = v.object({
  id: v.string(),
  kind: SimulatedKind,
  presence: Presence,
  merchant: v.object({ id: v.string(), name: v.string(), city: v.string(), country: v.string() }),
  card: v.object({ id: v.string(), last4: v.string(), holder: v.nullable(v.string()) }),
  /** NO_ANSWER: the network did not receive the answer in time. */
  status: v.picklist(['DECLINED', 'OPEN', 'SETTLED', 'VOIDED', 'EXPIRED', 'NO_ANSWER']),
  /** The reason of a decline (decline-codes.ts). */
  declineCode: v.nullable(v.string()),
  requested: Money,
  /** The same in the merchant's currency, as it was asked for. */
  asked: Money,
  held: Money,
  captured: Money,
  refunded: Money,
  holdUntil: v.nullable(v.string()),
  /** The next charge of a subscription. */
  renewsAt: v.nullable(v.string()),
  at: v.string(),
  /** The acts that its state allows. `amount` is the usual amount, or null if the act has no amount to choose. */
  acts: v.array(v.object({ act: SimulatedAct, amount: v.nullable(Money) })),
});
export type SimulatedPurchase = v.InferOutput<typeof SimulatedPurchase>;

export const SimulatorState = v.object({
  /** The product's clock. */
  now: v.string(),
  /** How far it is ahead of the machine's. */
  aheadSeconds: v.number(),
  /** When the next hold is released automatically. */
  nextRelease: v.nullable(v.string()),
  faults: v.array(SimulatorFault),
});
export type SimulatorState = v.InferOutput<typeof SimulatorState>;

export const simulator = endpoint({
  method: 'GET',
  path: '/api/simulator',
  summary: 'The clock of the simulated network and the faults that are on',
  access: 'session',
  answers: { 200: SimulatorState },
  errors: [],
});

export const simulatorMerchants = endpoint({
  method: 'GET',
  path: '/api/simulator/merchants',
  summary: 'The merchants to buy from',
  access: 'session',
  answers: { 200: v.array(SimulatedMerchant) },
  errors: [],
});

/**
 * For an administrator, all cards of the business; for a cardholder, their own. Closed cards are included, to show how
 * they are declined.
 */
export const simulatorCards = endpoint({
  method: 'GET',
  path: '/api/simulator/cards',
  summary: 'The cards to buy with',
  access: 'session',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        last4: v.string(),
        name: v.nullable(v.string()),
        holder: v.nullable(v.string()),
        status: v.string(),
        /** The state of its shipment; null for a virtual card. */
        shipment: v.nullable(ShipmentStatus),
      }),
    ),
  },
  errors: [],
});

/** Newest first; at most 50. */
export const simulatorPurchases = endpoint({
  method: 'GET',
  path: '/api/simulator/purchases',
  summary: 'Simulated purchases, with what can happen to each next',
  access: 'session',
  answers: { 200: v.array(SimulatedPurchase) },
  errors: [],
});

/** The maximum amount, in minor units: ten million dollars. */
export const simulatedAmountAtMost = 1_000_000_000;
const Amount = v.pipe(
  v.number('type'),
  v.safeInteger('format'),
  v.minValue(0, 'format'),
  v.maxValue(simulatedAmountAtMost, 'tooLong'),
);

/** What the merchant's terminal shows. */
const Answer = v.object({
  purchase: SimulatedPurchase,
  /** Null if there was no request, or no answer was received. */
  outcome: v.nullable(v.picklist(['APPROVED', 'PARTIAL', 'DECLINED'])),
  declineCode: v.nullable(v.string()),
  approved: Money,
});

/** Buys something: asks for the decision where the kind needs one, as the network would. */
export const simulatePurchase = endpoint({
  method: 'POST',
  path: '/api/simulator/purchases',
  summary: 'Be the merchant: buy something with a card',
  access: 'session',
  limit: { per: 'session', requests: 120, windowSeconds: 60 },
  body: v.object({
    cardId: Uuid,
    merchantId: v.pipe(v.string('type'), v.regex(/^[A-Z0-9]{1,20}$/, 'format')),
    kind: SimulatedKind,
    /** Minor units of the merchant's currency. */
    amount: Amount,
    /** The merchant's usual one if it is missing. */
    presence: v.optional(Presence),
    /** The terminal can take a part of the amount. */
    partialOk: v.optional(v.boolean('type'), false),
    /** Only for kinds with an authorization request; null if nothing is wrong. */
    mistake: v.optional(v.nullable(SimulatedMistake), null),
    idempotencyKey: Uuid,
  }),
  answers: { 201: Answer },
  errors: [],
});

/** STEP_NOT_POSSIBLE: its state does not allow the act, or not with this amount. */
export const simulateAct = endpoint({
  method: 'POST',
  path: '/api/simulator/purchases/{id}/acts',
  summary: 'Let something happen to a simulated purchase',
  access: 'session',
  limit: { per: 'session', requests: 120, windowSeconds: 60 },
  params: v.object({ id: Uuid }),
  body: v.object({
    act: SimulatedAct,
    /** Minor units of the card's currency; the offered amount if it is missing. */
    amount: v.optional(Amount),
  }),
  answers: { 200: Answer },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** Moves the product's clock: holds are released, subscriptions charged and schedules run as if the time had passed. */
export const passTime = endpoint({
  method: 'POST',
  path: '/api/simulator/time',
  summary: 'Let hours or days pass',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({
    /** Null: to the moment when the next hold is released. */
    seconds: v.nullable(
      v.pipe(v.number('type'), v.integer('format'), v.minValue(1, 'format'), v.maxValue(31 * 86_400, 'format')),
    ),
  }),
  answers: { 200: SimulatorState },
  errors: ['STEP_NOT_POSSIBLE'],
});

export const setFaults = endpoint({
  method: 'PUT',
  path: '/api/simulator/faults',
  summary: 'Let things go wrong between the network or the bank and the product',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({ faults: v.pipe(v.array(SimulatorFault), v.maxLength(9, 'tooLong')) }),
  answers: { 200: SimulatorState },
  errors: [],
});

/**
 * What the bank does with a transfer that it has. SETTLE, RETURN and DECLINE happen at once · RETURN_LATE: twenty bank days
 * after the settlement, when a deposit can be spent already.
 */
export const SimulatedBankAct = v.picklist(['SETTLE', 'RETURN', 'RETURN_LATE', 'DECLINE'], 'format');
export type SimulatedBankAct = v.InferOutput<typeof SimulatedBankAct>;

export const SimulatedTransfer = v.object({
  id: v.string(),
  direction: TransferDirection,
  amount: Money,
  stage: TransferStage,
  bankAccount: v.object({ bankName: v.string(), last4: v.string() }),
  /** The acts that are possible now; none before the bank has it. */
  acts: v.array(SimulatedBankAct),
});
export type SimulatedTransfer = v.InferOutput<typeof SimulatedTransfer>;

/** The newest transfers of the business, at most 50. */
export const simulatorTransfers = endpoint({
  method: 'GET',
  path: '/api/simulator/transfers',
  summary: 'Bank transfers, with what the bank can do with each',
  access: 'session',
  permission: 'transfers.view',
  answers: { 200: v.array(SimulatedTransfer) },
  errors: [],
});

/** STEP_NOT_POSSIBLE: the bank does not have the transfer, or is done with it. */
export const simulateBankAct = endpoint({
  method: 'POST',
  path: '/api/simulator/transfers/{id}/acts',
  summary: 'Be the bank: settle, return or decline a transfer',
  access: 'session',
  permission: 'transfers.make',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  params: v.object({ id: Uuid }),
  body: v.object({
    act: SimulatedBankAct,
    /** Of a return (ach-returns.ts). */
    returnCode: v.optional(v.picklist(achReturnCodes, 'format'), 'R01'),
  }),
  answers: { 200: SimulatedTransfer },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** The steps of a physical card's shipment that its state allows. */
export const simulateShipment = endpoint({
  method: 'POST',
  path: '/api/simulator/shipments',
  summary: 'Move a physical card on its way',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  body: v.object({ cardId: Uuid, status: v.picklist(['SHIPPED', 'DELIVERED', 'RETURNED', 'FAILURE'], 'format') }),
  answers: { 204: null },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** The steps of a bank transfer that the product tells the bank (`send`) or hears from it. */
export const SimulatedBankStep = v.picklist(['send', 'settle', 'return', 'decline', 'reverse']);
export type SimulatedBankStep = v.InferOutput<typeof SimulatedBankStep>;

/**
 * Messages between the network, the bank and the product, newest first; at most 100. The bank's are shown to
 * administrators who may see bank transfers.
 */
export const simulatorLog = endpoint({
  method: 'GET',
  path: '/api/simulator/log',
  summary: 'What the network and the bank sent, and the answers',
  access: 'session',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        at: v.string(),
        type: v.string(),
        merchant: v.nullable(v.string()),
        amount: Money,
        /** APPROVED, PARTIAL, a decline code, APPLIED, SAME_ANSWER, REFUSED; null while it is on its way. */
        answer: v.nullable(v.string()),
        milliseconds: v.nullable(v.number()),
        /** Of a message of the bank; `type` is its step then. */
        transfer: v.nullable(
          v.object({
            step: SimulatedBankStep,
            direction: TransferDirection,
            bankAccount: v.object({ bankName: v.string(), last4: v.string() }),
            returnCode: v.nullable(v.string()),
          }),
        ),
      }),
    ),
  },
  errors: [],
});
