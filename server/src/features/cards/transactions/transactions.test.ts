import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyEvent } from '../../../core/transactions/apply-event.ts';
import { csvRows } from '../../../core/csv/parse.ts';
import { authorize } from '../../../core/transactions/authorize.ts';
import type { AuthorizationRequest } from '../../../core/authorizations/request.ts';
import { at } from '../../../testing/business.ts';
import { newId } from '../../../db/ids.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { addCard, addCardBusiness, addCardholder, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { eventFor, fundBusiness, purchase } from '../../../testing/cards/spending.ts';

let server: TestServer;
let business: CardBusiness;
let otherCard: string;
const ids: Record<string, string> = {};

const hours = (number: number) => new Date(at.getTime() + number * 3_600_000);

beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
  const { context } = server;
  await fundBusiness(context.db, business.businessId, 1_000_00);
  const colleague = await addCardholder(server, business.businessId);
  ({ cardId: otherCard } = await addCard(server, { ...business, membershipId: colleague.membershipId }));
  const buy = async (name: string, asked: AuthorizationRequest) => {
    ids[name] = (await authorize(context, asked)).transactionId!;
    return asked;
  };
  const { cardId } = business;
  await buy('held', purchase(cardId, 11_75, { at: hours(0), merchant: 'La Colombe', mcc: 5814 }));
  const hotel = { merchant: 'Hotel Camino Norte', mcc: 7011, country: 'MX', city: 'Mexico City', state: null };
  const foreign = { merchantAmount: 3_153_50, merchantCurrency: 'MXN' };
  const settled = await buy('settled', purchase(cardId, 171_20, { at: hours(1), ...hotel, ...foreign }));
  await applyEvent(
    context,
    eventFor(settled, 'CLEARING', 171_20, { at: hours(2), ...foreign, merchantAmount: 3_160_00 }),
  );
  await buy('declined', purchase(cardId, 5_000_00, { at: hours(3), merchant: 'Enterprise Rent-A-Car', mcc: 7512 }));
  await buy('others', purchase(otherCard, 31_75, { at: hours(4), merchant: 'Lyft', mcc: 4121 }));
  const refunded = await buy(
    'refunded',
    purchase(cardId, 20_00, { at: hours(5), merchant: 'Delta Air Lines', mcc: 3058 }),
  );
  await applyEvent(context, eventFor(refunded, 'CLEARING', 20_00, { at: hours(5) }));
  await applyEvent(context, eventFor(refunded, 'RETURN', 20_00, { at: hours(6) }));
});
afterAll(() => server.close());

interface Listed {
  items: { id: string; merchantAmount: object | null }[];
  nextCursor: string | null;
  searchedBackTo: string | null;
  totals: {
    transactions: number;
    settled: object;
    held: object;
    returned: object;
    incoming: object;
    fees: object;
  } | null;
}
/** What the calls of this module answer, as far as the tests read it. */
interface Answered extends Listed {
  note: string | null;
  merchant: { name: string };
  cardholder: { name: string } | null;
  figures: Record<string, { amount: number }>;
}
interface Entries {
  items: { code: string; transactionId: string | null; amount: { amount: number } }[];
  nextCursor: string | null;
}
const get = async (who: TestBrowser, path: string) => {
  const { status, body } = await who.ask('GET', path);
  return { status, body: body as unknown as Answered };
};
const getEntries = async (path: string) =>
  (await business.administrator.ask('GET', `/api/balances/entries?${path}`)).body as unknown as Entries;
const namesIn = (items: { id: string }[]) =>
  items.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)![0]);
const listed = async (query = '', who = business.administrator, path = '/api/transactions') =>
  namesIn((await get(who, `${path}?${query}`)).body.items);

