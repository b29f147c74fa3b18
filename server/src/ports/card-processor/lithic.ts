import type { CardEventType, Presence } from '@florin/contract/cards/transaction-states';
import type { Lithic } from 'lithic';
import * as v from 'valibot';
import {
  CardProcessorError,
  type CardOrder,
  type CardProcessor,
  type CardReference,
  type ProcessorDecision,
  type Shipping,
  type StandIn,
} from './card-processor.ts';
import { countryOf } from './countries.ts';
import {
  withoutCardData,
  type Delivery,
  type Incoming,
  type SettlementReport,
  type WebhookRequest,
} from './incoming.ts';

export interface LithicSettings {
  apiKey: string;
  /** Of the event subscription. */
  webhookSecret: string;
  /** The secret of Auth Stream Access, which differs from that of events. */
  authStreamSecret: string;
  /** `https://api.lithic.com`, `https://sandbox.lithic.com`, or a test's server. */
  url: string;
}

/**
 * Lithic through its official client: Auth Stream Access for decisions, events for everything else. The client is
 * loaded only where Lithic is configured.
 */
export function lithicProcessor(settings: LithicSettings): CardProcessor {
  let loading: Promise<Lithic> | undefined;
  const client = () => (loading ??= loadClient(settings));
  const call = async <T>(act: (lithic: Lithic) => Promise<T>): Promise<T> => {
    try {
      return await act(await client());
    } catch (error) {
      throw failureOf(error);
    }
  };
  const update = ({ reference, idempotencyKey }: CardReference, params: Lithic.CardUpdateParams) =>
    call(async (lithic) => {
      await lithic.cards.update(reference, params, { headers: { 'idempotency-key': idempotencyKey } });
    });

  return {
    name: 'lithic',
    numbersCards: true,
    securityCode: () => refuse('a security code is shown by Lithic’s own frame only'),
    issue: (order) => call((lithic) => issue(lithic, order)),
    activate: (card) => update(card, { state: 'OPEN' }),
    freeze: (card) => update(card, { state: 'PAUSED' }),
    unfreeze: (card) => update(card, { state: 'OPEN' }),
    setPin: () => refuse('a PIN is set in Lithic’s own frame, or at a cash machine'),
    ship: ({ reference }, shipping) =>
      call(async (lithic) => {
        await lithic.cards.reissue(reference, shippingOf(shipping));
      }),
    setStandIn: (card, standIn) => update(card, limitOf(standIn)),
    close: (card, reason) =>
      update(card, { state: 'CLOSED', ...(reason !== 'CANCELED' && { substatus: 'LOST' as const }) }),
    webhooks: {
      prepare: async () => void (await client()),
      read: async (request) => deliveryOf(request, verify(await client(), settings, request)),
      incoming: incomingOf,
      answer,
      missed: (since) => call((lithic) => missedSince(lithic, since)),
    },
    settlement: (day) => call((lithic) => settlementOf(lithic, day)),
  };
}

const refuse = (why: string) => Promise.reject(new CardProcessorError(`Lithic: ${why}`, 'refused'));

async function loadClient({ apiKey, url }: LithicSettings): Promise<Lithic> {
  const { Lithic: Client } = await import('lithic');
  return new Client({
    apiKey,
    baseURL: url.replace(/\/+$/, ''),
    maxRetries: 2,
    timeout: 20_000,
    logLevel: 'off',
  });
}

const ApiError = v.object({ status: v.number() });

/** Only the status of the client's error is kept, because the message can quote the request. */
function failureOf(error: unknown): CardProcessorError {
  if (error instanceof CardProcessorError) return error;
  const known = v.safeParse(ApiError, error);
  if (!known.success) return new CardProcessorError('Lithic: no usable answer');
  const { status } = known.output;
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
  return new CardProcessorError(`Lithic: status ${status}`, isFinal ? 'refused' : 'unavailable');
}

// What we tell

const replacements = { LOST: 'LOST', STOLEN: 'COMPROMISED', DAMAGED: 'DAMAGED', EXPIRED: 'EXPIRED' } as const;

async function issue(lithic: Lithic, { cardId, kind, holder, shipping, replaces, standIn }: CardOrder) {
  const card = await lithic.cards.create({
    'Idempotency-Key': cardId,
    type: kind === 'VIRTUAL' ? 'VIRTUAL' : 'PHYSICAL',
    memo: `${holder.firstName} ${holder.lastName}`,
    ...limitOf(standIn),
    ...(kind === 'VIRTUAL' && { state: 'OPEN' as const }),
    ...(holder.reference !== null && { account_token: holder.reference }),
    ...(shipping && shippingOf(shipping)),
    ...(replaces && { replacement_for: replaces.reference, replacement_substatus: replacements[replaces.reason] }),
  });
  const last = new Date(Date.UTC(Number(card.exp_year), Number(card.exp_month), 0));
  return {
    reference: card.token,
    holderReference: card.account_token,
    lastFour: card.last_four,
    expiresOn: last.toISOString().slice(0, 10),
  };
}

