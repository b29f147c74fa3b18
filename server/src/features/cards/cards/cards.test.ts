import { DAY, HOUR, MINUTE, newCardsPerPersonAndDay } from '@florin/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import type { Answer } from '../../../testing/caller.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import {
  addCard,
  addCardBusiness,
  addCardholder,
  shippingTo,
  type CardBusiness,
} from '../../../testing/cards/card-business.ts';
import { proveAgain } from '../../../testing/cards/vendor.ts';
import { CardProcessorError } from '../../../ports/card-processor/card-processor.ts';
import { exported } from '../../../testing/exported.ts';
import { eventsOf } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
});
afterAll(() => server.close());

const post = (who: TestBrowser, path: string, body: object = {}) => who.ask('POST', path, { body });
const codeOf = ({ body }: Answer) => body['Code'];
interface Listed {
  items: Record<string, unknown>[];
  nextCursor: string | null;
}
const list = async (who: TestBrowser, path: string) => (await who.ask('GET', path)).body as unknown as Listed;
const idsIn = ({ items }: Listed) => items.map(({ id }) => id);
const newOrder = (changes: object = {}) => ({
  idempotencyKey: newId(),
  holder: business.membershipId,
  kind: 'VIRTUAL',
  ...changes,
});
const issue = (changes: object = {}) => post(business.administrator, '/api/cards', newOrder(changes));
/** No holder reaches the limit of a day; the sessions are kept alive by their use. */
const nextDay = async (of: CardBusiness) => {
  const { db } = server.context;
  const yesterday = new Date(server.clock.now().getTime() - 2 * DAY * 1000);
  await db.updateTable('card').set({ issued_at: yesterday }).where('business_id', '=', of.businessId).execute();
};

describe('a list of cards', () => {
  test('has every card of the business, newest first, page by page', async () => {
    const of = await addCardBusiness(server);
    for (let card = 0; card < 4; card += 1) await addCard(server, of);
    const first = await list(of.administrator, '/api/cards?limit=3');
    const second = await list(of.administrator, `/api/cards?limit=3&cursor=${first.nextCursor}`);
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 2, null]);
    const all = [...idsIn(first), ...idsIn(second)];
    expect(all).toEqual(all.toSorted().toReversed());
    expect(new Set(all).size).toBe(5);
    expect(await list(of.holder, '/api/my-cards')).toMatchObject({ items: [{}, {}, {}, {}, {}], nextCursor: null });
  });

  test('is filtered by state, kind, holder, group and text', async () => {
    const of = await addCardBusiness(server);
    const { membershipId } = await addCardholder(server, of.businessId);
    const other = await addCard(server, { businessId: of.businessId, membershipId, kind: 'PHYSICAL' });
    const group = await post(of.administrator, '/api/card-groups', { name: 'Field crew' });
    const groupId = String(group.body['id']);
    await post(of.administrator, `/api/card-groups/${groupId}/members`, { add: [of.cardId] });
    const rules = [{ kind: 'amount', period: 'day', limit: 50_00 }];
    await post(of.administrator, '/api/spend-policies', { name: 'Fuel', layer: 'GROUP', groupId, rules });
    await of.administrator.ask('PATCH', `/api/cards/${of.cardId}`, { body: { name: '100% site_materials' } });
    const filtered = async (query: string) => idsIn(await list(of.administrator, `/api/cards?${query}`));
    expect(await filtered('status=OPEN,PAUSED')).toEqual([of.cardId]);
    expect(await filtered('status=PENDING_FULFILLMENT')).toEqual([other.cardId]);
    expect(await filtered('kind=PHYSICAL')).toEqual([other.cardId]);
    expect(await filtered(`holder=${of.membershipId}`)).toEqual([of.cardId]);
    expect(await filtered(`holder=${of.membershipId},${membershipId}`)).toEqual([other.cardId, of.cardId]);
    expect(await filtered(`group=${groupId}`)).toEqual([of.cardId]);
    expect(await filtered(`notGroup=${groupId}`)).toEqual([other.cardId]);
    expect((await list(of.administrator, '/api/card-groups')).items).toMatchObject([
      { name: 'Field crew', cards: 1, policies: [{ name: 'Fuel' }] },
    ]);
    expect(await filtered(`text=${encodeURIComponent('0% SITE_m')}`)).toEqual([of.cardId]);
    expect(await filtered(`text=${other.lastFour}`)).toEqual([other.cardId]);
    expect(await filtered('text=robin')).toEqual([other.cardId, of.cardId]);
    expect(await filtered('text=_')).toEqual([of.cardId]);
  });

  test('is sorted page by page, and says how many there are', async () => {
    const of = await addCardBusiness(server);
    for (const name of ['Fuel', 'amtrak', null]) {
      const { cardId } = await addCard(server, of);
      await of.administrator.ask('PATCH', `/api/cards/${cardId}`, { body: { name } });
    }
    const names = async (query: string) => {
      const first = await list(of.administrator, `/api/cards?limit=2&${query}`);
      const second = await list(of.administrator, `/api/cards?limit=2&${query}&cursor=${first.nextCursor}`);
      expect(first).toMatchObject({ totals: { cards: 4, people: 1 } });
      expect(second).toMatchObject({ totals: null, nextCursor: null });
      return [...first.items, ...second.items].map(({ name }) => name);
    };
    expect(await names('sort=NAME&order=ASC')).toEqual([null, null, 'amtrak', 'Fuel']);
    expect(await names('sort=NAME')).toEqual(['Fuel', 'amtrak', null, null]);
    for (const sort of ['ISSUED', 'USED', 'SPENT']) expect(await names(`sort=${sort}&order=ASC`)).toHaveLength(4);
  });

  test.each([
    'status=OPEN,LOST',
    'sort=LEFT',
    'order=UP',
    'kind=PAPER',
    'holder=me',
    'cursor=x',
    'limit=101',
    'limit=0',
  ])('with %s is refused', async (query) => {
    expect(await business.administrator.ask('GET', `/api/cards?${query}`)).toMatchObject({ status: 400 });
  });
});

