import { DAY } from '@florin/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announce, type Announcement } from '../../../core/announcements/announce.ts';
import { housekeeping, recordEvent } from '../../../core/audit/events.ts';
import { prune } from '../../../core/housekeeping/prune.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { openEvents } from '../../../testing/event-stream.ts';
import { addPerson, raiseRiskFlag, testPassword } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
// The streams that are open then end by it.
afterAll(() => server.close());

const tell = (...announcements: Announcement[]) =>
  inTransaction(server.context.db, (tx) => announce(tx, server.context, announcements));

/** A cardholder and an administrator of one business, both signed in. */
async function business() {
  const person = await addPerson(server, { mfaEnabled: true });
  const [membershipId] = person.membershipIds;
  const { business_id: businessId } = await server.context.db
    .selectFrom('membership')
    .select('business_id')
    .where('id', '=', membershipId!)
    .executeTakeFirstOrThrow();
  const holder = new TestBrowser(server);
  await holder.enter(person.username, testPassword);
  return {
    person,
    membershipId: membershipId!,
    businessId,
    holder,
    administrator: await administratorOf(server, businessId),
  };
}

test('holder and administrators are told of what is theirs to see, once it is committed', async () => {
  const { businessId, membershipId, holder, administrator } = await business();
  const other = await business();
  const streams = await Promise.all(
    [holder, administrator, other.administrator].map((each) => openEvents(server, each)),
  );
  const [ofHolder, ofAdministrator, ofOther] = streams as [
    (typeof streams)[0],
    (typeof streams)[0],
    (typeof streams)[0],
  ];
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  await inTransaction(server.context.db, async (tx) => {
    await announce(tx, server.context, [{ businessId, kind: 'card', subjectId: newId() }]);
    throw new Error('on purpose');
  }).catch(() => {});
  const [purchase, balance] = [newId(), newId()];
  await tell(
    { businessId, membershipId, kind: 'transaction', subjectId: purchase },
    { businessId, kind: 'balance', subjectId: balance },
  );
  await Promise.all([ofAdministrator.told(balance), ofHolder.told(purchase)]);
  const kindsOf = (stream: (typeof streams)[0]) => new Set(stream.events().map(({ kind }) => kind));
  expect(kindsOf(ofAdministrator)).toEqual(new Set(['transaction', 'balance']));
  expect(kindsOf(ofHolder)).toEqual(new Set(['transaction']));
  expect(ofOther.events()).toEqual([]);
  const { epoch } = (await holder.session()).body;
  expect(ofHolder.text().startsWith(`event: open\ndata: {"epoch":"${String(epoch)}"}\n\n`)).toBe(true);
});

test('after a break the missed events come first, and an unknown or old id asks for everything', async () => {
  const { businessId, administrator } = await business();
  const subjects = [newId(), newId(), newId()];
  await tell({ businessId, kind: 'card', subjectId: subjects[0]! });
  const first = await openEvents(server, administrator);
  await first.told(subjects[0]!);
  const last = first.events().find(({ subject }) => subject === subjects[0])!.id;
  await tell(
    { businessId, kind: 'card', subjectId: subjects[1]! },
    { businessId, kind: 'card', subjectId: subjects[2]! },
  );
  for (const again of [{ query: `?after=${last}` }, { headers: { 'last-event-id': last } }]) {
    const stream = await openEvents(server, administrator, again);
    await stream.told(subjects[2]!);
    // An event that was seen may come again.
    expect(stream.events().map(({ subject }) => subject)).toEqual(expect.arrayContaining(subjects.slice(1)));
  }
  server.clock.advance(2 * DAY);
  await prune(server.context);
  const late = await administratorOf(server, businessId);
  const stream = await openEvents(server, late, { query: `?after=${last}` });
  await expect.poll(() => stream.events().map(({ kind }) => kind)).toContain('reset');
});

test('more than five hundred missed events are one: everything', async () => {
  const { businessId, administrator } = await business();
  await tell({ businessId, kind: 'card', subjectId: newId() });
  const stream = await openEvents(server, administrator);
  await expect.poll(() => stream.events()).not.toEqual([]);
  const last = stream.events()[0]!.id;
  await tell(...Array.from({ length: 501 }, () => ({ businessId, kind: 'card' as const, subjectId: newId() })));
  const again = await openEvents(server, administrator, { query: `?after=${last}` });
  const reset = () => again.events().find(({ kind }) => kind === 'reset');
  await expect.poll(reset).toBeDefined();
  expect(Number(reset()!.id.slice(1))).toBeGreaterThan(Number(last.slice(1)) + 500);
});

