import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import type { Lithic } from 'lithic';
import { afterEach, describe, expect, test } from 'vitest';
import { environmentKeys } from '../keys/environment.ts';
import type { CardOrder, CardProcessor, CardProcessorError } from './card-processor.ts';
import { embeddedCardProcessor } from './embedded.ts';
import { startFakeProcessor } from '../../testing/ports/fake-processor.ts';
import { withoutCardData, type WebhookRequest } from './incoming.ts';
import { lithicProcessor } from './lithic.ts';
import { stripeCategories } from './stripe-categories.ts';
import { stripeProcessor } from './stripe.ts';
import { brokenForms, brokenWays } from '../../testing/ports/broken-forms.ts';
import { testStart } from '../../testing/test-start.ts';

type Fake = Awaited<ReturnType<typeof startFakeProcessor>>;
const fakes: Fake[] = [];
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close();
});
const fakeOf = async (answers: Parameters<typeof startFakeProcessor>[0]) => {
  const fake = await startFakeProcessor(answers);
  fakes.push(fake);
  return fake;
};

const clock = { now: () => testStart };
const asv = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const eventSecret = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;

const stripe = (url: string) => stripeProcessor({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', url, clock });
const lithic = (url: string) =>
  lithicProcessor({ apiKey: 'key', webhookSecret: eventSecret, authStreamSecret: asv, url });
const embedded = () => embeddedCardProcessor(environmentKeys(`test:${Buffer.alloc(32, 1).toString('base64')}`));

/** Card answers of the real ones, as their types publish them. */
const stripeCard = { id: 'ic_1', object: 'issuing.card', last4: '4242', exp_month: 9, exp_year: 2030 };
const lithicCard = { token: 'crd_1', account_token: 'acc_1', last_four: '4242', exp_month: '09', exp_year: '2030' };

const processors: [
  string,
  (answers?: Parameters<typeof startFakeProcessor>[0]) => Promise<{ processor: CardProcessor; fake: Fake | null }>,
][] = [
  ['embedded', () => Promise.resolve({ processor: embedded(), fake: null })],
  [
    'stripe',
    async (answers = {}) => {
      const fake = await fakeOf({
        'POST /v1/issuing/cardholders': { id: 'ich_1', object: 'issuing.cardholder' },
        'POST /v1/issuing/cards': stripeCard,
        'POST /v1/issuing/cards/ref_1': stripeCard,
        ...answers,
      });
      return { processor: stripe(fake.url), fake };
    },
  ],
  [
    'lithic',
    async (answers = {}) => {
      const fake = await fakeOf({
        'POST /v1/cards': lithicCard,
        'PATCH /v1/cards/ref_1': lithicCard,
        'POST /v1/cards/ref_1/reissue': lithicCard,
        ...answers,
      });
      return { processor: lithic(fake.url), fake };
    },
  ],
];

const billing = { line1: '1 Main St', line2: null, city: 'Boston', state: 'MA', postalCode: '02110', country: 'US' };
const sentTo = { ...billing, name: 'Kim Soto', method: 'EXPRESS' as const };
const order: CardOrder = {
  cardId: '0192f5d0-0000-7000-8000-000000000001',
  kind: 'PHYSICAL',
  number: { cardId: 'any', number: { reveal: () => '4000001212344242' }, expiresOn: '2030-09-30' },
  holder: { reference: null, firstName: 'Kim', lastName: 'Soto', email: 'kim@holders.example', phone: null, billing },
  currency: 'USD',
  shipping: sentTo,
  replaces: { reference: 'old_1', reason: 'LOST' },
  standIn: { limits: [{ period: 'month', amount: 50_000 }], blockedMccs: [7995], allowedCountries: ['US'] },
};
const card = { cardId: order.cardId, reference: 'ref_1', idempotencyKey: 'act_1' };

describe.each(processors)('the %s processor', (name, start) => {
  test('says who it is, and produces a card', async () => {
    const { processor } = await start();
    expect(processor.name).toBe(name);
    expect(await processor.issue(order)).toMatchObject({ lastFour: '4242', expiresOn: '2030-09-30' });
  });

  test('is told each act', async () => {
    const { processor, fake } = await start();
    await processor.activate(card);
    await processor.freeze(card);
    await processor.unfreeze(card);
    await processor.ship(card, sentTo);
    await processor.setStandIn(card, order.standIn);
    await processor.close(card, 'LOST');
    expect(fake === null ? 6 : fake.received.length).toBe(6);
    for (const { headers } of fake?.received.filter(({ url }) => !url.endsWith('/reissue')) ?? [])
      expect(headers['idempotency-key']).toBe('act_1');
  });

  test('that does not answer is unavailable, one that refuses is not asked again', async () => {
    const down = await start({ 'POST /v1/issuing/cards/ref_1': 503, 'PATCH /v1/cards/ref_1': 503 });
    const gone = await start({ 'POST /v1/issuing/cards/ref_1': 401, 'PATCH /v1/cards/ref_1': 401 });
    const failureOf = (processor: CardProcessor) =>
      processor.freeze(card).then(
        () => null,
        (error: CardProcessorError) => error.failure,
      );
    const isEmbedded = name === 'embedded';
    expect(await failureOf(down.processor)).toBe(isEmbedded ? null : 'unavailable');
    expect(await failureOf(gone.processor)).toBe(isEmbedded ? null : 'refused');
  });

  test('settles nothing on a day that is not over', async () => {
    const { processor } = await start({
      'GET /v1/reports/settlement/summary/2999-01-01': { is_complete: false, currency: 'USD' },
    });
    expect(await processor.settlement('2999-01-01')).toBeNull();
  });
});

test('Stripe is given the holder, the address, the limits and the predecessor', async () => {
  const [, start] = processors[1]!;
  const { processor, fake } = await start();
  await processor.issue(order);
  const [holder, issued] = fake!.received.map(({ body }) => new URLSearchParams(body));
  expect(holder!.get('name')).toBe('Kim Soto');
  expect(Object.fromEntries(issued!)).toMatchObject({
    type: 'physical',
    status: 'inactive',
    currency: 'usd',
    cardholder: 'ich_1',
    replacement_for: 'old_1',
    replacement_reason: 'lost',
    'shipping[service]': 'express',
    'spending_controls[spending_limits][0][amount]': '50000',
    'spending_controls[spending_limits][0][interval]': 'monthly',
    'spending_controls[allowed_merchant_countries][0]': 'US',
    'spending_controls[blocked_categories][0]': 'betting_casino_gambling',
  });
});

test('Lithic is given the address, the limit and the predecessor', async () => {
  const [, start] = processors[2]!;
  const { processor, fake } = await start();
  await processor.issue(order);
  expect(fake!.received[0]!.headers['idempotency-key']).toBe(order.cardId);
  expect(JSON.parse(fake!.received[0]!.body)).toMatchObject({
    type: 'PHYSICAL',
    spend_limit: 50_000,
    spend_limit_duration: 'MONTHLY',
    replacement_for: 'old_1',
    replacement_substatus: 'LOST',
    shipping_method: 'EXPRESS',
    shipping_address: { first_name: 'Kim', last_name: 'Soto', address1: '1 Main St' },
  });
});

test('limits, categories and countries that are lifted are removed', async () => {
  const none = { limits: [], blockedMccs: [], allowedCountries: null };
  const [atStripe, atLithic] = await Promise.all([processors[1]!, processors[2]!].map(([, start]) => start()));
  await atStripe!.processor.setStandIn(card, none);
  expect(Object.fromEntries(new URLSearchParams(atStripe!.fake!.received[0]!.body))).toEqual({
    'spending_controls[spending_limits]': '',
    'spending_controls[blocked_categories]': '',
    'spending_controls[allowed_merchant_countries]': '',
  });
  await atLithic!.processor.setStandIn(card, none);
  expect(JSON.parse(atLithic!.fake!.received[0]!.body)).toMatchObject({ spend_limit: 0 });
});

test('Stripe has one name for each category', () => {
  const names = Object.values(stripeCategories);
  expect(new Set(names).size).toBe(names.length);
  expect([stripeCategories[6011], stripeCategories[742]]).toEqual(['automated_cash_disburse', 'veterinary_services']);
});

// What they tell

const merchantData = {
  category: 'eating_places_restaurants',
  category_code: '5812',
  city: 'Boston',
  country: 'US',
  name: 'TRATTORIA LUCCA',
  network_id: '1234567890',
  postal_code: '02110',
  state: 'MA',
  tax_id: null,
  terminal_id: null,
  url: null,
} satisfies Stripe.Issuing.Authorization['merchant_data'];

const asked = {
  amount: 6400,
  amount_details: null,
  approved: true,
  authorization_code: null,
  created: 1_700_000_000,
  currency: 'usd',
  merchant_amount: 6400,
  merchant_currency: 'usd',
  network_risk_score: null,
  reason: 'webhook_approved',
  reason_message: null,
  requested_at: null,
} satisfies Stripe.Issuing.Authorization['request_history'][number];

const authorization = {
  id: 'iauth_1',
  amount: 0,
  currency: 'usd',
  merchant_amount: 0,
  merchant_currency: 'usd',
  merchant_data: merchantData,
  authorization_method: 'chip',
  card: { id: 'ic_1' },
  created: 1_700_000_000,
  status: 'pending',
  wallet: null,
  pending_request: {
    amount: 6400,
    amount_details: null,
    currency: 'usd',
    is_amount_controllable: true,
    merchant_amount: 5926,
    merchant_currency: 'eur',
    network_risk_score: null,
  } satisfies Stripe.Issuing.Authorization['pending_request'],
  request_history: [] as object[],
};

const stripeEvent = (type: string, object: object, previous_attributes?: object) => ({
  id: `evt_${type}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_700_000_100,
  type,
  data: { object, ...(previous_attributes && { previous_attributes }) },
});

const lithicMerchant = {
  acceptor_id: '333301802529120',
  acquiring_institution_id: '191231',
  city: 'MUNICH',
  country: 'DEU',
  descriptor: 'GASTHOF LINDE',
  mcc: '5812',
  state: '',
} satisfies Lithic.Merchant;

const lithicAmounts = {
  cardholder: { amount: 6400, conversion_rate: '1.08', currency: 'USD' as const },
  hold: { amount: 6400, currency: 'USD' as const },
  merchant: { amount: 5926, currency: 'EUR' as const },
  settlement: null,
};
const lithicRequest = {
  event_type: 'card_authorization.approval_request',
  token: 'txn_1',
  status: 'AUTHORIZATION',
  amounts: lithicAmounts,
  card: { token: 'crd_1' },
  created: '2026-11-02T10:00:00Z',
  merchant: lithicMerchant,
  pos: { entry_mode: { card: 'PRESENT' }, terminal: { partial_approval_capable: true } },
  token_info: null,
};
const step = (
  type: Lithic.Transaction.Event['type'],
  amount = 6400,
  result: Lithic.Transaction.Event['result'] = 'APPROVED',
) => ({
  token: `evt_${type}_${amount}`,
  type,
  result,
  created: '2026-11-02T10:00:00Z',
  amounts: { cardholder: { amount, conversion_rate: '1', currency: 'USD' }, merchant: { amount, currency: 'USD' } },
});
const lithicTransaction = (status: Lithic.Transaction['status'], events: object[]) => ({
  event_type: 'card_transaction.updated',
  token: 'txn_1',
  card_token: 'crd_1',
  status,
  amounts: { hold: { amount: 6400, currency: 'USD' } },
  merchant: lithicMerchant,
  pos: null,
  token_info: { wallet_type: 'APPLE_PAY' },
  events,
});

const signStripe = (payload: string, secondsAgo = 0, secret = 'whsec_1'): WebhookRequest => {
  const timestamp = testStart.getTime() / 1000 - secondsAgo;
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { headers: { 'stripe-signature': signature }, body: Buffer.from(payload) };
};
/** Lithic’s client checks the time of a signature against the machine’s. */
const signLithic = (payload: string, secondsAgo = 0, secret = eventSecret): WebhookRequest => {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key).update(`msg_1.${timestamp}.${payload}`).digest('base64');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
  return { headers, body: Buffer.from(payload) };
};

const senders = [
  [
    'Stripe',
    () => stripe('http://127.0.0.1:1'),
    signStripe,
    JSON.stringify(stripeEvent('issuing_card.updated', { id: 'ic_1' })),
  ],
  ['Lithic', () => lithic('http://127.0.0.1:1'), signLithic, JSON.stringify(lithicTransaction('PENDING', []))],
] as const;

describe.each(senders)('a webhook of %s', (_name, start, sign, payload) => {
  const read = (request: WebhookRequest) => start().webhooks!.read(request);

  test('is read with its signature', async () => {
    expect(await read(sign(payload))).toMatchObject({ isDecision: false, payload: JSON.parse(payload) });
  });

  test.each([
    ['a changed byte', (s: WebhookRequest) => ({ ...s, body: Buffer.from(payload.replace('1', '2')) })],
    ['no signature', (s: WebhookRequest) => ({ ...s, headers: {} })],
    ['an old signature', () => sign(payload, 400)],
    ['a signature from the future', () => sign(payload, -4000)],
    ['another secret', () => sign(payload, 0, `whsec_${Buffer.alloc(24, 9).toString('base64')}`)],
  ])('is refused with %s', async (_what, change) => {
    await expect(read(change(sign(payload)))).rejects.toMatchObject({ failure: 'signature' });
  });
});

test('a request of Lithic is signed with the secret of Auth Stream Access', async () => {
  const payload = JSON.stringify(lithicRequest);
  const { webhooks } = lithic('http://127.0.0.1:1');
  await expect(webhooks!.read(signLithic(payload))).rejects.toMatchObject({ failure: 'signature' });
  expect(await webhooks!.read(signLithic(payload, 0, asv))).toMatchObject({ isDecision: true });
});

const fromStripe = (type: string, object: object, before?: object) =>
  stripe('http://127.0.0.1:1').webhooks!.incoming(stripeEvent(type, object, before));
const fromLithic = (payload: object) => lithic('http://127.0.0.1:1').webhooks!.incoming(payload);

describe('what Stripe says', () => {
  test('a request, with the merchant’s own currency', () => {
    expect(fromStripe('issuing_authorization.request', authorization)).toMatchObject([
      {
        kind: 'request',
        request: {
          eventId: 'iauth_1',
          transactionId: 'iauth_1',
          cardReference: 'ic_1',
          amount: 6400,
          currency: 'USD',
          merchantAmount: 5926,
          merchantCurrency: 'EUR',
          mcc: 5812,
          merchant: 'TRATTORIA LUCCA',
          country: 'US',
          presence: 'PRESENT',
          partialOk: true,
          isIncrement: false,
        },
      },
    ]);
  });

  test('a request for more has an id of its own', () => {
    const more = { ...authorization, request_history: [asked] };
    expect(fromStripe('issuing_authorization.request', more)).toMatchObject([
      { request: { eventId: 'iauth_1:1', transactionId: 'iauth_1', isIncrement: true } },
    ]);
  });

  test.each([
    [
      'created',
      { status: 'pending', amount: 6400 },
      undefined,
      [{ kind: 'outcome', outcome: { requestIds: ['iauth_1'], isApproved: true, holdAfter: 6400 } }],
    ],
    [
      'updated',
      { status: 'reversed', amount: 0 },
      undefined,
      [{ event: { type: 'AUTHORIZATION_REVERSAL', holdAfter: 0 } }],
    ],
    ['updated', { status: 'expired', amount: 0 }, undefined, [{ event: { type: 'AUTHORIZATION_EXPIRY' } }]],
    [
      'updated',
      { status: 'closed', amount: 6400 },
      undefined,
      [{ event: { type: 'AUTHORIZATION_REVERSAL', holdAfter: 0 } }],
    ],
    [
      'updated',
      { status: 'pending', amount: 4000 },
      { amount: 6400 },
      [{ event: { type: 'AUTHORIZATION_REVERSAL', amount: 2400, holdAfter: 4000 } }],
    ],
    [
      'updated',
      { status: 'pending', amount: 9000 },
      { amount: 6400 },
      [{ kind: 'outcome', outcome: { holdAfter: 9000 } }],
    ],
  ])('an authorization is %s: %j', (what, state, before, expected) => {
    const changed = { ...authorization, request_history: [asked], ...state };
    expect(fromStripe(`issuing_authorization.${what}`, changed, before)).toMatchObject(expected);
  });

  test.each([
    ['capture', -7552, 'iauth_1', { type: 'CLEARING', amount: 7552, transactionId: 'iauth_1', isFinal: false }],
    ['capture', -7552, null, { type: 'CLEARING', amount: 7552, transactionId: 'ipi_1', isFinal: true }],
    ['refund', 7552, 'iauth_1', { type: 'RETURN', amount: 7552, transactionId: 'iauth_1' }],
  ])('%s of %d for %s', (type, amount, linked, expected) => {
    const transaction = { ...authorization, id: 'ipi_1', type, amount, authorization: linked, card: 'ic_1' };
    expect(fromStripe('issuing_transaction.created', transaction)).toMatchObject([{ kind: 'event', event: expected }]);
  });

  test('a card on its way, and nothing of other events', () => {
    const shipping = { status: 'shipped', carrier: 'usps', tracking_number: '94', eta: 1_700_000_000 };
    expect(fromStripe('issuing_card.updated', { id: 'ic_1', shipping })).toMatchObject([
      { kind: 'shipment', shipment: { cardReference: 'ic_1', status: 'SHIPPED', expectedOn: '2023-11-14' } },
    ]);
    expect(fromStripe('charge.succeeded', { id: 'ch_1' })).toEqual([]);
  });
});

describe('what Lithic says', () => {
  test('a request, with an alpha-3 country', () => {
    expect(fromLithic(lithicRequest)).toMatchObject([
      {
        kind: 'request',
        request: {
          eventId: 'txn_1:6400',
          transactionId: 'txn_1',
          amount: 6400,
          merchantAmount: 5926,
          merchantCurrency: 'EUR',
          country: 'DE',
          presence: 'PRESENT',
          partialOk: true,
          isIncrement: null,
        },
      },
    ]);
  });

  test('a charge that recurs', () => {
    const pos = { entry_mode: { card: 'NOT_PRESENT', cardholder: 'REOCCURRING' } };
    expect(fromLithic({ ...lithicRequest, pos })).toMatchObject([{ request: { isRecurring: true } }]);
  });

  test('money that comes in is not decided', () => {
    expect(fromLithic({ ...lithicRequest, status: 'CREDIT_AUTHORIZATION' })).toEqual([
      { kind: 'credit', credit: { cardReference: 'crd_1' } },
    ]);
  });

  test('every event of a transaction', () => {
    const types = ['AUTHORIZATION_REVERSAL', 'CLEARING', 'RETURN', 'RETURN_REVERSAL', 'AUTHORIZATION_EXPIRY'] as const;
    const events = [step('AUTHORIZATION'), ...types.map((type) => step(type))];
    const incoming = fromLithic(lithicTransaction('SETTLED', events));
    expect(incoming[0]).toMatchObject({ kind: 'outcome', outcome: { isApproved: true, holdAfter: 6400 } });
    expect(incoming.slice(1)).toMatchObject(
      types.map((type) => ({ kind: 'event', event: { type, eventId: `evt_${type}_6400`, presence: 'WALLET' } })),
    );
  });

  test('the last clearing of a settled transaction is the final one', () => {
    const events = [step('CLEARING', 100), step('CLEARING', 200)];
    const finals = (status: 'PENDING' | 'SETTLED') =>
      fromLithic(lithicTransaction(status, events)).map((m) => m.kind === 'event' && m.event.isFinal);
    expect(finals('SETTLED')).toEqual([false, true]);
    expect(finals('PENDING')).toEqual([false, false]);
  });

  test('a declined authorization', () => {
    expect(
      fromLithic(lithicTransaction('DECLINED', [step('AUTHORIZATION', 6400, 'INSUFFICIENT_FUNDS')])),
    ).toMatchObject([{ kind: 'outcome', outcome: { isApproved: false } }]);
  });
});

const requests: Partial<Record<string, object>> = {
  stripe: stripeEvent('issuing_authorization.request', authorization),
  lithic: lithicRequest,
};

describe.each(processors)('a request of the %s processor', (name, start) => {
  test.each(brokenWays)('with any field %s is at most a request, and its decline is a decline', async (way) => {
    const { webhooks } = (await start()).processor;
    const request = requests[name];
    // The embedded processor asks in this process, with a request that the compiler has checked.
    if (!request) return expect(webhooks).toBeNull();
    for (const { path, form } of brokenForms(request, way)) {
      const kinds = () => webhooks!.incoming(form).map(({ kind }) => kind);
      const isDeclined = { outcome: 'DECLINED', code: 'system', amount: 0 } as const;
      const { body } = webhooks!.answer(form, isDeclined);
      expect({ path, approves: /APPROVED|"approved":true/.test(JSON.stringify(body)) }).toEqual({
        path,
        approves: false,
      });
      try {
        expect(kinds().filter((kind) => kind !== 'request')).toEqual([]);
      } catch (error) {
        expect(error).toMatchObject({ name: 'ValiError' });
      }
    }
    return undefined;
  });
});

describe('answers', () => {
  const request = requests['stripe'];
  const approved = { outcome: 'APPROVED', code: null, amount: 6400 } as const;
  const partial = { outcome: 'PARTIAL', code: 'limit_day', amount: 4000 } as const;
  const declined = (code: string) => ({ outcome: 'DECLINED', code, amount: 0 }) as const;

  test('to Stripe carry the version, and an amount only for a part', () => {
    const webhooks = stripe('http://127.0.0.1:1').webhooks!;
    expect(webhooks.answer(request, approved)).toEqual({
      headers: { 'stripe-version': '2026-10-28.endive' },
      body: { approved: true },
    });
    expect(webhooks.answer(request, partial).body).toMatchObject({ approved: true, amount: 4000 });
    expect(webhooks.answer(request, declined('limit_day')).body).toEqual({
      approved: false,
      metadata: { decline_code: 'limit_day' },
    });
  });

  test.each([
    ['insufficient_business_balance', 'INSUFFICIENT_FUNDS'],
    ['limit_week', 'VELOCITY_EXCEEDED'],
    ['count_limit', 'VELOCITY_EXCEEDED'],
    ['card_frozen', 'CARD_PAUSED'],
    ['mcc_not_allowed', 'UNAUTHORIZED_MERCHANT'],
    ['issuer_timeout', 'UNAUTHORIZED_MERCHANT'],
  ])('to Lithic: %s is %s', (code, result) => {
    const webhooks = lithic('http://127.0.0.1:1').webhooks!;
    expect(webhooks.answer(lithicRequest, declined(code)).body).toMatchObject({ token: 'txn_1', result });
    expect(webhooks.answer(lithicRequest, partial).body).toMatchObject({ result: 'APPROVED', approved_amount: 4000 });
  });
});

test('what is stored has no card data', () => {
  const id = '01a22717-8478-7617-9627-34fa53f689f4';
  const message = {
    id,
    authorization: `iauth_${id}`,
    number: '4111111111111111',
    note: 'card 4111 1111 1111 1111',
    card: { cvc: '123', last4: '1111' },
  };
  expect(withoutCardData([message])).toEqual([
    { id, authorization: `iauth_${id}`, note: '[removed]', card: { last4: '1111' } },
  ]);
});

test('what was missed is listed oldest first', async () => {
  const listed = [
    stripeEvent('issuing_card.updated', { id: 'ic_2' }),
    stripeEvent('issuing_transaction.created', { id: 'ipi_1' }),
  ];
  const fake = await fakeOf({
    'GET /v1/events': { object: 'list', data: listed, has_more: false, url: '/v1/events' },
  });
  const since = new Date('2026-11-01T00:00:00Z');
  const missed = await stripe(fake.url).webhooks!.missed(since);
  expect(missed.map(({ id }) => id)).toEqual(['evt_issuing_transaction.created', 'evt_issuing_card.updated']);

  const fakeLithic = await fakeOf({
    'GET /v1/events': {
      data: [
        {
          token: 'evt_1',
          created: '2026-11-02T10:00:00Z',
          event_type: 'card.shipped',
          payload: { card_token: 'crd_1', tracking_number: null },
        },
      ],
      has_more: false,
    },
  });
  const [delivery] = await lithic(fakeLithic.url).webhooks!.missed(since);
  expect(delivery).toMatchObject({ id: 'evt_1', payload: { event_type: 'card.shipped' } });
  expect(fromLithic(delivery!.payload as object)).toMatchObject([
    { kind: 'shipment', shipment: { status: 'SHIPPED' } },
  ]);
});