describe('the export', () => {
  const titles = ['holder', 'state', 'left to spend', 'spent this month'];

  test('has exactly the cards of the view, in its order, and the columns that the list shows', async () => {
    const of = await addCardBusiness(server);
    for (const name of ['Fuel', '=1+1']) {
      const { cardId } = await addCard(server, of);
      await of.administrator.ask('PATCH', `/api/cards/${cardId}`, { body: { name } });
    }
    const rows = (query = '') => exported(server, of.administrator, `/api/cards/export?${query}`);
    const listed = await list(of.administrator, '/api/cards?sort=NAME&order=ASC');
    const all = await rows('sort=NAME&order=ASC');
    expect(all.map((row) => row.get('card id'))).toEqual(idsIn(listed));
    expect(all.map((row) => row.get('card'))).toEqual(['', "'=1+1", 'Fuel']);
    expect((await rows('text=fuel')).map((row) => row.get('card'))).toEqual(['Fuel']);
    const { body } = await of.administrator.ask('GET', `/api/cards/spend-left?cards=${of.cardId}`);
    const [{ left }] = body['cards'] as [{ left: { amount: number } }];
    const own = all.find((row) => row.get('card id') === of.cardId)!;
    expect(own.get('left to spend')).toBe((left.amount / 100).toFixed(2));
    expect(titles.map((title) => own.has(title))).toEqual([true, true, true, true]);
    const [short] = await rows('hide=holder,left');
    expect(titles.map((title) => short!.has(title))).toEqual([false, true, false, true]);
    expect(
      (await exported(server, business.administrator, '/api/cards/export')).map((row) => row.get('card')),
    ).not.toContain('Fuel');
  });

  test('shows no use of cards to administrators who may not see it, nor by its order', async () => {
    const of = await addCardBusiness(server);
    await server.context.db
      .updateTable('business')
      .set({ allow_admin_view_card_usage: false })
      .where('id', '=', of.businessId)
      .execute();
    const [row] = await exported(server, of.administrator, '/api/cards/export');
    expect([...row!.keys()].filter((title) => /spent|used/.test(title))).toEqual([]);
    expect(await of.administrator.ask('GET', '/api/cards/export?format=csv&sort=SPENT')).toMatchObject({ status: 400 });
    expect(await of.holder.ask('GET', '/api/cards/export?format=csv')).toMatchObject({ status: 403 });
  });
});