/** What ends a stream; how soon is measured by `npm run bench:revocation`. */
const ends: Record<string, (of: Awaited<ReturnType<typeof business>>) => Promise<unknown>> = {
  'a logout': ({ holder }) => holder.ask('POST', '/api/logout', { body: { reason: 'user' } }),
  'a session that another process has ended': ({ person }) =>
    server.context.db
      .updateTable('session')
      .set({ ended_at: server.clock.now(), end_reason: 'revoked' })
      .where('person_id', '=', person.id)
      .execute(),
  'a closed account': ({ membershipId }) =>
    server.context.db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', membershipId).execute(),
  'a suspicion': ({ person }) => raiseRiskFlag(server, person.id),
  'the idle limit': async () => server.clock.advance(DAY / 12),
  'other permissions': ({ businessId, membershipId }) =>
    tell({ businessId, membershipId, kind: 'permissions', subjectId: membershipId }),
};
test.each(Object.keys(ends))('%s ends the stream', async (what) => {
  const of = await business();
  const stream = await openEvents(server, of.holder);
  expect(stream.isOver()).toBe(false);
  await ends[what]!(of);
  await stream.ended;
});

test('a session has eight streams: the next one ends the oldest', async () => {
  const { holder } = await business();
  const streams = [];
  for (let times = 0; times < 9; times++) streams.push(await openEvents(server, holder));
  await streams[0]!.ended;
  expect(streams.slice(1).some((stream) => stream.isOver())).toBe(false);
});

test('a person without a session, or with a closed account, has no stream', async () => {
  expect((await openEvents(server, new TestBrowser(server))).status).toBe(401);
  const closed = await addPerson(server, { mfaEnabled: true, accounts: [{ status: 'CLOSED' }] });
  const browser = new TestBrowser(server);
  await browser.enter(closed.username, testPassword);
  expect((await openEvents(server, browser)).status).toBe(403);
});

test('streams hold no connection of the database', async () => {
  const { holder, administrator } = await business();
  const connections = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'florin' and state = 'active'`.execute(server.owner);
    return rows[0]!.n;
  };
  const streams = [];
  for (let times = 0; times < 6; times++)
    streams.push(await openEvents(server, holder), await openEvents(server, administrator));
  expect(await connections()).toBeLessThanOrEqual(3);
});

test('an act on a card is told without a word of its own: by its audit event', async () => {
  const { businessId, membershipId, holder, administrator } = await business();
  const { db } = server.context;
  const card = await db
    .insertInto('card')
    .values({
      id: newId(),
      business_id: businessId,
      membership_id: membershipId,
      last_four: '4242',
      status: 'OPEN',
      expires_on: '2030-09-30',
      wrong_codes_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const streams = await Promise.all([holder, administrator].map((each) => openEvents(server, each)));
  await recordEvent(db, server.context, housekeeping, {
    type: 'card_changed',
    details: { card: card.id, act: 'freeze', status: 'PAUSED', substatus: 'ADMIN_FREEZE' },
    businessId,
  });
  await Promise.all(streams.map((stream) => stream.told(card.id)));
  expect(streams.map((stream) => stream.events()[0]?.kind)).toEqual(['card', 'card']);
});

test('a clock that is moved makes every open page fetch everything, and the answers tell the new time', async () => {
  const { holder, administrator } = await business();
  const streams = await Promise.all([holder, administrator].map((each) => openEvents(server, each)));
  const lead = async () => Number((await holder.session()).headers['x-product-time']) - Date.now();
  const before = await lead();
  server.clock.advance(6 * 60);
  for (const stream of streams) await expect.poll(() => stream.text()).toContain('\ndata: {"kind":"reset"');
  expect(await lead()).toBeGreaterThan(before + 5 * 60_000);
  // The next stream goes on where this one was.
  expect(streams[0]!.text()).not.toContain('id: e');
});
