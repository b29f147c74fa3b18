import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signedIn(wanted: Parameters<typeof addPerson>[1]) {
  const person = await addPerson(server, wanted);
  const here = new TestBrowser(server);
  await here.enter(person.username, testPassword);
  const { businessId } = await server.context.db
    .selectFrom('membership')
    .select('business_id as businessId')
    .where('id', '=', person.membershipIds[0]!)
    .executeTakeFirstOrThrow();
  return { person, here, businessId };
}

async function stateOf(browser: TestBrowser, item: string) {
  const { items } = (await browser.ask('GET', '/security/checklist')).body as {
    items: { item: string; state: string }[];
  };
  return items.find((each) => each.item === item)!.state;
}

/** A signed-in member of the same business whose account is then closed; the session stays. */
async function formerUser(businessId: string) {
  const former = await addPerson(server);
  const { db } = server.context;
  await db
    .updateTable('membership')
    .set({ business_id: businessId })
    .where('id', '=', former.membershipIds[0]!)
    .execute();
  const there = new TestBrowser(server);
  await there.login(former.username, testPassword);
  await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', former.membershipIds[0]!).execute();
  return { former, there };
}

test('the second factor of the person', async () => {
  const { here, person } = await signedIn({});
  expect(await stateOf(here, 'enable-multi-factor')).toBe('open');
  await server.context.db.updateTable('person').set({ mfa_enabled: true }).where('id', '=', person.id).execute();
  expect(await stateOf(here, 'enable-multi-factor')).toBe('done');
});

test('a closed account with an open session or card counts as a remaining former user', async () => {
  const { here, businessId } = await signedIn({ accounts: [{ role: 'ADMIN' }] });
  expect(await stateOf(here, 'remove-former-users')).toBe('done');
  const { former, there } = await formerUser(businessId);
  expect(await stateOf(here, 'remove-former-users')).toBe('open');
  await there.ask('POST', '/api/logout', { body: { reason: 'user' } });
  expect(await stateOf(here, 'remove-former-users')).toBe('done');

  const card = { id: newId(), business_id: businessId, membership_id: former.membershipIds[0]!, last_four: '4242' };
  await server.context.db
    .insertInto('card')
    .values({ ...card, status: 'OPEN', expires_on: '2031-01-31' })
    .execute();
  expect(await stateOf(here, 'remove-former-users')).toBe('open');
  await server.context.db.updateTable('card').set({ status: 'CLOSED' }).where('id', '=', card.id).execute();
  expect(await stateOf(here, 'remove-former-users')).toBe('done');
});

test('former users of another business do not count', async () => {
  const { here } = await signedIn({ accounts: [{ role: 'ADMIN' }] });
  const { businessId: other } = await signedIn({});
  await formerUser(other);
  expect(await stateOf(here, 'remove-former-users')).toBe('done');
});

test('the visit is saved, for this person only', { tags: '@9.41' }, async () => {
  const { here } = await signedIn({});
  expect((await here.ask('GET', '/security/checklist')).body).toMatchObject({ seenAt: null });
  const { seenAt } = (await here.ask('POST', '/security/checklist-seen')).body;
  expect((await here.ask('GET', '/security/checklist')).body).toMatchObject({ seenAt });
  const { here: another } = await signedIn({});
  expect((await another.ask('GET', '/security/checklist')).body).toMatchObject({ seenAt: null });
});