test('a card says when it was last used and what its chain has spent this month; declines are neither', async () => {
  const of = await addCardBusiness(server);
  const { db } = server.context;
  const now = server.clock.now();
  const replaced = await post(of.holder, `/api/my-cards/${of.cardId}/replace`, {
    idempotencyKey: newId(),
    reason: 'LOST',
  });
  const cardId = String(replaced.body['id']);
  const spend = (card_id: string, amount: bigint, at: Date, status: 'SETTLED' | 'PENDING' | 'DECLINED' | 'VOIDED') =>
    db
      .insertInto('card_transaction')
      .values({
        id: newId(at.getTime()),
        reference: newId(),
        business_id: of.businessId,
        card_id,
        account_id: null,
        at,
        status,
        requested: amount,
        amount,
        currency: 'USD',
        merchant_amount: null,
        merchant_currency: null,
        mcc: 5812,
        merchant_id: 'm-1',
        merchant: 'Sweetgreen',
        city: null,
        state: null,
        country: 'US',
        presence: 'PRESENT',
        decline_code: null,
        hold_until: null,
        hold_reason: null,
      })
      .execute();
  const used = new Date(now.getTime() - 1);
  await spend(of.cardId, 10_00n, now, 'SETTLED');
  await spend(cardId, 5_00n, used, 'PENDING');
  await spend(cardId, 99_00n, now, 'DECLINED');
  await spend(cardId, 7_00n, used, 'VOIDED');
  await spend(cardId, 1_00n, new Date(now.getTime() - 40 * DAY * 1000), 'SETTLED');
  const { items } = await list(of.administrator, '/api/cards?status=OPEN');
  expect(items).toMatchObject([
    { id: cardId, lastUsedAt: used.toISOString(), spentThisMonth: { amount: 15_00, currency: 'USD' } },
  ]);
  // The chain counts once, though both of its cards are listed; a card that the filter leaves out does not count.
  const other = await addCard(server, of);
  await spend(other.cardId, 2_00n, used, 'SETTLED');
  const spentBy = async (query: string) => {
    const { body } = await of.administrator.ask('GET', `/api/cards?limit=1&${query}`);
    return (body as { totals: { spentThisMonth: unknown } }).totals.spentThisMonth;
  };
  expect(await spentBy('')).toEqual({ amount: 17_00, currency: 'USD' });
  expect(await spentBy(`text=${other.lastFour}`)).toEqual({ amount: 2_00, currency: 'USD' });
  for (const [who, path] of [
    [of.administrator, `/api/cards/${cardId}/spend`],
    [of.holder, `/api/my-cards/${cardId}/spend`],
  ] as const) {
    const { months } = (await who.ask('GET', path)).body as unknown as { months: Record<string, unknown>[] };
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject({ amount: { amount: 15_00, currency: 'USD' }, purchases: 2 });
    // Forty days ago is the month before, or the one before that.
    expect(months.slice(-3, -1).filter(({ purchases }) => purchases === 1)).toMatchObject([
      { amount: { amount: 1_00 } },
    ]);
  }
  // More than is added up at once.
  await sql`insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency,
      mcc, merchant_id, merchant, country, presence)
    select gen_random_uuid(), gen_random_uuid(), ${of.businessId}, ${cardId}, ${used}, 'SETTLED', 1, 1, 'USD', 5812, 'm-1',
      'Sweetgreen', 'US', 'PRESENT' from generate_series(1, 2000)`.execute(db);
  expect(await spentBy('')).toBeNull();
});

describe('by last use', () => {
  const purchase = (of: { businessId: string }, cardId: string, at: Date, status: 'SETTLED' | 'DECLINED' = 'SETTLED') =>
    sql`insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency, mcc,
      merchant_id, merchant, country, presence) values (${newId()}, ${newId()}, ${of.businessId}, ${cardId}, ${at},
      ${status}, 100, 100, 'USD', 5812, 'm-1', 'Sweetgreen', 'US', 'PRESENT')`.execute(server.context.db);
  const before = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);
  const path = (more = '') => `/api/cards?sort=USED&limit=2${more}`;

  test('the card used last is the first, those never used come after, the newest of them first', async () => {
    const of = await addCardBusiness(server);
    const cards = [of.cardId];
    for (let more = 0; more < 4; more++) cards.push((await addCard(server, of)).cardId);
    await purchase(of, cards[0]!, before(30));
    await purchase(of, cards[1]!, before(10));
    await purchase(of, cards[2]!, before(20));
    await purchase(of, cards[3]!, before(1), 'DECLINED');
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      // Each page begins where the one before ended.
      // oxlint-disable-next-line no-await-in-loop
      const page: Listed = await list(of.administrator, path(cursor && `&cursor=${cursor}`));
      pages.push(...idsIn(page));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([1, 2, 0, 4, 3].map((index) => cards[index]));
    const reversed = await list(of.administrator, '/api/cards?sort=USED&order=ASC&limit=5');
    expect(idsIn(reversed)).toEqual(pages.toReversed());
  });

  test('a card that is used while the list is read is neither listed twice nor hides another', async () => {
    const of = await addCardBusiness(server);
    const cards = [of.cardId];
    for (let more = 0; more < 3; more++) cards.push((await addCard(server, of)).cardId);
    for (const [index, id] of cards.entries()) await purchase(of, id, before(index + 1));
    const first = await list(of.administrator, path());
    await purchase(of, cards[1]!, before(0));
    const second = await list(of.administrator, path(`&cursor=${first.nextCursor}`));
    expect([...idsIn(first), ...idsIn(second)]).toEqual(cards);
    for (const wrong of ['x', 'MTIz'])
      expect(await of.administrator.ask('GET', path(`&cursor=${wrong}`))).toMatchObject({ status: 400 });
    // A place among other keys.
    for (const sort of ['ISSUED', 'NAME'])
      expect(await of.administrator.ask('GET', `/api/cards?sort=${sort}&cursor=${first.nextCursor}`)).toMatchObject({
        status: 400,
      });
  });
});