describe('a list of transactions', () => {
  const everything = ['refunded', 'others', 'declined', 'settled', 'held'];
  test.each([
    ['', everything],
    ['order=ASC', everything.toReversed()],
    ['sort=AMOUNT', ['declined', 'settled', 'others', 'held', 'refunded']],
    ['sort=AMOUNT&order=ASC', ['refunded', 'held', 'others', 'settled', 'declined']],
    ['status=PENDING', ['others', 'held']],
    ['status=DECLINED,RETURNED', ['refunded', 'declined']],
    ['declined=true', ['declined']],
    ['declined=false', ['refunded', 'others', 'settled', 'held']],
    ['hasFee=true', ['settled']],
    ['country=MX,FR', ['settled']],
    ['mcc=4121', ['others']],
    ['categoryGroup=LODGING', ['settled']],
    ['amountFrom=2000&amountTo=20000', ['others', 'settled']],
    [`from=${hours(1).toISOString()}&to=${hours(3).toISOString()}`, ['settled']],
    ['text=camino', ['settled']],
    ['text=mexico%20city', ['settled']],
    ['text=city%20%20camino', ['settled']],
    ['text=camino%20elsewhere', []],
    ['text=100%25', []],
    ['merchant=CAMINO', ['settled']],
    ['merchant=mexico', []],
    ['merchant=%25', []],
  ])('%s', async (query, names) => {
    expect(await listed(query)).toEqual(names);
  });

  test('by card and cardholder', async () => {
    expect(await listed(`cardId=${otherCard}`)).toEqual(['others']);
    expect(await listed(`cardId=${otherCard},${business.cardId}&status=PENDING`)).toEqual(['others', 'held']);
    expect(await listed(`membershipId=${business.membershipId}&declined=true`)).toEqual(['declined']);
  });

  test.each(['', 'sort=AMOUNT', 'order=ASC', 'status=PENDING,SETTLED', 'amountFrom=1'])(
    'goes page by page through each transaction once: %s',
    async (query) => {
      const whole = await listed(query);
      const paged: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await get(business.administrator, `/api/transactions?limit=2&${query}${cursor}`);
        paged.push(...namesIn(body.items));
        if (body.nextCursor === null) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(paged).toEqual(whole);
    },
  );

  test('a status that is named twice doubles nothing', async () => {
    const [once, twice] = await Promise.all(
      ['PENDING', 'PENDING,PENDING'].map((status) => get(business.administrator, `/api/transactions?status=${status}`)),
    );
    expect(twice!.body).toEqual(once!.body);
    expect(once!.body.items.length).toBeGreaterThan(0);
  });

  test('adds up exactly the view, on its first page', async () => {
    const { body } = await get(business.administrator, '/api/transactions?limit=2');
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    expect(body.totals).toEqual({
      transactions: 5,
      settled: usd(191_20),
      held: usd(43_50),
      returned: usd(20_00),
      incoming: usd(0),
      fees: usd(5_14),
    });
    const next = await get(business.administrator, `/api/transactions?limit=2&cursor=${body.nextCursor}`);
    expect(next.body.totals).toBeNull();
  });

  test('shows what was settled in the currency of the merchant', async () => {
    const { body } = await get(business.administrator, '/api/transactions?text=camino');
    expect(body.items).toMatchObject([{ merchantAmount: { amount: 3_160_00, currency: 'MXN' } }]);
  });

  test('refuses a cursor of another list', async () => {
    const { body } = await get(business.administrator, '/api/transactions?limit=1&sort=AMOUNT');
    const refused = await business.administrator.ask('GET', `/api/transactions?cursor=${body.nextCursor}`);
    expect([refused.status, refused.body['Fields']]).toEqual([400, [{ Field: 'cursor', Problem: 'format' }]]);
  });

  test('shows a cardholder their own only', async () => {
    expect(await listed('', business.holder, '/api/my-transactions')).toEqual([
      'refunded',
      'declined',
      'settled',
      'held',
    ]);
    expect(await listed('declined=true', business.holder, '/api/my-transactions')).toEqual(['declined']);
    expect(await listed(`cardId=${otherCard}`, business.holder, '/api/my-transactions')).toEqual([]);
  });
});

test('a search without a match suggests the nearest merchants, each reader’s own', async () => {
  const suggested = async (who: TestBrowser, path: string, text: string) =>
    (await who.ask('GET', `/api/${path}/suggested-merchants?text=${text}`)).body['items'];
  const { administrator, holder } = business;
  expect(await suggested(administrator, 'transactions', 'la+colmobe')).toEqual([
    { name: 'La Colombe', transactions: 1 },
  ]);
  expect(await suggested(administrator, 'transactions', 'lyfft')).toEqual([{ name: 'Lyft', transactions: 1 }]);
  // Of another cardholder.
  expect(await suggested(holder, 'my-transactions', 'lyfft')).toEqual([]);
  expect(await suggested(holder, 'my-transactions', 'delta+airlnes')).toMatchObject([{ name: 'Delta Air Lines' }]);
});

