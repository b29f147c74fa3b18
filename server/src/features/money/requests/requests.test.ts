import { cardRequest } from '@florin/contract/limits';
import type { PermissionFlag } from '@florin/contract/permissions';
import { maySettle, requestSteps, RequestStatus, type RequestStep } from '@florin/contract/money/request-states';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { housekeeping } from '../../../core/audit/events.ts';
import { makeRequest } from '../../../core/requests/make.ts';
import { expireRequests } from '../../../core/requests/settle.ts';
import { ledgerFaults } from '../../../core/ledger/queries.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused } from '../../../http/call.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import {
  addCardholder,
  addCards,
  availableOf,
  fundedBusiness,
  type FundedBusiness,
} from '../../../testing/money/funded-business.ts';
import { exported } from '../../../testing/exported.ts';
import { eventsOf } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: FundedBusiness;
let holder: Awaited<ReturnType<typeof addCardholder>>;
beforeAll(async () => {
  server = await startTestServer();
  business = await fundedBusiness(server, 100_000_00n);
  holder = await addCardholder(server, business);
});
afterAll(() => server.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const newCard = async () => (await addCards(server, business, [{ balance: 12_40n, holder: holder.membershipId }]))[0]!;
const post = (who: { browser: FundedBusiness['browser'] }, path: string, body: object = {}) =>
  who.browser.ask('POST', path, { body });
const funding = (cardId: string, more: object = {}) => ({
  kind: 'FUNDING',
  cardId,
  amount: 300_00,
  purpose: 'Site materials, Harbor job',
  idempotencyKey: newId(),
  ...more,
});

/** Writes a request without a call: calls are limited in number. */
async function make({ businessId }: FundedBusiness, by: typeof holder, cardId: string): Promise<string> {
  const { membershipId } = by;
  const asker = { businessId, membershipId, origin: housekeeping, subject: { personId: by.person.id } };
  const made = await inTransaction(server.context.db, (tx) =>
    makeRequest(tx, server.context, asker, { ...funding(cardId), kind: 'FUNDING' }),
  );
  if (isRefused(made)) throw new Error(made.refused);
  return made.id;
}

/** A card with a pending request for 300 dollars. */
async function asked() {
  const card = await newCard();
  const id = await make(business, holder, card.cardId);
  const decide = (step: string, body: object = {}, by = business) =>
    post(by, `/api/requests/${id}/${step}`, { idempotencyKey: newId(), ...body });
  const available = () => availableOf(server.context.db, card.wallet);
  return { id, card, decide, available };
}

const mailsTo = async (person: { id: string }) => {
  await sentMessages(server);
  const messages = await outbox(server);
  return messages.filter(({ recipient }) => recipient === `${person.id}@people.example`);
};

test('a request is made, seen by both sides, approved with another amount, and the card has the money', async () => {
  const card = await newCard();
  const deciders = await holder.browser.ask('GET', '/api/request-deciders?kind=FUNDING');
  expect(deciders).toMatchObject({ status: 200, body: { names: ['Robin Example'] } });
  const made = await post(holder, '/api/my-requests', funding(card.cardId));
  expect(made).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  const id = String(made.body['id']);
  const mine = (await holder.browser.ask('GET', `/api/my-requests/${id}`)).body;
  expect(mine).toMatchObject({
    amount: usd(300_00),
    purpose: 'Site materials, Harbor job',
    deciders: ['Robin Example'],
    timeline: [{ kind: 'CREATED', amount: usd(300_00) }],
    decision: null,
  });
  const seen = (await business.browser.ask('GET', `/api/requests/${id}`)).body;
  expect(seen).toMatchObject({
    effect: { card: { before: usd(12_40), after: usd(312_40) } },
    mayDecide: true,
    deciders: [],
  });
  const approved = await post(business, `/api/requests/${id}/approve`, {
    amount: 250_00,
    note: 'The rest next week.',
    idempotencyKey: newId(),
  });
  expect(approved).toMatchObject({
    status: 200,
    body: { status: 'APPROVED', decision: { amount: usd(250_00), note: 'The rest next week.', by: 'Robin Example' } },
  });
  expect(await availableOf(server.context.db, card.wallet)).toBe(262_40);
  expect(await ledgerFaults(server.context.db)).toEqual([]);
  expect(await eventsOf(server, holder.person.id)).toContain('request_made');
  expect(await eventsOf(server, business.person.id)).toContain('request_settled');
});

test('an administrator is told how many requests wait for them: no others, nor their own', async () => {
  const { db } = server.context;
  const waiting = async (withheld: PermissionFlag[]) => {
    const of = await fundedBusiness(server, 1_000_00n);
    const asking = await addCardholder(server, of);
    const [card] = await addCards(server, of, [{ holder: asking.membershipId }]);
    await make(of, asking, card!.cardId);
    await db.updateTable('membership').set({ flags_withheld: withheld }).where('id', '=', of.membershipId).execute();
    const toDecide = async () => (await of.browser.ask('GET', '/api/cards/counts')).body['toDecide'];
    return { of, asking, toDecide };
  };
  const { of, asking, toDecide } = await waiting([]);
  expect(await toDecide()).toBe(1);
  await db.updateTable('membership').set({ person_id: of.person.id }).where('id', '=', asking.membershipId).execute();
  expect(await toDecide()).toBe(0);
  expect(await (await waiting(['APPROVE_FUNDING'])).toDecide()).toBe(0);
});

test('mails name the request and lead to a page, which decides nothing by being opened', async () => {
  const { id, decide } = await asked();
  const asks = 'Robin Example asks for $300.00 on the card ending in 0000.';
  const mail = (await mailsTo(business.person)).find(({ text }) => text.includes(asks));
  expect(mail!.text).toContain(`http://localhost/cards/requests?open=${id}`);
  // What the page behind the link calls.
  expect((await business.browser.ask('GET', `/api/requests/${id}`)).body).toMatchObject({ status: 'PENDING' });
  await decide('reject', { note: 'Please use the other card.' });
  const rejected = 'Robin Example has rejected your request for $300.00 on the card ending in 0000.';
  const answer = (await mailsTo(holder.person)).find(({ text }) => text.includes(rejected));
  expect(answer!.text).toContain('Please use the other card.');
  expect(answer!.text).toContain(`http://localhost/funding-requests?open=${id}`);
});

test('of sixteen decisions at once, one counts, and money moves at most once', async () => {
  const { id, decide, available } = await asked();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      i % 2 === 0 ? decide('approve', { amount: (i + 1) * 100 }) : decide('reject', { note: `No ${i}` }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ body }) => body['Code']))).toEqual(new Set(['REQUEST_NOT_PENDING']));
  const { decision } = winners[0]!.body as { decision: { amount: { amount: number } | null } };
  expect(await available()).toBe(12_40 + (decision.amount?.amount ?? 0));
  const { timeline } = (await business.browser.ask('GET', `/api/requests/${id}`)).body as { timeline: unknown[] };
  expect(timeline).toHaveLength(2);
});

