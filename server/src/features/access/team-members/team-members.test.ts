import type { Preset } from '@florin/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerFaults } from '../../../core/ledger/queries.ts';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import {
  addCardholder,
  addCards,
  availableOf,
  fundedBusiness,
  type FundedBusiness,
} from '../../../testing/money/funded-business.ts';
import { addPerson } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Another administrator of a business, signed in. */
async function addAdministrator({ businessId }: FundedBusiness, preset: Preset | null, name?: string) {
  const person = await addPerson(server, { accounts: [] });
  const browser = await administratorOf(server, businessId, person);
  const { db } = server.context;
  const { id: membershipId } = await db
    .updateTable('membership')
    .set({ preset })
    .where('person_id', '=', person.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (name !== undefined) await rename(person.id, name);
  server.clock.advance(1);
  return { browser, membershipId };
}
const rename = (personId: string, name: string) => {
  const [first_name, last_name] = name.split(' ') as [string, string];
  return server.context.db.updateTable('person').set({ first_name, last_name }).where('id', '=', personId).execute();
};
const makeOwner = ({ membershipId }: FundedBusiness) =>
  server.context.db.updateTable('membership').set({ preset: 'OWNER' }).where('id', '=', membershipId).execute();

interface Listed {
  items: { firstName: string; membershipId: string; preset: string | null; state: string; cards: number }[];
  nextCursor: string | null;
  totals: { accounts: number; people: number; waitingInvites: number } | null;
}
const list = async (browser: TestBrowser, query = '') =>
  (await browser.ask('GET', `/api/team?${query}`)).body as unknown as Listed;
const close = (browser: TestBrowser, id: string, seen: { cards: number; returned: number }) =>
  browser.ask('POST', `/api/team/${id}/close`, { body: seen });

test('the list has the accounts of the business by pages, sorted and filtered as asked', async () => {
  const business = await fundedBusiness(server);
  const { browser } = business;
  await rename(business.person.id, 'Zora Abel');
  await addAdministrator(business, 'AUDITOR', 'Ada Young');
  const holder = await addCardholder(server, business);
  await rename(holder.person.id, 'Ben Moss');
  await addCards(server, business, [
    { holder: holder.membershipId, balance: 7_00n },
    { holder: holder.membershipId, status: 'CLOSED' },
  ]);
  // Another business's people are not listed.
  await fundedBusiness(server);
  const names = async (query?: string) => (await list(browser, query)).items.map(({ firstName }) => firstName);
  expect(await names()).toEqual(['Ada', 'Ben', 'Zora']);
  expect(await names('sort=LAST_LOGIN')).toHaveLength(3);
  expect(await names('role=CARDHOLDER')).toEqual(['Ben']);
  expect(await names('preset=AUDITOR')).toEqual(['Ada']);
  expect(await names('preset=AUDITOR,ADMINISTRATOR')).toEqual(['Ada', 'Zora']);
  expect(await names('text=MOS')).toEqual(['Ben']);
  expect(await names('text=moss%20be')).toEqual(['Ben']);
  expect(await names('text=ben%20abel')).toEqual([]);
  await rename(holder.person.id, 'Bén Möss');
  expect(await names('text=mos')).toEqual(['Bén']);
  expect(await names('text=B%C3%A9n%20m%C3%B6ss')).toEqual(['Bén']);
  expect(await names('text=%25')).toEqual([]);
  await rename(holder.person.id, 'Ben Moss');
  expect(await names('state=CLOSED')).toEqual([]);
  for (const order of ['sort=NAME', 'sort=NAME&order=DESC', 'sort=LAST_LOGIN', 'sort=LAST_LOGIN&order=ASC']) {
    const all: string[] = [];
    let cursor = '';
    do {
      const page = await list(browser, `limit=1&${order}${cursor && `&cursor=${cursor}`}`);
      expect(page.totals).toEqual(cursor === '' ? { accounts: 3, people: 3, waitingInvites: 0 } : null);
      all.push(...page.items.map(({ firstName }) => firstName));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(all).toEqual(await names(order));
  }
  expect(await names('sort=NAME&order=DESC')).toEqual(['Zora', 'Ben', 'Ada']);
  expect((await names('sort=LAST_LOGIN&order=ASC')).toReversed()).toEqual(await names('sort=LAST_LOGIN'));
  expect((await list(browser, 'role=CARDHOLDER')).totals).toMatchObject({ accounts: 1 });
  expect((await list(browser)).items[1]).toMatchObject({
    cards: 1,
    preset: null,
    state: 'OPEN',
    balance: { amount: 7_00, currency: 'USD' },
  });
  expect(await browser.ask('GET', '/api/team?cursor=nonsense')).toMatchObject({ status: 400 });
});

test('names stand as in a dictionary, whatever their case and accents, on every page', async () => {
  const business = await fundedBusiness(server);
  await rename(business.person.id, 'Zora Abel');
  for (const name of ['Éva Nagy', 'eva Moss', 'Eva Nagy', 'Ferd Olsen', 'Ørjan Vik'])
    await rename((await addCardholder(server, business)).person.id, name);
  const found: string[] = [];
  let cursor = '';
  do {
    const page = (await business.browser.ask('GET', `/api/team?limit=2${cursor && `&cursor=${cursor}`}`))
      .body as never as {
      items: { firstName: string; lastName: string }[];
      nextCursor: string | null;
    };
    found.push(...page.items.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  expect(found).toEqual(['eva Moss', 'Eva Nagy', 'Éva Nagy', 'Ferd Olsen', 'Ørjan Vik', 'Zora Abel']);
});

test('the export has exactly the accounts of the view, in its order', async () => {
  const business = await fundedBusiness(server);
  await rename(business.person.id, 'Zora Abel');
  const holder = await addCardholder(server, business);
  await rename(holder.person.id, 'Ben =Moss');
  await addCards(server, business, [{ holder: holder.membershipId, balance: 7_00n }]);
  const download = async (query: string) => {
    const { statusCode, body } = await server.app.inject({
      method: 'GET',
      url: `/api/team/export?format=csv&${query}`,
      headers: { cookie: [...business.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(statusCode).toBe(200);
    return body;
  };
  const text = await download('');
  const [, first, second, end] = text.split('\r\n');
  expect(first).toBe(`'=Moss,Ben,Cardholder,,,Open,1,7.00,USD,${first!.split(',')[9]},${holder.membershipId}`);
  expect(second).toContain('Abel,Zora,Business administrator,Administrator,,Open,0,,,');
  expect(end).toBe('');
  expect(await download('role=ADMIN')).not.toContain('Ben');
});

test('closing an account closes its cards, returns their money, cancels its requests and ends its sessions', async () => {
  const business = await fundedBusiness(server, 100_00n, { proven: true });
  const { browser, accounts } = business;
  const holder = await addCardholder(server, business);
  const [card] = await addCards(server, business, [
    { holder: holder.membershipId, balance: 42_00n },
    { holder: holder.membershipId, hasWallet: false },
  ]);
  const asked = await holder.browser.ask('POST', '/api/my-requests', {
    body: { kind: 'FUNDING', cardId: card!.cardId, amount: 10_00, purpose: 'Fuel', idempotencyKey: newId() },
  });
  expect(asked).toMatchObject({ status: 201 });
  const path = `/api/team/${holder.membershipId}`;
  expect((await browser.ask('GET', path)).body).toMatchObject({
    role: 'CARDHOLDER',
    flags: [],
    heldCards: [{ left: null }, { left: { amount: 42_00 } }],
    security: { openSessions: 1 },
  });
  const preview = await browser.ask('GET', `${path}/closing`);
  expect(preview.body).toMatchObject({
    cards: [{ left: { amount: 42_00 } }, { left: null }],
    returned: { amount: 42_00 },
    onHold: { amount: 0 },
    requests: 1,
    invites: 0,
    openSessions: 1,
    needsSecond: false,
  });
  // What was seen is what is done, or nothing.
  expect(await close(browser, holder.membershipId, { cards: 1, returned: 42_00 })).toMatchObject({
    body: { Code: 'VERSION_CONFLICT' },
  });
  expect((await close(browser, holder.membershipId, { cards: 2, returned: 42_00 })).status).toBe(204);

  const { db } = server.context;
  const cards = await db.selectFrom('card').select('status').where('membership_id', '=', holder.membershipId).execute();
  expect(cards.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED']);
  expect(await availableOf(db, card!.wallet)).toBe(0);
  expect(await availableOf(db, accounts['business_available']!)).toBe(142_00);
  expect(await ledgerFaults(db)).toEqual([]);
  const request = await db
    .selectFrom('card_request')
    .select('status')
    .where('requested_by', '=', holder.membershipId)
    .executeTakeFirst();
  expect(request).toEqual({ status: 'CANCELED' });
  expect((await holder.browser.ask('GET', '/api/my-cards')).status).toBe(401);
  const events = await db
    .selectFrom('audit_event')
    .select('details')
    .where('type', '=', 'member_closed')
    .where('business_id', '=', business.businessId)
    .execute();
  expect(events).toMatchObject([{ details: { cards: 2, returned: '4200', requests: 1, change: null } }]);
  expect(await close(browser, holder.membershipId, { cards: 0, returned: 0 })).toMatchObject({ status: 409 });
});

test('whose account may not be closed, and by whom', async () => {
  const business = await fundedBusiness(server, 0n, { proven: true });
  const { browser, membershipId } = business;
  await makeOwner(business);
  const nothing = { cards: 0, returned: 0 };
  const refused = (Reason: string) => ({ status: 409, body: { Code: 'PERMISSIONS_NOT_CHANGEABLE', Reason } });
  expect(await close(browser, membershipId, nothing)).toMatchObject(refused('OWN'));
  const other = await fundedBusiness(server, 0n, { proven: true });
  expect((await close(browser, other.membershipId, nothing)).status).toBe(404);
  expect((await browser.ask('GET', `/api/team/${other.membershipId}/closing`)).status).toBe(404);
  const auditor = await addAdministrator(business, 'AUDITOR');
  expect((await close(auditor.browser, membershipId, nothing)).status).toBe(403);
  expect((await close(browser, auditor.membershipId, nothing)).status).toBe(204);
});

test('with four eyes an administrator’s account is closed once a second administrator approves', async () => {
  const business = await fundedBusiness(server, 0n, { proven: true });
  const { browser, businessId } = business;
  await makeOwner(business);
  const { db } = server.context;
  await db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
  const target = await addAdministrator(business, 'FUNDER', 'Gus Leaving');
  const second = await fundedBusiness(server, 0n, { proven: true });
  // The second owner, with a fresh proof.
  await db
    .updateTable('membership')
    .set({ business_id: businessId, preset: 'OWNER' })
    .where('id', '=', second.membershipId)
    .execute();
  const asked = await close(browser, target.membershipId, { cards: 0, returned: 0 });
  expect(asked).toMatchObject({ status: 202, body: { change: { kind: 'CLOSING' } } });
  const { id } = asked.body['change'] as { id: string };
  const state = async () => (await list(browser, 'text=Leaving')).items[0]!.state;
  expect(await state()).toBe('OPEN');
  server.clock.advance(60);
  const decide = (who: TestBrowser) =>
    who.ask('POST', `/api/pending-changes/${id}/decide`, { body: { decision: 'APPROVE' } });
  expect(await decide(browser)).toMatchObject({ body: { Code: 'OWN_CHANGE' } });
  expect(await decide(second.browser)).toMatchObject({ status: 200, body: { status: 'APPROVED' } });
  expect(await state()).toBe('CLOSED');
  expect((await target.browser.ask('GET', '/api/team')).status).toBe(401);
});