describe('one transaction', () => {
  test('has its figures, its fees, its timeline and the reasons of its decisions', async () => {
    const { body } = await get(business.administrator, `/api/transactions/${ids['settled']}`);
    expect(body).toMatchObject({
      status: 'SETTLED',
      amount: { amount: 171_20, currency: 'USD' },
      merchantAmount: { amount: 3_160_00, currency: 'MXN' },
      merchant: { name: 'Hotel Camino Norte', city: 'Mexico City', country: 'MX', mcc: 7011 },
      cardholder: { membershipId: business.membershipId, name: 'Robin Example' },
      hold: null,
      fees: [{ kind: 'ISA', amount: { amount: 5_14 }, basisPoints: 300 }],
      events: [
        { type: 'AUTHORIZATION', outcome: 'APPROVED', held: { amount: 171_20 } },
        { type: 'CLEARING', amount: { amount: 171_20 }, held: { amount: 0 }, flags: [] },
      ],
      traces: [{ available: { amount: 988_25 }, binds: null, shadow: null }],
    });
  });

  test('says until when and why an amount is on hold', async () => {
    const { body } = await get(business.administrator, `/api/transactions/${ids['held']}`);
    expect(body).toMatchObject({
      hold: { amount: { amount: 11_75 }, until: hours(7 * 24).toISOString(), reason: 'STANDARD' },
    });
  });

  test('is the cardholder’s own, without the reasons; another’s is not found', async () => {
    const own = await get(business.holder, `/api/my-transactions/${ids['declined']}`);
    expect(own.body).toMatchObject({ status: 'DECLINED', declineCode: 'insufficient_business_balance' });
    expect(own.body).not.toHaveProperty('traces');
    expect((await get(business.holder, `/api/my-transactions/${ids['others']}`)).status).toBe(404);
    const stranger = await addCardBusiness(server);
    expect((await get(stranger.administrator, `/api/transactions/${ids['others']}`)).status).toBe(404);
    expect(await listed('', stranger.administrator)).toEqual([]);
  });

  test('has a note that both sides write', async () => {
    const path = `transactions/${ids['held']}`;
    const noteOf = async () => (await get(business.holder, `/api/my-${path}`)).body.note;
    const write = async (who: TestBrowser, prefix: string, note: string | null) =>
      (await who.ask('PATCH', `/api/${prefix}${path}`, { body: { note } })).status;
    expect(await write(business.administrator, '', 'Team breakfast')).toBe(204);
    expect(await noteOf()).toBe('Team breakfast');
    expect(await listed('text=breakfast')).toEqual(['held']);
    const { cardholder, merchant } = (await get(business.administrator, `/api/${path}`)).body;
    const words = [cardholder!.name.split(' ')[0]!, 'breakfast', merchant.name.split(' ').at(-1)!].join(' ');
    expect(await listed(`text=${encodeURIComponent(words)}`)).toEqual(['held']);
    expect(await listed(`text=${encodeURIComponent(`${words} supper`)}`)).toEqual([]);
    expect(await write(business.holder, 'my-', null)).toBe(204);
    expect(await noteOf()).toBeNull();
    const replace = async (who: TestBrowser, prefix: string, note: string | null, replaces: string | null) =>
      (await who.ask('PATCH', `/api/${prefix}${path}`, { body: { note, replaces } })).status;
    expect(await replace(business.administrator, '', 'First', null)).toBe(204);
    expect(await replace(business.holder, 'my-', 'Second', null)).toBe(409);
    expect(await replace(business.holder, 'my-', null, null)).toBe(409);
    expect(await replace(business.holder, 'my-', 'Second', 'Other')).toBe(409);
    expect(await replace(business.holder, 'my-', null, 'Other')).toBe(409);
    expect(await noteOf()).toBe('First');
    expect(await replace(business.holder, 'my-', 'Second', 'First')).toBe(204);
    expect(await replace(business.administrator, '', null, 'Second')).toBe(204);
    expect(await replace(business.administrator, '', 'Third', 'Second')).toBe(409);
    expect(await replace(business.administrator, '', null, null)).toBe(204);
    const others = `/api/my-transactions/${ids['others']}`;
    expect((await business.holder.ask('PATCH', others, { body: { note: 'Mine' } })).status).toBe(404);
  });

  test('gets the same note as others that are selected, all or none', async () => {
    const write = async (who: TestBrowser, note: string, of: unknown[]) =>
      (await who.ask('POST', '/api/transactions/notes', { body: { ids: of, note } })).status;
    const selected = [ids['held'], ids['others'], ids['held']];
    expect(await write(business.administrator, 'Offsite', selected)).toBe(204);
    expect((await listed('text=offsite')).toSorted()).toEqual(['held', 'others']);
    expect(await write(business.administrator, 'Elsewhere', [ids['held'], newId()])).toBe(404);
    expect(await listed('text=elsewhere')).toEqual([]);
    expect(await write(business.administrator, '', selected)).toBe(400);
    expect(await write(business.holder, 'Mine', selected)).toBe(403);
    const unread = { ids: selected, note: 'Unread', replaces: { [ids['held']!]: 'Offsite' } };
    expect((await business.administrator.ask('POST', '/api/transactions/notes', { body: unread })).status).toBe(409);
    expect(await listed('text=unread')).toEqual([]);
    for (const name of ['held', 'others'])
      await business.administrator.ask('PATCH', `/api/transactions/${ids[name]}`, { body: { note: null } });
  });
});