test('a decision that is repeated with its key is the same decision', async () => {
  const { decide, available } = await asked();
  const body = { idempotencyKey: newId(), amount: 10_00 };
  const answers = await Promise.all(Array.from({ length: 16 }, () => decide('approve', body)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  expect(await available()).toBe(22_40);
  expect((await decide('approve', { ...body, amount: 11_00 })).body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('sixteen times the same request is one request', async () => {
  const body = funding((await newCard()).cardId);
  const answers = await Promise.all(Array.from({ length: 16 }, () => post(holder, '/api/my-requests', body)));
  expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1);
  const other = await post(holder, '/api/my-requests', { ...body, amount: 1 });
  expect(other.body['Code']).toBe('IDEMPOTENCY_KEY_REUSED');
  await post(holder, `/api/my-requests/${String(answers[0]!.body['id'])}/cancel`);
});

/** Brings a request of its own into a state, by the calls. */
const into: Record<RequestStatus, (request: Awaited<ReturnType<typeof asked>>) => Promise<unknown>> = {
  PENDING: () => Promise.resolve(),
  APPROVED: ({ decide }) => decide('approve'),
  REJECTED: ({ decide }) => decide('reject', { note: 'No' }),
  CANCELED: ({ id }) => post(holder, `/api/my-requests/${id}/cancel`),
  EXPIRED: async ({ id }) => {
    const { db, clock } = server.context;
    await db.updateTable('card_request').set({ expires_at: clock.now() }).where('id', '=', id).execute();
    await expireRequests(server.context);
  },
};
const steps: Partial<Record<RequestStep, (request: Awaited<ReturnType<typeof asked>>) => ReturnType<typeof post>>> = {
  approve: ({ decide }) => decide('approve'),
  reject: ({ decide }) => decide('reject', { note: 'No' }),
  cancel: ({ id }) => post(holder, `/api/my-requests/${id}/cancel`),
};
const cells = RequestStatus.options.flatMap((status) =>
  (Object.keys(steps) as RequestStep[]).map((step) => [step, status] as const),
);

test.each(cells)('the step %s from %s', async (step, status) => {
  const request = await asked();
  await into[status](request);
  const answer = await steps[step]!(request);
  // Canceling again what is canceled is no error: the first answer may have been lost.
  if (maySettle(step, status) || (step === 'cancel' && status === 'CANCELED'))
    expect(answer).toMatchObject({ status: 200, body: { status: requestSteps[step].to } });
  else expect(answer.body['Code']).toBe('REQUEST_NOT_PENDING');
});

test('a request that nobody decides expires, and its holder is told once', async () => {
  const { id } = await asked();
  const { db, clock } = server.context;
  await db.updateTable('card_request').set({ expires_at: clock.now() }).where('id', '=', id).execute();
  const seen = await holder.browser.ask('GET', `/api/my-requests/${id}`);
  expect(seen.body['status']).toBe('EXPIRED');
  const before = (await mailsTo(holder.person)).length;
  await Promise.all([expireRequests(server.context), expireRequests(server.context)]);
  expect(await mailsTo(holder.person)).toHaveLength(before + 1);
});

describe('notes go both ways', () => {
  test('each with a mail to the other side, once for a key, and none after the decision', async () => {
    const { id, decide } = await asked();
    const note = { note: 'Which shop?', idempotencyKey: newId() };
    await post(business, `/api/requests/${id}/notes`, note);
    await post(business, `/api/requests/${id}/notes`, note);
    const texts = async (person: { id: string }) => (await mailsTo(person)).map(({ text }) => text);
    const question = expect.stringContaining('Robin Example writes: Which shop?');
    expect(await texts(holder.person)).toContainEqual(question);
    const answer = { note: 'The one at the harbor.', idempotencyKey: newId() };
    const written = await post(holder, `/api/my-requests/${id}/notes`, answer);
    expect(await texts(business.person)).toContainEqual(expect.stringContaining('The one at the harbor.'));
    expect((written.body['timeline'] as { kind: string }[]).map(({ kind }) => kind)).toEqual([
      'CREATED',
      'NOTE',
      'NOTE',
    ]);
    await decide('approve');
    const late = await post(holder, `/api/my-requests/${id}/notes`, { note: 'Thanks', idempotencyKey: newId() });
    expect(late.body['Code']).toBe('REQUEST_NOT_PENDING');
  });
});

describe('others', () => {
  test('neither see nor change a request', async () => {
    const { id } = await asked();
    const stranger = await addCardholder(server, business);
    expect((await stranger.browser.ask('GET', `/api/my-requests/${id}`)).status).toBe(404);
    expect((await post(stranger, `/api/my-requests/${id}/cancel`)).status).toBe(404);
    const elsewhere = await fundedBusiness(server);
    expect((await elsewhere.browser.ask('GET', `/api/requests/${id}`)).status).toBe(404);
    const body = { idempotencyKey: newId() };
    expect((await post(elsewhere, `/api/requests/${id}/approve`, body)).status).toBe(404);
    expect((await post(holder, `/api/requests/${id}/approve`, body)).status).toBe(403);
    expect((await holder.browser.ask('GET', '/api/requests')).status).toBe(403);
  });

  test('cannot ask for the card of another person', async () => {
    const card = await newCard();
    const stranger = await addCardholder(server, business);
    expect((await post(stranger, '/api/my-requests', funding(card.cardId))).status).toBe(404);
  });
});

describe('an approval that cannot be done leaves the request pending', () => {
  test('with too little money', async () => {
    const { id, decide } = await asked();
    const refused = await decide('approve', { amount: 100_000_000_00 });
    expect(refused.body['Code']).toBe('STEP_NOT_POSSIBLE');
    const poor = await fundedBusiness(server, 5_00n);
    const poorHolder = await addCardholder(server, poor);
    const [card] = await addCards(server, poor, [{ holder: poorHolder.membershipId }]);
    const made = await post(poorHolder, '/api/my-requests', funding(card!.cardId));
    const short = await post(poor, `/api/requests/${String(made.body['id'])}/approve`, { idempotencyKey: newId() });
    expect(short.body).toMatchObject({ Code: 'INSUFFICIENT_FUNDS', Available: 5_00 });
    expect((await business.browser.ask('GET', `/api/requests/${id}`)).body['status']).toBe('PENDING');
  });

  test('on a card that was closed meanwhile', async () => {
    const { card, decide } = await asked();
    await server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', card.cardId).execute();
    expect((await decide('approve')).body).toMatchObject({ Code: 'CARD_STATE', Obstacle: 'CARD_CLOSED' });
  });
});

test('lists are filtered, and come by pages', async () => {
  const own = await fundedBusiness(server, 100_00n);
  const asking = await addCardholder(server, own);
  const [card] = await addCards(server, own, [{ holder: asking.membershipId }]);
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1)
    ids.unshift(String((await post(asking, '/api/my-requests', funding(card!.cardId))).body['id']));
  await post(own, `/api/requests/${ids[1]}/reject`, { note: 'No', idempotencyKey: newId() });
  const list = async (query: string) => {
    const { body } = await own.browser.ask('GET', `/api/requests?${query}`);
    return { ids: (body['items'] as { id: string }[]).map(({ id }) => id), next: body['nextCursor'] };
  };
  expect(await list('')).toEqual({ ids, next: null });
  expect(await list('status=PENDING')).toEqual({ ids: [ids[0], ids[2]], next: null });
  expect(await list('status=DECIDED')).toEqual({ ids: [ids[1]], next: null });
  expect(await list('kind=CARD,LIMIT')).toEqual({ ids: [], next: null });
  expect(await list('kind=CARD,FUNDING&status=REJECTED,EXPIRED')).toEqual({ ids: [ids[1]], next: null });
  expect(await list(`membershipId=${asking.membershipId}&cardId=${card!.cardId}`)).toEqual({ ids, next: null });
  expect(await list(`membershipId=${own.membershipId}`)).toEqual({ ids: [], next: null });
  expect(await list('text=HARBOR')).toEqual({ ids, next: null });
  expect(await list('text=100%25')).toEqual({ ids: [], next: null });
  expect(await list('order=ASC')).toEqual({ ids: ids.toReversed(), next: null });
  expect(await list(`order=ASC&limit=1&cursor=${ids[2]}`)).toEqual({ ids: [ids[1]], next: ids[1] });
  const { body } = await own.browser.ask('GET', '/api/requests?status=DECIDED');
  expect(body['totals']).toEqual({ requests: 1, waiting: 2 });
  expect(await list('limit=2')).toEqual({ ids: ids.slice(0, 2), next: ids[1] });
  expect(await list(`limit=2&cursor=${ids[1]}`)).toEqual({ ids: [ids[2]], next: null });
  const mine = await asking.browser.ask('GET', `/api/my-requests?membershipId=${newId()}`);
  expect((mine.body['items'] as unknown[]).length).toBe(3);
  expect(mine.body['totals']).toEqual({ requests: 3, waiting: 2 });
  const rows = await exported(server, own.browser, '/api/requests/export?status=REJECTED&hide=reason');
  expect(rows.map((row) => [row.get('request id'), row.get('state'), row.get('answer'), row.has('reason')])).toEqual([
    [ids[1], 'Rejected', 'No', false],
  ]);
});

test('a cardholder has a bounded number of pending requests', async () => {
  const own = await fundedBusiness(server, 100_00n);
  const asking = await addCardholder(server, own);
  const [card] = await addCards(server, own, [{ holder: asking.membershipId }]);
  for (let i = 0; i < cardRequest.pendingAtMost; i += 1) await make(own, asking, card!.cardId);
  expect((await post(asking, '/api/my-requests', funding(card!.cardId))).body['Code']).toBe('STEP_NOT_POSSIBLE');
});