test('a card of another business, or of another holder, is not found', async () => {
  const other = await addCardBusiness(server);
  const { administrator, holder, cardId } = business;
  const body = { idempotencyKey: newId(), reason: 'LOST' };
  for (const [who, base] of [
    [other.administrator, '/api/cards'],
    [other.holder, '/api/my-cards'],
  ] as const) {
    expect((await who.ask('GET', `${base}/${cardId}`)).status).toBe(404);
    expect((await who.ask('GET', `${base}/${cardId}/spend`)).status).toBe(404);
    for (const act of ['freeze', 'unfreeze', 'close', 'replace'])
      expect([act, (await post(who, `${base}/${cardId}/${act}`, body)).status]).toEqual([act, 404]);
  }
  expect((await holder.ask('GET', `/api/cards/${cardId}`)).status).toBe(403);
  expect((await administrator.ask('GET', `/api/my-cards/${cardId}`)).status).toBe(403);
});

describe('issuing', () => {
  test('a virtual card works at once, and its timeline begins', async () => {
    await nextDay(business);
    const { status, body } = await issue({
      name: 'Adobe',
      purpose: 'Licenses',
      externalId: 'adobe-1',
      controls: { amountLock: 12_000, merchantLock: { kind: 'NAMED', merchant: 'Adobe' }, usesAtMost: 3 },
    });
    expect([status, body]).toMatchObject([
      201,
      {
        name: 'Adobe',
        purpose: 'Licenses',
        externalId: 'adobe-1',
        status: 'OPEN',
        kind: 'VIRTUAL',
        nameOnCard: 'ROBIN EXAMPLE',
        holder: { membershipId: business.membershipId, firstName: 'Robin', lastName: 'Example' },
        controls: {
          amountLock: { amount: 12_000, currency: 'USD' },
          merchantLock: { kind: 'NAMED', merchantId: null, merchant: 'Adobe' },
          usesAtMost: 3,
          uses: 0,
        },
        shipment: null,
        pinStatus: 'NOT_SET',
      },
    ]);
    const shown = await business.administrator.ask('GET', `/api/cards/${String(body['id'])}`);
    expect(shown.body['timeline']).toEqual([
      expect.objectContaining({ act: 'issue', toStatus: 'OPEN', actor: 'Robin Example', channel: 'ADMIN' }),
    ]);
    expect(codeOf(await issue({ externalId: 'adobe-1' }))).toBe('VALIDATION');
  });

  test('a physical card is produced, sent and activated by its holder with what is printed on it', async () => {
    await nextDay(business);
    const { body } = await issue({ kind: 'PHYSICAL', shipping: shippingTo('Robin Example') });
    const id = String(body['id']);
    expect(body).toMatchObject({
      status: 'PENDING_FULFILLMENT',
      shipment: { status: 'PENDING', method: 'STANDARD', expectedOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    });
    const { db } = server.context;
    await db.updateTable('card').set({ status: 'PENDING_ACTIVATION' }).where('id', '=', id).execute();
    const own = (await business.holder.ask('GET', `/api/my-cards/${id}`)).body;
    expect(own['expiresOn']).toBeNull();
    const [year, month] = String(body['expiresOn']).split('-');
    const activate = (lastFour: string, expiry: string) =>
      post(business.holder, `/api/my-cards/${id}/activate`, { lastFour, expiry });
    const [right, expiry] = [String(body['last4']), `${month}/${year!.slice(2)}`];
    expect(codeOf(await activate(right === '0000' ? '0001' : '0000', expiry))).toBe('CARD_PROOF_WRONG');
    expect(codeOf(await activate(right, month === '01' ? '02/99' : '01/99'))).toBe('CARD_PROOF_WRONG');
    expect(await activate(right, expiry)).toMatchObject({ status: 200, body: { status: 'OPEN' } });
    expect(codeOf(await activate(right, expiry))).toBe('CARD_STATE');
  });

  test.each([
    ['an unknown holder', { holder: newId() }, 'holder'],
    ['a physical card without an address', { kind: 'PHYSICAL' }, 'shipping'],
    ['a virtual card with one', { shipping: shippingTo('Robin') }, 'shipping'],
    ['an unknown group', { groupIds: [newId()] }, 'groupIds'],
    ['an end that has passed', { controls: { validUntil: '2020-01-01T00:00:00.000Z' } }, 'controls.validUntil'],
    ['a lock to no merchant', { controls: { merchantLock: { kind: 'NAMED' } } }, 'controls.merchantLock'],
    ['an amount of zero', { controls: { amountLock: 0 } }, 'controls.amountLock'],
    ['a fraction of a cent', { controls: { amountLock: 1.5 } }, 'controls.amountLock'],
    ['an amount above 2^53', { controls: { amountLock: 2 ** 53 } }, 'controls.amountLock'],
  ])('%s is refused', async (_what, changes, field) => {
    await nextDay(business);
    const { body } = await issue(changes);
    expect(body).toMatchObject({ Code: 'VALIDATION' });
    expect(new Set((body['Fields'] as { Field: string }[]).map(({ Field }) => Field))).toEqual(new Set([field]));
  });

  test('of a business that is not open is refused', async () => {
    const of = await addCardBusiness(server);
    await server.context.db
      .updateTable('business')
      .set({ status: 'SUSPENDED', suspension_mode: 'Default' })
      .where('id', '=', of.businessId)
      .execute();
    const refused = await post(of.administrator, '/api/cards', newOrder({ holder: of.membershipId }));
    expect(codeOf(refused)).toBe('BUSINESS_NOT_OPEN');
  });

  test('the same key issues one card, also sixteen times at once; with other content it is refused', async () => {
    await nextDay(business);
    const order = newOrder({ name: 'Once' });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => post(business.administrator, '/api/cards', order)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const other = await post(business.administrator, '/api/cards', { ...order, name: 'Twice' });
    expect(codeOf(other)).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('ends at twenty cards a person and day, by the clock of the business, and at the plan of the business', async () => {
    const of = await addCardBusiness(server);
    const order = () => post(of.administrator, '/api/cards', newOrder({ holder: of.membershipId }));
    const limits = async () => (await of.administrator.ask('GET', `/api/cards/limits?holder=${of.membershipId}`)).body;
    // One card exists. Three orders at once for the last place: one is accepted.
    for (let card = 2; card < newCardsPerPersonAndDay; card += 1) expect((await order()).status).toBe(201);
    expect(await limits()).toMatchObject({ leftToday: 1 });
    const last = await Promise.all([order(), order(), order()]);
    expect(last.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(last.map(codeOf).filter((code) => code === 'CARD_LIMIT_REACHED')).toHaveLength(2);
    expect(await limits()).toMatchObject({ leftToday: 0 });
    await nextDay(of);
    expect(await limits()).toMatchObject({ leftToday: newCardsPerPersonAndDay });
    await server.context.db
      .updateTable('business')
      .set({ cards_at_most: newCardsPerPersonAndDay + 1 })
      .where('id', '=', of.businessId)
      .execute();
    expect((await order()).status).toBe(201);
    expect(codeOf(await order())).toBe('CARD_LIMIT_REACHED');
    expect(await limits()).toMatchObject({ leftInPlan: 0 });
  });
});

describe('freezing', () => {
  test('a holder cannot lift an administrator’s freeze, nor the other way round', async () => {
    const { administrator, holder, cardId, person } = await addCardBusiness(server);
    const [all, own] = [`/api/cards/${cardId}`, `/api/my-cards/${cardId}`];
    const until = new Date(server.clock.now().getTime() + HOUR * 1000).toISOString();
    const sent = until.replace('.000Z', '+00:00');
    expect(await post(administrator, `${all}/freeze`, { reason: 'Receipts', until: sent })).toMatchObject({
      status: 200,
      body: {
        status: 'PAUSED',
        substatus: 'ADMIN_FREEZE',
        freezes: [{ by: 'ADMIN', cause: 'ADMIN_FREEZE', reason: 'Receipts', actor: 'Robin Example', until }],
      },
    });
    expect(await post(holder, `${own}/unfreeze`)).toMatchObject({
      status: 409,
      body: { Code: 'CARD_STATE', Obstacle: 'ADMIN_FREEZE' },
    });
    expect((await post(holder, `${own}/freeze`)).status).toBe(200);
    expect(await post(administrator, `${all}/unfreeze`)).toMatchObject({ body: { status: 'PAUSED' } });
    expect(codeOf(await post(administrator, `${all}/unfreeze`))).toBe('CARD_STATE');
    expect(await post(holder, `${own}/unfreeze`)).toMatchObject({ body: { status: 'OPEN', freezes: [] } });
    expect((await eventsOf(server, person.id)).filter((type) => type === 'card_changed')).toHaveLength(2);
  });

  test.each([
    ['in the past', -HOUR],
    ['in two years', 731 * DAY],
  ])('until a moment %s is refused', async (_when, seconds) => {
    const until = new Date(server.clock.now().getTime() + seconds * 1000).toISOString();
    const refused = await post(business.administrator, `/api/cards/${business.cardId}/freeze`, { until });
    expect(refused.body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field: 'until' }] });
  });

  test.each(['freeze', 'unfreeze', 'activate', 'close'] as const)(
    'sixteen calls to %s a card at once have one winner',
    async (act) => {
      const { administrator, cardId } = await addCardBusiness(server);
      if (act === 'unfreeze') await post(administrator, `/api/cards/${cardId}/freeze`);
      if (act === 'activate')
        await server.context.db
          .updateTable('card')
          .set({ status: 'PENDING_ACTIVATION' })
          .where('id', '=', cardId)
          .execute();
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => post(administrator, `/api/cards/${cardId}/${act}`)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter((answer) => codeOf(answer) === 'CARD_STATE')).toHaveLength(15);
      const entries = await server.context.db
        .selectFrom('card_transition')
        .select('id')
        .where('card_id', '=', cardId)
        .where('transition', '=', act)
        .execute();
      expect(entries).toHaveLength(1);
    },
  );
});

