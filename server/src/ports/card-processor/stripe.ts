import type { ShipmentStatus } from '@florin/contract/cards/card-states';
import { DAY } from '@florin/contract/limits';
import type { Presence } from '@florin/contract/cards/transaction-states';
import type { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Clock } from '../clock/clock.ts';
import {
  CardProcessorError,
  type CardOrder,
  type CardProcessor,
  type CardReference,
  type ProcessorDecision,
  type Shipping,
  type StandIn,
} from './card-processor.ts';
import { stripeCategories } from './stripe-categories.ts';
import {
  withoutCardData,
  type Delivery,
  type Incoming,
  type SettlementReport,
  type WebhookRequest,
} from './incoming.ts';

export interface StripeSettings {
  secretKey: string;
  /** `whsec_…` of the webhook endpoint. */
  webhookSecret: string;
  /** Another address than Stripe's, for tests. */
  url?: string | null;
  clock: Clock;
}

/** How long before and after its time a signature is accepted. */
const signatureSeconds = 5 * 60;

/**
 * Stripe Issuing through its official client. The client is loaded only where Stripe is configured, because it is
 * several megabytes.
 */
export function stripeProcessor(settings: StripeSettings): CardProcessor {
  let loading: Promise<Stripe> | undefined;
  const client = () => (loading ??= loadClient(settings));
  const call = async <T>(act: (stripe: Stripe) => Promise<T>): Promise<T> => {
    try {
      return await act(await client());
    } catch (error) {
      throw failureOf(error);
    }
  };
  const update = ({ reference, idempotencyKey }: CardReference, params: Stripe.Issuing.CardUpdateParams) =>
    call(async (stripe) => {
      await stripe.issuing.cards.update(reference, params, { idempotencyKey });
    });

  return {
    name: 'stripe',
    numbersCards: true,
    securityCode: () => refuse('a security code is shown by Stripe’s own element only'),
    issue: (order) => call((stripe) => issue(stripe, order)),
    activate: (card) => update(card, { status: 'active' }),
    freeze: (card) => update(card, { status: 'inactive' }),
    unfreeze: (card) => update(card, { status: 'active' }),
    setPin: () => refuse('a PIN is set in Stripe’s own element, or at a cash machine'),
    ship: (card, shipping) => update(card, { shipping: shippingOf(shipping) }),
    setStandIn: (card, standIn) => update(card, { spending_controls: controlsOf(standIn) }),
    close: (card, reason) =>
      update(card, {
        status: 'canceled',
        ...(reason !== 'CANCELED' && { cancellation_reason: reason === 'LOST' ? 'lost' : 'stolen' }),
      }),
    webhooks: {
      prepare: async () => void (await client()),
      read: async (request) => deliveryOf(await verify(await client(), settings, request)),
      incoming: incomingOf,
      answer,
      missed: (since) => call((stripe) => missedSince(stripe, since)),
    },
    settlement: (day) => call((stripe) => settlementOf(stripe, settings.clock, day)),
  };
}

const refuse = (why: string) => Promise.reject(new CardProcessorError(`Stripe: ${why}`, 'refused'));