describe('balances', () => {
  test('open to the lines that they are made of', async () => {
    const { body } = await get(business.administrator, '/api/balances');
    const figures = Object.fromEntries(Object.entries(body.figures).map(([name, { amount }]) => [name, amount]));
    expect(figures).toEqual({ posted: 823_66, onHold: 43_50, creditLimit: 0, available: 780_16, incoming: 0 });
    const sumOf = async (figure: string) => {
      let sum = 0;
      for (let cursor = ''; ;) {
        const page = await getEntries(`limit=2&figure=${figure}${cursor}`);
        sum += page.items.reduce((total, { amount }) => total + amount.amount, 0);
        if (page.nextCursor === null) return sum;
        cursor = `&cursor=${page.nextCursor}`;
      }
    };
    expect(await sumOf('POSTED')).toBe(figures['posted']);
    expect(await sumOf('ON_HOLD')).toBe(-figures['onHold']!);
    expect(await sumOf('INCOMING')).toBe(0);
  });

  test('lead from an entry to its transaction', async () => {
    const { items } = await getEntries('figure=POSTED');
    expect(items.map(({ code, transactionId }) => [code, transactionId])).toEqual([
      ['RETURN', ids['refunded']],
      ['CLEARING', ids['refunded']],
      ['ISA_FEE', ids['settled']],
      ['CLEARING', ids['settled']],
      ['FUNDING', null],
    ]);
  });

  test('of another’s card are not found; a card that draws on the business has none', async () => {
    const own = await get(business.holder, `/api/my-balances?cardId=${business.cardId}`);
    expect([own.status, own.body]).toEqual([200, { figures: null }]);
    expect((await get(business.holder, `/api/my-balances?cardId=${otherCard}`)).status).toBe(404);
    const entries = `/api/my-balances/entries?figure=POSTED&cardId=${otherCard}`;
    expect((await get(business.holder, entries)).status).toBe(404);
  });
});