describe('a PIN', () => {
  const setPin = (of: CardBusiness, pin: string) => post(of.holder, `/api/my-cards/${of.cardId}/pin`, { pin });

  test('goes to the processor with a fresh proof, and is stored nowhere', async () => {
    const of = await addCardBusiness(server);
    const { context } = server;
    const sent: string[] = [];
    const { embedded } = context.cardProcessors;
    context.cardProcessors = {
      embedded: { ...embedded, setPin: async (_card, pin) => void sent.push(pin.reveal()) },
    };
    server.clock.advance(5 * MINUTE);
    expect(codeOf(await setPin(of, '7391'))).toBe('STEP_UP_REQUIRED');
    await proveAgain(server, of.holder);
    for (const obvious of ['1234', '4444']) expect(codeOf(await setPin(of, obvious))).toBe('PIN_REJECTED');
    for (const wrong of ['123', '12345', '12a4', '١٢٣٥']) expect(codeOf(await setPin(of, wrong))).toBe('VALIDATION');
    expect(await setPin(of, '7391')).toMatchObject({ status: 200, body: { pinStatus: 'SET' } });
    expect(sent).toEqual(['7391']);
    const { timeline } = (await of.holder.ask('GET', `/api/my-cards/${of.cardId}`)).body as { timeline: object[] };
    expect(timeline[0]).toMatchObject({ act: 'setPin', reason: null });
    context.cardProcessors = {
      embedded: { ...embedded, setPin: () => Promise.reject(new CardProcessorError('down')) },
    };
    expect(await setPin(of, '8402')).toMatchObject({ status: 503, body: { Code: 'PROCESSOR_UNAVAILABLE' } });
    context.cardProcessors = { embedded };
    await post(of.holder, `/api/my-cards/${of.cardId}/freeze`);
    expect(codeOf(await setPin(of, '8402'))).toBe('CARD_STATE');
  });
});