async function loadClient({ secretKey, url }: StripeSettings): Promise<Stripe> {
  const { Stripe: Client } = await import('stripe');
  const address = url ? new URL(url) : null;
  return new Client(secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

const ApiError = v.object({ type: v.string(), code: v.nullish(v.string()), statusCode: v.nullish(v.number()) });
/** Errors that repeating the act cannot resolve. */
const finalTypes = new Set(['StripeInvalidRequestError', 'StripeIdempotencyError', 'StripeAuthenticationError']);

/** Only the type and code of the client's error are kept, because the message can quote the request. */
function failureOf(error: unknown): CardProcessorError {
  if (error instanceof CardProcessorError) return error;
  const known = v.safeParse(ApiError, error);
  if (!known.success) return new CardProcessorError('Stripe: no usable answer');
  const { type, code } = known.output;
  const failure = finalTypes.has(type) ? 'refused' : 'unavailable';
  return new CardProcessorError(`Stripe: ${type}${code ? ` ${code}` : ''}`, failure);
}

// What we tell

async function issue(stripe: Stripe, order: CardOrder) {
  const { cardId, holder } = order;
  const holderReference = holder.reference ?? (await addHolder(stripe, order));
  const card = await stripe.issuing.cards.create(
    {
      cardholder: holderReference,
      currency: order.currency.toLowerCase(),
      type: order.kind === 'VIRTUAL' ? 'virtual' : 'physical',
      status: order.kind === 'VIRTUAL' ? 'active' : 'inactive',
      metadata: { card: cardId },
      spending_controls: controlsOf(order.standIn),
      ...(order.shipping && { shipping: shippingOf(order.shipping) }),
      ...(order.replaces && {
        replacement_for: order.replaces.reference,
        replacement_reason: order.replaces.reason.toLowerCase() as Lowercase<typeof order.replaces.reason>,
      }),
    },
    { idempotencyKey: `card-${cardId}` },
  );
  const month = new Date(Date.UTC(card.exp_year, card.exp_month, 0));
  return { reference: card.id, holderReference, lastFour: card.last4, expiresOn: month.toISOString().slice(0, 10) };
}

async function addHolder(stripe: Stripe, { cardId, holder }: CardOrder): Promise<string> {
  const { firstName, lastName, email, phone, billing } = holder;
  const created = await stripe.issuing.cardholders.create(
    {
      type: 'individual',
      name: `${firstName} ${lastName}`,
      individual: { first_name: firstName, last_name: lastName },
      billing: { address: addressOf(billing) },
      ...(email !== null && { email }),
      ...(phone !== null && { phone_number: phone }),
    },
    { idempotencyKey: `holder-${cardId}` },
  );
  return created.id;
}

const addressOf = ({ line1, line2, city, state, postalCode, country }: CardOrder['holder']['billing']) => ({
  line1,
  ...(line2 !== null && { line2 }),
  city,
  state,
  postal_code: postalCode,
  country,
});

const services = { STANDARD: 'standard', EXPEDITED: 'priority', EXPRESS: 'express' } as const;
const shippingOf = ({ name, method, ...address }: Shipping) => ({
  name,
  service: services[method],
  address: addressOf(address),
});

const intervals = {
  purchase: 'per_authorization',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
  lifetime: 'all_time',
} as const;
/** An empty list, which the client would leave out, keeps what was set before; an empty value removes it. */
const removed = '' as unknown as [];
const listOf = <T>(values: readonly T[]): T[] => (values.length === 0 ? removed : [...values]);

/** Stripe names categories; a code without a name is left to the real-time decision. */
const controlsOf = ({ limits, blockedMccs, allowedCountries }: StandIn) => ({
  spending_limits: listOf(limits.map(({ period, amount }) => ({ amount, interval: intervals[period] }))),
  blocked_categories: listOf(blockedMccs.flatMap((mcc) => stripeCategories[mcc] ?? [])),
  allowed_merchant_countries: listOf(allowedCountries ?? []),
});

// What it tells us

const Event = v.object({
  id: v.string(),
  type: v.string(),
  created: v.number(),
  api_version: v.nullish(v.string()),
  data: v.object({
    object: v.looseObject({ id: v.string() }),
    previous_attributes: v.optional(v.looseObject({ amount: v.optional(v.number()) })),
  }),
});
type Event = v.InferOutput<typeof Event>;

/** @throws CardProcessorError `signature` */
async function verify(
  stripe: Stripe,
  { webhookSecret, clock }: StripeSettings,
  { headers, body }: WebhookRequest,
): Promise<unknown> {
  const signature = headers['stripe-signature'];
  const wrong = (why: string) =>
    new CardProcessorError(`Stripe webhook: ${why} (checked with STRIPE_WEBHOOK_SECRET)`, 'signature');
  if (typeof signature !== 'string') throw wrong('no signature');
  const now = clock.now().getTime();
  // The client accepts signatures from the future.
  const signedAt = Number(/(?:^|,)\s*t=(\d{1,12})/.exec(signature)?.[1] ?? Number.NaN) * 1000;
  if (!(Math.abs(signedAt - now) <= signatureSeconds * 1000)) throw wrong('not signed within five minutes');
  try {
    return await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, signatureSeconds, undefined, now);
  } catch {
    throw wrong('no signature matches');
  }
}

function deliveryOf(raw: unknown): Delivery {
  const event = v.safeParse(Event, raw);
  if (!event.success) throw new CardProcessorError('Stripe webhook: not an event', 'refused');
  const { id, type, created } = event.output;
  const isDecision = type === 'issuing_authorization.request';
  return { id, type, isDecision, at: new Date(created * 1000), payload: withoutCardData(raw) };
}

const MerchantData = v.object({
  category_code: v.string(),
  city: v.nullable(v.string()),
  country: v.nullable(v.string()),
  name: v.nullable(v.string()),
  network_id: v.string(),
  state: v.nullable(v.string()),
});
/** A reference, whether Stripe expands it or not. */
const Reference = v.union([
  v.string(),
  v.pipe(
    v.looseObject({ id: v.string() }),
    v.transform(({ id }) => id),
  ),
]);
const RequestHistory = v.object({ amount: v.number(), approved: v.boolean(), reason: v.string(), created: v.number() });
const Authorization = v.object({
  id: v.string(),
  amount: v.number(),
  currency: v.string(),
  merchant_amount: v.number(),
  merchant_currency: v.string(),
  merchant_data: MerchantData,
  authorization_method: v.string(),
  card: Reference,
  created: v.number(),
  status: v.string(),
  wallet: v.nullable(v.string()),
  pending_request: v.nullable(
    v.object({
      amount: v.number(),
      currency: v.string(),
      merchant_amount: v.number(),
      merchant_currency: v.string(),
      is_amount_controllable: v.boolean(),
    }),
  ),
  request_history: v.array(RequestHistory),
});
type Authorization = v.InferOutput<typeof Authorization>;

const Transaction = v.object({
  id: v.string(),
  type: v.string(),
  amount: v.number(),
  currency: v.string(),
  merchant_amount: v.number(),
  merchant_currency: v.string(),
  merchant_data: MerchantData,
  authorization: v.nullable(Reference),
  card: Reference,
  created: v.number(),
});

const Card = v.object({
  id: v.string(),
  shipping: v.nullable(
    v.object({
      status: v.nullable(v.string()),
      carrier: v.nullable(v.string()),
      tracking_number: v.nullable(v.string()),
      eta: v.nullable(v.number()),
    }),
  ),
});

/** The meaning of a stored event. An event in an unexpected form throws a ValiError. */
function incomingOf(payload: unknown): Incoming[] {
  const event = v.parse(Event, payload);
  const { object } = event.data;
  switch (event.type) {
    case 'issuing_authorization.request':
      return requested(v.parse(Authorization, object));
    case 'issuing_authorization.created':
    case 'issuing_authorization.updated':
      return authorizationChanged(event, v.parse(Authorization, object));
    case 'issuing_transaction.created':
      return transacted(v.parse(Transaction, object));
    case 'issuing_card.created':
    case 'issuing_card.updated':
      return shipped(event, v.parse(Card, object));
    default:
      return [];
  }
}

const at = (seconds: number) => new Date(seconds * 1000);

/** Automated fuel dispensers ask before they know the amount. */
const fuelPump = 5542;
const cashMachine = 6011;

function presenceOf({
  wallet,
  authorization_method: method,
  merchant_data: { category_code: mcc },
}: Authorization): Presence {
  if (Number(mcc) === cashMachine) return 'CASH';
  if (wallet !== null) return 'WALLET';
  return method === 'online' || method === 'keyed_in' ? 'NOT_PRESENT' : 'PRESENT';
}

function merchantOf({
  category_code: mcc,
  network_id: merchantId,
  name,
  city,
  state,
  country,
}: v.InferOutput<typeof MerchantData>) {
  return {
    mcc: Number(mcc),
    merchantId,
    merchant: name ?? merchantId,
    ...(city !== null && { city }),
    ...(state !== null && { state }),
    // ZZ is no country, so no list allows it.
    country: country ?? 'ZZ',
  };
}

interface Amounts {
  currency: string;
  merchant_amount: number;
  merchant_currency: string;
}
const amountsOf = ({ currency, merchant_amount: merchantAmount, merchant_currency: merchantCurrency }: Amounts) => ({
  currency: currency.toUpperCase(),
  ...(merchantCurrency !== currency && {
    merchantAmount: Math.abs(merchantAmount),
    merchantCurrency: merchantCurrency.toUpperCase(),
  }),
});

const purchaseOf = (authorization: Authorization) => ({
  transactionId: authorization.id,
  cardReference: authorization.card,
  presence: presenceOf(authorization),
  ...merchantOf(authorization.merchant_data),
});

/**
 * The id of the nth request of an authorization, which can be derived both from the request and from the
 * authorization's history.
 */
const requestId = (authorizationId: string, index: number) =>
  index === 0 ? authorizationId : `${authorizationId}:${index}`;

function requested(authorization: Authorization): Incoming[] {
  const { pending_request: pending, request_history: history } = authorization;
  if (!pending) return [];
  const base = purchaseOf(authorization);
  return [
    {
      kind: 'request',
      request: {
        ...base,
        eventId: requestId(authorization.id, history.length),
        amount: pending.amount,
        ...amountsOf(pending),
        isIncrement: history.some(({ approved }) => approved),
        partialOk: pending.is_amount_controllable,
        isEstimate: base.mcc === fuelPump,
        at: at(authorization.created),
      },
    },
  ];
}

/** The states that end an authorization and release its hold. */
const ends = {
  reversed: 'AUTHORIZATION_REVERSAL',
  closed: 'AUTHORIZATION_REVERSAL',
  expired: 'AUTHORIZATION_EXPIRY',
} as const;
const isEnd = (status: string): status is keyof typeof ends => Object.hasOwn(ends, status);

function authorizationChanged({ id: eventId, created, type, data }: Event, authorization: Authorization): Incoming[] {
  const { id, amount, status, request_history: history } = authorization;
  const base = { ...purchaseOf(authorization), ...amountsOf(authorization), at: at(created) };
  const last = history.at(-1);
  const outcomes: Incoming[] = last
    ? [
        {
          kind: 'outcome',
          outcome: {
            ...base,
            eventId: `${requestId(id, history.length - 1)}:outcome`,
            requestIds: [requestId(id, history.length - 1)],
            amount: last.amount,
            isApproved: last.approved,
            holdAfter: status === 'pending' ? amount : 0,
          },
        },
      ]
    : [];
  if (type === 'issuing_authorization.created') return outcomes;
  if (isEnd(status)) return [{ kind: 'event', event: { ...base, eventId, type: ends[status], amount, holdAfter: 0 } }];
  const before = data.previous_attributes?.amount;
  if (before === undefined) return outcomes;
  return amount < before
    ? [
        {
          kind: 'event',
          event: { ...base, eventId, type: 'AUTHORIZATION_REVERSAL', amount: before - amount, holdAfter: amount },
        },
      ]
    : outcomes;
}

function transacted(transaction: v.InferOutput<typeof Transaction>): Incoming[] {
  const { id, type, amount, authorization, card, created } = transaction;
  if (type !== 'capture' && type !== 'refund') return [];
  return [
    {
      kind: 'event',
      event: {
        eventId: id,
        transactionId: authorization ?? id,
        cardReference: card,
        type: type === 'capture' ? 'CLEARING' : 'RETURN',
        amount: Math.abs(amount),
        ...amountsOf(transaction),
        ...merchantOf(transaction.merchant_data),
        presence: 'NOT_PRESENT',
        // Stripe closes the authorization by an event of its own.
        ...(type === 'capture' && { isFinal: authorization === null }),
        at: at(created),
      },
    },
  ];
}

const shipments: Readonly<Record<string, ShipmentStatus>> = {
  shipped: 'SHIPPED',
  delivered: 'DELIVERED',
  returned: 'RETURNED',
  failure: 'FAILURE',
  canceled: 'CANCELED',
};

function shipped({ id: eventId, created }: Event, { id, shipping }: v.InferOutput<typeof Card>): Incoming[] {
  const status = shipments[shipping?.status ?? ''];
  if (!shipping || !status) return [];
  const { carrier, tracking_number: trackingNumber, eta } = shipping;
  const expectedOn = eta === null ? null : at(eta).toISOString().slice(0, 10);
  const shipment = { eventId, cardReference: id, status, carrier, trackingNumber, expectedOn, at: at(created) };
  return [{ kind: 'shipment', shipment }];
}

/**
 * The answer to `issuing_authorization.request`: the version of the event, and a smaller amount only if Stripe allows
 * it.
 */
function answer(request: unknown, decision: ProcessorDecision) {
  const { outcome, code, amount } = decision;
  const event = v.safeParse(Event, request);
  const version = event.success ? event.output.api_version : null;
  const approved = outcome !== 'DECLINED';
  return {
    headers: version ? { 'stripe-version': version } : ({} as Record<string, string>),
    body: {
      approved,
      ...(outcome === 'PARTIAL' && { amount }),
      ...(code !== null && { metadata: { decline_code: code } }),
    },
  };
}

const typesOfCards = [
  'issuing_authorization.created',
  'issuing_authorization.updated',
  'issuing_transaction.created',
  'issuing_card.created',
  'issuing_card.updated',
];

async function missedSince(stripe: Stripe, since: Date): Promise<Delivery[]> {
  const found: Delivery[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for await (const event of stripe.events.list({ types: typesOfCards, created, limit: 100 }))
    found.push(deliveryOf(event));
  // Stripe lists the newest first.
  return found.toReversed();
}

/** Stripe has no daily report, so the day's transactions (UTC) are used. */
async function settlementOf(stripe: Stripe, clock: Clock, day: string): Promise<SettlementReport | null> {
  const from = new Date(`${day}T00:00:00Z`).getTime() / 1000;
  if (clock.now().getTime() / 1000 < from + DAY) return null;
  const lines: SettlementReport['lines'][number][] = [];
  for await (const listed of stripe.issuing.transactions.list({ created: { gte: from, lt: from + DAY }, limit: 100 })) {
    const { id, amount, authorization, card } = v.parse(Transaction, listed);
    lines.push({ eventId: id, transactionId: authorization ?? id, cardReference: card, amount: -amount });
  }
  return { day, currency: 'USD', lines, total: lines.reduce((sum, line) => sum + line.amount, 0) };
}