describe('an export', () => {
  const download = (who: TestBrowser, url: string) => {
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return server.app.inject({ method: 'GET', url, headers: { cookie } });
  };

  test.each(['', 'declined=true', 'text=camino', 'order=ASC', 'sort=AMOUNT', 'hasFee=true'])(
    'has exactly the rows of the view: %s',
    async (query) => {
      const answer = await download(business.administrator, `/api/transactions/export?format=csv&${query}`);
      expect(answer.statusCode).toBe(200);
      const rows = csvRows(answer.body)!.map(({ cells }) => cells.get('transaction id')!);
      expect(namesIn(rows.map((id) => ({ id })))).toEqual(await listed(query));
    },
  );

  test('says when a purchase was settled, what its fees were, and why it was declined', async () => {
    const answer = await download(business.administrator, '/api/transactions/export?format=csv');
    const rows = csvRows(answer.body)!.map(({ cells }) => cells);
    const row = (name: string) => rows.find((cells) => cells.get('transaction id') === ids[name])!;
    expect(row('settled').get('settled on')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect([row('settled').get('fees'), row('settled').get('original amount')]).toEqual(['5.14', '3160.00']);
    expect(row('held').get('settled on')).toBe('');
    expect(row('declined').get('why declined')).toBe(
      'The company account was too low for this purchase. Add funds to the company account.',
    );
    expect([row('declined').get('amount'), row('declined').get('asked for')]).toEqual(['', '5000.00']);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[a-z0-9-]+-transactions-[a-z0-9-]+\.csv"$/,
    );
  });

  test('has the selected rows alone', async () => {
    const url = `/api/transactions/export?format=csv&id=${ids['held']},${ids['others']}`;
    const answer = await download(business.administrator, url);
    const rows = csvRows(answer.body)!.map(({ cells }) => cells.get('transaction id')!);
    expect(namesIn(rows.map((id) => ({ id })))).toEqual(['others', 'held']);
  });

  test('of a cardholder has their own rows, and nobody may take another’s', async () => {
    const own = await download(business.holder, '/api/my-transactions/export?format=csv');
    expect(own.body).not.toContain(ids['others']);
    expect(own.body).toContain(ids['held']);
    const theirs = await download(business.holder, '/api/transactions/export?format=csv');
    expect(theirs.statusCode).toBe(403);
  });

  test('sorted by amount lacks no row, however many there are; the list adds up as many as 20,000', async () => {
    const large = await addCardBusiness(server);
    const add = (from: number, to: number) =>
      sql`insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency,
        mcc, merchant_id, merchant, country, presence, settled)
      select gen_random_uuid(), 'many ' || n, ${large.businessId}, ${large.cardId}, now() - n * interval '1 minute',
        'SETTLED', n, n, 'USD', 5411, 'm', 'Fairmeadow Market', 'US', 'PRESENT', 1
      from generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int) n`.execute(server.context.db);
    const totals = async () => (await get(large.administrator, '/api/transactions?limit=2')).body.totals;
    await add(1, 5001);
    const answer = await download(large.administrator, '/api/transactions/export?format=csv&sort=AMOUNT');
    expect(csvRows(answer.body)).toHaveLength(5001);
    await add(5002, 20_000);
    expect(await totals()).toMatchObject({ transactions: 20_000, settled: { amount: 20_000 } });
    await add(20_001, 20_001);
    expect(await totals()).toBeNull();
  });

  test('on hold are those that hold something; a refund on its way is of a settled purchase', async () => {
    const { context } = server;
    const of = await addCardBusiness(server);
    await fundBusiness(context.db, of.businessId, 1_000_00);
    const bought = async (merchant: string, hour: number) => {
      const asked = purchase(of.cardId, 60_00, { at: hours(hour), merchant, mcc: 3058 });
      await authorize(context, asked);
      return asked;
    };
    await bought('Hold', 1);
    const refund = await bought('Refund', 2);
    await applyEvent(context, eventFor(refund, 'CLEARING', 60_00, { at: hours(3) }));
    await applyEvent(context, eventFor(refund, 'CREDIT_AUTHORIZATION', 20_00, { at: hours(4) }));
    const merchants = async (query: string) =>
      (await of.administrator.ask('GET', `/api/transactions?${query}`)).body['items'] as { merchant: object }[];
    const hold = { merchant: { name: 'Hold' } };
    const settled = { merchant: { name: 'Refund' } };
    expect(await merchants('status=PENDING')).toMatchObject([hold]);
    expect(await merchants(`status=PENDING&cardId=${of.cardId}`)).toMatchObject([hold]);
    expect(await merchants('status=SETTLED')).toMatchObject([settled]);
    expect(await merchants(`status=SETTLED&cardId=${of.cardId}`)).toMatchObject([settled]);
    expect(await merchants('status=PENDING,SETTLED')).toMatchObject([settled, hold]);
  });

  test('names the states as the list does', async () => {
    const { context } = server;
    const asked = purchase(business.cardId, 60_00, { at: hours(9), merchant: 'Delta Air Lines', mcc: 3058 });
    await authorize(context, asked);
    await applyEvent(context, eventFor(asked, 'CLEARING', 60_00, { at: hours(10) }));
    await applyEvent(context, eventFor(asked, 'CREDIT_AUTHORIZATION', 20_00, { at: hours(11) }));
    const answer = await download(business.administrator, '/api/transactions/export?format=csv');
    expect(new Set(csvRows(answer.body)!.map(({ cells }) => cells.get('status')))).toEqual(
      new Set(['On hold', 'Settled', 'Declined', 'Returned', 'Refund on its way']),
    );
    // What a merchant will give back is taken off, in the amount of the row and in the sum of the view.
    const from = hours(9).toISOString();
    const { body } = await get(business.administrator, `/api/transactions?text=delta&from=${from}`);
    const usd = (amount: number) => ({ amount, currency: 'USD' });
    expect(body.totals).toMatchObject({ settled: usd(60_00), returned: usd(0), incoming: usd(20_00) });
  });

  test('is a workbook as well', async () => {
    const answer = await download(business.administrator, '/api/transactions/export?format=xlsx');
    expect(answer.rawPayload.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
  });
});