describe('replacing', () => {
  const replace = (of: CardBusiness, reason: string, changes: object = {}) =>
    post(of.holder, `/api/my-cards/${of.cardId}/replace`, { idempotencyKey: newId(), reason, ...changes });

  test('a lost card is closed at once; the new one continues its chain', async () => {
    const of = await addCardBusiness(server);
    const { db } = server.context;
    const group = await post(of.administrator, '/api/card-groups', { name: 'Sales' });
    await of.administrator.ask('PATCH', `/api/cards/${of.cardId}`, {
      body: { name: 'Everyday', externalId: 'e-1', groupIds: [group.body['id']], controls: { usesAtMost: 9 } },
    });
    await db.updateTable('card').set({ uses: 4 }).where('id', '=', of.cardId).execute();
    const { status, body } = await replace(of, 'LOST', { note: 'On the train' });
    expect([status, body]).toMatchObject([
      201,
      {
        chainId: of.cardId,
        name: 'Everyday',
        externalId: 'e-1',
        status: 'OPEN',
        groups: [{ name: 'Sales' }],
        controls: { usesAtMost: 9, uses: 4 },
        replaces: { id: of.cardId },
      },
    ]);
    const old = await of.holder.ask('GET', `/api/my-cards/${of.cardId}`);
    expect(old.body).toMatchObject({ status: 'CLOSED', substatus: 'LOST', replacedBy: { id: body['id'] } });
    const { timeline } = (await of.holder.ask('GET', `/api/my-cards/${String(body['id'])}`)).body as {
      timeline: { act: string; former: string | null }[];
    };
    expect(timeline.map(({ act }) => act)).toEqual(['activate', 'close', 'issue', 'replace', 'update', 'issue']);
    const { last4 } = old.body;
    expect(timeline.map(({ former }) => former)).toEqual([null, last4, null, last4, last4, last4]);
    expect(codeOf(await replace(of, 'LOST'))).toBe('CARD_STATE');
  });

  test('a damaged physical card works until the new one is activated', async () => {
    const of = await addCardBusiness(server, 'PHYSICAL');
    const { db } = server.context;
    await db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', of.cardId).execute();
    await proveAgain(server, of.holder);
    expect(await replace(of, 'DAMAGED')).toMatchObject({
      body: { Code: 'VALIDATION', Fields: [{ Field: 'shipping', Problem: 'missing' }] },
    });
    const shipping = shippingTo('Robin Example');
    const { body } = await replace(of, 'DAMAGED', { shipping });
    expect(body).toMatchObject({ status: 'PENDING_FULFILLMENT', shipment: { status: 'PENDING' } });
    const old = async () => (await of.administrator.ask('GET', `/api/cards/${of.cardId}`)).body;
    expect(await old()).toMatchObject({ status: 'OPEN', replacedBy: { id: body['id'] } });
    expect(await replace(of, 'DAMAGED', { shipping })).toMatchObject({ body: { Obstacle: 'CARD_REPLACED' } });
    await db.updateTable('card').set({ status: 'PENDING_ACTIVATION' }).where('id', '=', String(body['id'])).execute();
    expect((await post(of.administrator, `/api/cards/${String(body['id'])}/activate`)).status).toBe(200);
    expect(await old()).toMatchObject({ status: 'CLOSED', substatus: 'DAMAGED' });
  });

  test('a damaged card that is lost is closed at once, and no second card is ordered', async () => {
    const of = await addCardBusiness(server, 'PHYSICAL');
    await server.context.db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', of.cardId).execute();
    await proveAgain(server, of.holder);
    const { body } = await replace(of, 'DAMAGED', { shipping: shippingTo('Robin Example') });
    expect((await replace(of, 'LOST')).body).toMatchObject({ id: body['id'], status: 'PENDING_FULFILLMENT' });
    const old = await of.administrator.ask('GET', `/api/cards/${of.cardId}`);
    expect(old.body).toMatchObject({ status: 'CLOSED', substatus: 'LOST', replacedBy: { id: body['id'] } });
    expect((await list(of.holder, '/api/my-cards')).items).toHaveLength(2);
  });

  test('eight reports of one loss make one new card', async () => {
    const of = await addCardBusiness(server);
    const answers = await Promise.all(Array.from({ length: 8 }, () => replace(of, 'STOLEN')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await list(of.holder, '/api/my-cards')).items).toHaveLength(2);
  });
});