const methods = { STANDARD: 'STANDARD', EXPEDITED: 'EXPEDITED', EXPRESS: 'EXPRESS' } as const;
function shippingOf({ name, line1, line2, city, state, postalCode, country, method }: Shipping) {
  const [first = name, ...rest] = name.split(' ');
  return {
    shipping_method: methods[method],
    shipping_address: {
      first_name: first,
      last_name: rest.join(' ') || first,
      address1: line1,
      ...(line2 !== null && { address2: line2 }),
      city,
      state,
      postal_code: postalCode,
      country,
    },
  };
}

const durations = { purchase: 'TRANSACTION', month: 'MONTHLY', year: 'ANNUALLY', lifetime: 'FOREVER' } as const;
type Duration = keyof typeof durations;
/**
 * Lithic has one limit for each card, and zero removes it. The longest period that it supports limits an outage best.
 * Categories and countries are rules of a program there, so they are left to the real-time decision.
 */
function limitOf({ limits }: StandIn): { spend_limit: number; spend_limit_duration: (typeof durations)[Duration] } {
  for (const period of ['month', 'year', 'lifetime', 'purchase'] as const) {
    const limit = limits.find((candidate) => candidate.period === period);
    if (limit) return { spend_limit: limit.amount, spend_limit_duration: durations[period] };
  }
  return { spend_limit: 0, spend_limit_duration: durations.purchase };
}

// What it tells us

const authorizationRequest = 'card_authorization.approval_request';
const Envelope = v.looseObject({ event_type: v.string() });
/** A request of Auth Stream Access may come without its type; events always name theirs. */
const Signed = v.looseObject({ event_type: v.optional(v.string(), authorizationRequest) });