describe('a bulk act', () => {
  const bulk = (of: CardBusiness, body: object) =>
    post(of.administrator, '/api/cards/bulk', { idempotencyKey: newId(), dryRun: false, ...body });
  const linesOf = ({ body }: Answer) => body['lines'] as Record<string, unknown>[];
  const cardsOf = (of: CardBusiness) =>
    server.context.db
      .selectFrom('card')
      .select(['id', 'status'])
      .where('business_id', '=', of.businessId)
      .orderBy('id')
      .execute();

  test('of a CSV text has a dry run that changes nothing and tells what the run does, line by line', async () => {
    const of = await addCardBusiness(server);
    const { person } = await addCardholder(server, of.businessId);
    await post(of.administrator, '/api/card-groups', { name: 'Crew' });
    const csv = [
      'Holder,Kind,Name,External ID,Group,Recipient,Line1,City,State,ZIP',
      `${person.username},virtual,Everyday,c-1,crew`,
      `${of.person.id}@people.example,PHYSICAL,"Site, materials",c-2,,Robin,1 Main St,Portland,ME,04101`,
      'nobody@else.example,VIRTUAL',
      `${person.username},PAPER`,
      `${person.username},VIRTUAL,Again,c-1`,
      `${person.username},VIRTUAL,,,Nowhere`,
      `${person.username},PHYSICAL,,,,Robin`,
    ].join('\n');
    const before = await cardsOf(of);
    const dry = await bulk(of, { act: 'ISSUE', csv, dryRun: true });
    expect(dry).toMatchObject({ status: 200, body: { dryRun: true, done: 2, refused: 5 } });
    expect(await cardsOf(of)).toEqual(before);
    const run = await bulk(of, { act: 'ISSUE', csv });
    expect(run.body).toMatchObject({ dryRun: false, done: 2, refused: 5 });
    const comparable = (answer: Answer) => linesOf(answer).map((line) => ({ ...line, cardId: null, last4: null }));
    expect(comparable(run)).toEqual(comparable(dry));
    expect(linesOf(run).map(({ line, outcome, field }) => [line, outcome, field])).toEqual([
      [2, 'DONE', null],
      [3, 'DONE', null],
      [4, 'REFUSED', 'holder'],
      [5, 'REFUSED', 'kind'],
      [6, 'REFUSED', 'externalId'],
      [7, 'REFUSED', 'group'],
      [8, 'REFUSED', 'shipping.line1'],
    ]);
    expect(await cardsOf(of)).toHaveLength(before.length + 2);
  });

  test('of a list freezes, unfreezes and closes; what is impossible is said', async () => {
    const of = await addCardBusiness(server);
    const { cardId: second } = await addCard(server, of);
    const cardIds = [of.cardId, second, newId()];
    for (const [act, status] of [
      ['FREEZE', 'PAUSED'],
      ['UNFREEZE', 'OPEN'],
      ['CLOSE', 'CLOSED'],
    ] as const) {
      const dry = await bulk(of, { act, cardIds, dryRun: true });
      const run = await bulk(of, { act, cardIds });
      expect(linesOf(run)).toEqual(linesOf(dry));
      expect(linesOf(run).map(({ outcome, code }) => [outcome, code])).toEqual([
        ['DONE', null],
        ['DONE', null],
        ['REFUSED', 'NOT_FOUND'],
      ]);
      expect((await cardsOf(of)).map((card) => card.status)).toEqual([status, status]);
      expect((await bulk(of, { act, cardIds: [second, second] })).body).toMatchObject({
        lines: [{ code: 'CARD_STATE', problem: act === 'UNFREEZE' ? null : expect.any(String) }, {}],
      });
    }
  });

  test('takes a list or a CSV text, not both', async () => {
    const of = await addCardBusiness(server);
    expect(await bulk(of, { act: 'FREEZE', cardIds: [of.cardId], csv: 'card\n0001' })).toMatchObject({
      status: 400,
      body: { Fields: [{ Field: 'csv', Problem: 'format' }] },
    });
  });

  test('names cards by id, external id or last four digits', async () => {
    const of = await addCardBusiness(server);
    const { cardId, lastFour } = await addCard(server, of);
    const [third, fourth] = [await addCard(server, of), await addCard(server, of)];
    const { db } = server.context;
    await db.updateTable('card').set({ external_id: 'crew-3' }).where('id', '=', third.cardId).execute();
    await db.updateTable('card').set({ last_four: '0001' }).where('id', 'in', [of.cardId, fourth.cardId]).execute();
    const csv = `card\n${lastFour}\ncrew-3\n${fourth.cardId}\n0001`;
    const run = await bulk(of, { act: 'CLOSE', csv });
    expect(linesOf(run).map((line) => [line['cardId'], line['code']])).toEqual([
      [cardId, null],
      [third.cardId, null],
      [fourth.cardId, null],
      // The other card with these digits is closed by now.
      [of.cardId, null],
    ]);
  });

  test('is run once for its key', async () => {
    const of = await addCardBusiness(server);
    const body = { idempotencyKey: newId(), act: 'ISSUE', csv: `holder\n${of.person.username}` };
    const first = await bulk(of, body);
    const again = await bulk(of, body);
    expect(again.body).toEqual(first.body);
    expect(await cardsOf(of)).toHaveLength(2);
    expect(codeOf(await bulk(of, { ...body, csv: `holder\nnobody` }))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test.each([
    ['nothing', {}],
    ['a text without headings', { csv: '' }],
    ['a text without a line', { csv: 'holder' }],
    ['a text without the column', { csv: 'name\nx' }],
    ['more than 200 lines', { csv: `holder\n${'x\n'.repeat(201)}` }],
  ])('of %s is refused as a whole', async (_what, body) => {
    expect(codeOf(await bulk(business, { act: 'ISSUE', ...body }))).toBe('VALIDATION');
  });
});