/** @throws CardProcessorError `signature`, with the reason for the operator's log */
function verify(lithic: Lithic, settings: LithicSettings, { headers, body }: WebhookRequest): unknown {
  const text = body.toString();
  const signed = v.safeParse(Signed, jsonOf(text));
  const isRequest = signed.success && signed.output.event_type === authorizationRequest;
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  try {
    lithic.webhooks.verifySignature(text, flat, isRequest ? settings.authStreamSecret : settings.webhookSecret);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no reason';
    const secret = isRequest ? 'LITHIC_AUTH_STREAM_SECRET' : 'LITHIC_WEBHOOK_SECRET';
    throw new CardProcessorError(`Lithic webhook: ${why} (checked with ${secret})`, 'signature');
  }
  return signed.success ? signed.output : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function deliveryOf({ headers }: WebhookRequest, raw: unknown): Delivery {
  const envelope = v.safeParse(Envelope, raw);
  if (!envelope.success) throw new CardProcessorError('Lithic webhook: not an event', 'refused');
  const type = envelope.output.event_type;
  return {
    id: String(headers['webhook-id']),
    type,
    isDecision: type === authorizationRequest,
    at: new Date(Number(headers['webhook-timestamp']) * 1000),
    payload: withoutCardData(raw),
  };
}

const Amount = v.object({ amount: v.number(), currency: v.string() });
const Merchant = v.object({
  acceptor_id: v.string(),
  city: v.nullish(v.string()),
  country: v.string(),
  descriptor: v.string(),
  mcc: v.string(),
  state: v.nullish(v.string()),
});
const Pos = v.nullish(
  v.object({
    entry_mode: v.nullish(v.object({ card: v.nullish(v.string()), cardholder: v.nullish(v.string()) })),
    terminal: v.nullish(v.object({ partial_approval_capable: v.nullish(v.boolean()) })),
  }),
);
const TokenInfo = v.nullish(v.looseObject({}));

/** A status that is not known may ask for anything, so its request cannot be read. */
const Request = v.object({
  token: v.string(),
  event_token: v.nullish(v.string()),
  status: v.picklist([
    'AUTHORIZATION',
    'FINANCIAL_AUTHORIZATION',
    'BALANCE_INQUIRY',
    'CREDIT_AUTHORIZATION',
    'FINANCIAL_CREDIT_AUTHORIZATION',
  ]),
  amounts: v.object({ cardholder: Amount, hold: v.nullish(Amount), merchant: Amount }),
  card: v.object({ token: v.string() }),
  created: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  merchant: Merchant,
  pos: Pos,
  token_info: TokenInfo,
});

const TransactionEvent = v.object({
  token: v.string(),
  type: v.string(),
  result: v.string(),
  created: v.string(),
  amounts: v.object({ cardholder: Amount, merchant: Amount }),
});
const Transaction = v.object({
  token: v.string(),
  card_token: v.string(),
  status: v.string(),
  amounts: v.object({ hold: v.nullish(Amount) }),
  merchant: Merchant,
  pos: Pos,
  token_info: TokenInfo,
  events: v.optional(v.array(TransactionEvent), []),
});

const Shipped = v.object({ card_token: v.string(), tracking_number: v.nullable(v.string()) });

/** The meaning of a stored delivery. A transaction contains all its events; known events are not applied again. */
function incomingOf(payload: unknown): Incoming[] {
  const { event_type: type } = v.parse(Envelope, payload);
  if (type === authorizationRequest) return requested(v.parse(Request, payload));
  if (type === 'card_transaction.updated') return transacted(v.parse(Transaction, payload));
  if (type !== 'card.shipped') return [];
  const { card_token: cardReference, tracking_number: trackingNumber } = v.parse(Shipped, payload);
  const eventId = `${cardReference}:shipped`;
  const shipment = { eventId, cardReference, status: 'SHIPPED' as const, carrier: null, trackingNumber };
  return [{ kind: 'shipment', shipment: { ...shipment, expectedOn: null, at: new Date() } }];
}

const cashMachines = new Set([6010, 6011]);

interface Purchase {
  merchant: v.InferOutput<typeof Merchant>;
  pos?: v.InferOutput<typeof Pos>;
  token_info?: v.InferOutput<typeof TokenInfo>;
}

function purchaseOf({ merchant, pos, token_info: wallet }: Purchase) {
  const mcc = Number(merchant.mcc);
  const isThere = pos?.entry_mode?.card === 'PRESENT';
  const seen: Presence = wallet ? 'WALLET' : isThere ? 'PRESENT' : 'NOT_PRESENT';
  return {
    mcc,
    merchantId: merchant.acceptor_id,
    merchant: merchant.descriptor,
    ...(merchant.city && { city: merchant.city }),
    ...(merchant.state && { state: merchant.state }),
    country: countryOf(merchant.country),
    presence: cashMachines.has(mcc) ? ('CASH' as const) : seen,
  };
}

function amountsOf(amounts: { cardholder: v.InferOutput<typeof Amount>; merchant: v.InferOutput<typeof Amount> }) {
  const { cardholder, merchant } = amounts;
  return {
    amount: Math.abs(cardholder.amount),
    currency: cardholder.currency,
    ...(merchant.currency !== cardholder.currency && {
      merchantAmount: Math.abs(merchant.amount),
      merchantCurrency: merchant.currency,
    }),
  };
}

const estimatedMcc = 5542;

/** The id of a request that comes without its own: that of its transaction with its amount. */
const requestIdOf = (token: string, amount: number) => `${token}:${amount}`;
const outcomeIdOf = (eventToken: string) => `${eventToken}:outcome`;

function requested(request: v.InferOutput<typeof Request>): Incoming[] {
  const { token, status, amounts, card, created, pos } = request;
  if (status === 'CREDIT_AUTHORIZATION' || status === 'FINANCIAL_CREDIT_AUTHORIZATION')
    return [{ kind: 'credit', credit: { cardReference: card.token } }];
  const purchase = purchaseOf(request);
  const sums = amountsOf(amounts);
  const amount = status === 'BALANCE_INQUIRY' ? 0 : Math.abs(amounts.hold?.amount ?? sums.amount);
  return [
    {
      kind: 'request',
      request: {
        ...purchase,
        ...sums,
        amount,
        // Lithic repeats a request with the same token when it got no answer.
        eventId: request.event_token ?? requestIdOf(token, amount),
        transactionId: token,
        cardReference: card.token,
        isIncrement: null,
        ...(request.event_token != null && { outcomeId: outcomeIdOf(request.event_token) }),
        ...(pos?.entry_mode?.cardholder === 'REOCCURRING' && { isRecurring: true }),
        partialOk: pos?.terminal?.partial_approval_capable ?? false,
        isEstimate: purchase.mcc === estimatedMcc,
        at: new Date(created),
      },
    },
  ];
}

const eventTypes: Readonly<Record<string, Exclude<CardEventType, 'FEE'>>> = {
  AUTHORIZATION_ADVICE: 'AUTHORIZATION_ADVICE',
  AUTHORIZATION_EXPIRY: 'AUTHORIZATION_EXPIRY',
  AUTHORIZATION_REVERSAL: 'AUTHORIZATION_REVERSAL',
  BALANCE_INQUIRY: 'BALANCE_INQUIRY',
  CLEARING: 'CLEARING',
  CORRECTION_CREDIT: 'CORRECTION_CREDIT',
  CORRECTION_DEBIT: 'CORRECTION_DEBIT',
  CREDIT_AUTHORIZATION: 'CREDIT_AUTHORIZATION',
  CREDIT_AUTHORIZATION_ADVICE: 'CREDIT_AUTHORIZATION',
  FINANCIAL_AUTHORIZATION: 'FINANCIAL_AUTHORIZATION',
  // Money that arrives at once.
  FINANCIAL_CREDIT_AUTHORIZATION: 'RETURN',
  RETURN: 'RETURN',
  RETURN_REVERSAL: 'RETURN_REVERSAL',
};

function transacted(transaction: v.InferOutput<typeof Transaction>): Incoming[] {
  const { token, card_token: cardReference, status, amounts, events } = transaction;
  const held = Math.abs(amounts.hold?.amount ?? 0);
  const lastClearing = events.findLast(({ type }) => type === 'CLEARING')?.token;
  const lastHold = events.findLast(({ type }) => type === 'AUTHORIZATION' || type === 'AUTHORIZATION_ADVICE')?.token;
  return events.flatMap((event, index): Incoming[] => {
    const sums = amountsOf(event.amounts);
    const earlier = events.slice(0, index).filter(({ type }) => type === 'AUTHORIZATION');
    const isApproved = event.result === 'APPROVED';
    const base = {
      ...purchaseOf(transaction),
      ...sums,
      eventId: event.token,
      transactionId: token,
      cardReference,
      at: new Date(event.created),
    };
    const isAsked = event.type === 'AUTHORIZATION' || (event.type === 'FINANCIAL_AUTHORIZATION' && !isApproved);
    if (isAsked) {
      // Without its token, only the first request of an amount is known by it.
      const isFirstOfAmount = !earlier.some(
        ({ amounts: { cardholder } }) => Math.abs(cardholder.amount) === sums.amount,
      );
      const requestIds = [event.token, ...(isFirstOfAmount ? [requestIdOf(token, sums.amount)] : [])];
      // The amount on hold is known only after the last event; one in between adds to what was approved before.
      const isAdded = earlier.some(({ result }) => result === 'APPROVED');
      const holdAfter = event.token === lastHold ? held : isAdded ? null : sums.amount;
      const outcome = { ...base, eventId: outcomeIdOf(event.token), requestIds, isApproved, holdAfter };
      return [{ kind: 'outcome', outcome }];
    }
    const type = eventTypes[event.type];
    if (!type || !isApproved) return [];
    return [
      {
        kind: 'event',
        event: {
          ...base,
          type,
          ...(type === 'CLEARING' && { isFinal: status !== 'PENDING' && event.token === lastClearing }),
          ...(type === 'AUTHORIZATION_ADVICE' && { holdAfter: event.token === lastHold ? held : sums.amount }),
        },
      },
    ];
  });
}

/** Auth Stream Access has no general decline, so the nearest of its reasons is used. */
const results: readonly [codes: RegExp, result: string][] = [
  [/^insufficient_/, 'INSUFFICIENT_FUNDS'],
  [/^(limit_|count_limit)/, 'VELOCITY_EXCEEDED'],
  [/^card_frozen$/, 'CARD_PAUSED'],
  [/^suspected_fraud$/, 'SUSPECTED_FRAUD'],
  [/^(zip|address)_mismatch$/, 'AVS_INVALID'],
];

const Tokened = v.object({ token: v.string() });

function answer(request: unknown, { outcome, code, amount }: ProcessorDecision) {
  const known = v.safeParse(Tokened, request);
  const result =
    outcome === 'DECLINED'
      ? (results.find(([codes]) => codes.test(code ?? ''))?.[1] ?? 'UNAUTHORIZED_MERCHANT')
      : 'APPROVED';
  return {
    headers: {},
    body: { ...(known.success && known.output), result, ...(outcome === 'PARTIAL' && { approved_amount: amount }) },
  };
}

async function missedSince(lithic: Lithic, since: Date): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const listed = lithic.events.list({
    begin: since.toISOString(),
    event_types: ['card_transaction.updated', 'card.shipped'],
    page_size: 100,
    with_content: true,
  });
  for await (const { token, created, event_type: type, payload } of listed)
    found.push({
      id: token,
      type,
      isDecision: false,
      at: new Date(created),
      payload: withoutCardData({ ...payload, event_type: type }),
    });
  return found.toReversed();
}

async function settlementOf(lithic: Lithic, day: string): Promise<SettlementReport | null> {
  const summary = await lithic.reports.settlement.summary(day);
  if (!summary.is_complete) return null;
  const lines: SettlementReport['lines'][number][] = [];
  for await (const detail of lithic.reports.settlement.listDetails(day, { page_size: 100 }))
    if (detail.card_token !== null)
      lines.push({
        eventId: detail.event_tokens[0] ?? detail.token,
        transactionId: detail.transaction_token ?? detail.token,
        cardReference: detail.card_token,
        amount: detail.transactions_gross_amount,
      });
  return { day, currency: summary.currency, lines, total: summary.transactions_gross_amount };
}
