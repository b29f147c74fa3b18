import type { Preset } from '@florin/contract/permissions';
import { fourEyes } from '@florin/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administratorOf } from '../../../testing/administrator.ts';
import { account } from '../../../testing/money/bank-account.ts';
import type { TestBrowser } from '../../../testing/browser.ts';
import { outbox, sentMessages } from '../../../testing/browser.ts';
import { openEvents } from '../../../testing/event-stream.ts';
import { addPerson } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Member {
  browser: TestBrowser;
  membershipId: string;
}

/** A business with administrators of these presets, signed in. */
async function team<const P extends readonly Preset[]>({ four = false }: { four?: boolean }, ...presets: P) {
  const { db } = server.context;
  const founder = await addPerson(server);
  const { business_id: businessId } = await db
    .selectFrom('membership')
    .select('business_id')
    .where('person_id', '=', founder.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('business').set({ four_eyes: four }).where('id', '=', businessId).execute();
  const members: Member[] = [];
  for (const preset of presets) {
    const person = await addPerson(server, { accounts: [] });
    const browser = await administratorOf(server, businessId, person);
    const { id: membershipId } = await db
      .updateTable('membership')
      .set({ preset })
      .where('person_id', '=', person.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    members.push({ browser, membershipId });
  }
  server.clock.advance(1);
  return members as unknown as { [K in keyof P]: Member };
}

const auditor = { preset: 'AUDITOR', granted: [], withheld: [] };
const change = ({ browser }: Member, { membershipId }: Member, body: object = auditor) =>
  browser.ask('PUT', `/api/team-permissions/${membershipId}`, { body });
const decide = ({ browser }: Member, id: string, decision = 'APPROVE') =>
  browser.ask('POST', `/api/pending-changes/${id}/decide`, { body: { decision } });
const waiting = async (requester: Member, target: Member, body?: object) => {
  const answer = await change(requester, target, body);
  expect(answer.status).toBe(202);
  return (answer.body['change'] as { id: string }).id;
};
const presetOf = async ({ membershipId }: Member) => {
  const row = await server.context.db
    .selectFrom('membership')
    .select('preset')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return row.preset;
};
const auditOf = async (type: string, detail: string, value: string) => {
  const rows = await server.context.db.selectFrom('audit_event').select('details').where('type', '=', type).execute();
  return rows.filter(({ details }) => details[detail] === value);
};

test('a change counts at once: the next call is refused, the tab is told, the person is notified, the event is written', async () => {
  const [owner, other] = await team({}, 'OWNER', 'ADMINISTRATOR');
  const stream = await openEvents(server, other.browser);
  expect((await other.browser.ask('GET', '/api/team-permissions')).status).toBe(200);
  expect(await change(owner, other)).toMatchObject({
    status: 200,
    body: { administrator: { preset: 'AUDITOR', flags: ['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS'] } },
  });
  expect((await change(other, owner)).status).toBe(403);
  const { permissionFlags } = (await other.browser.ask('GET', '/api/user-info')).body;
  expect(permissionFlags).toEqual(['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS']);
  await stream.told(other.membershipId);
  await stream.ended;
  await sentMessages(server);
  expect((await outbox(server)).filter(({ text }) => text.includes('has changed what you may do'))).not.toEqual([]);
  expect(await auditOf('permissions_changed', 'membership', other.membershipId)).toMatchObject([
    { details: { preset: 'AUDITOR', granted: '', withheld: '', change: null } },
  ]);
});

test('exceptions without effect are not kept, and the same permissions are no change', async () => {
  const [owner, other] = await team({}, 'OWNER', 'AUDITOR');
  const body = { preset: 'AUDITOR', granted: ['VIEW_ADMINISTRATION', 'MODIFY_NOTES'], withheld: ['FUND_CARDS'] };
  const changed = { preset: 'AUDITOR', granted: ['MODIFY_NOTES'], withheld: [] };
  expect(await change(owner, other, body)).toMatchObject({ status: 200, body: { administrator: changed } });
  expect(await change(owner, other, changed)).toMatchObject({ status: 200, body: { administrator: changed } });
  expect(await auditOf('permissions_changed', 'membership', other.membershipId)).toHaveLength(1);
});

test('of two administrators who change the same permissions, the second is told', async () => {
  const [owner, other] = await team({}, 'OWNER', 'AUDITOR');
  const read = { preset: 'AUDITOR', granted: [], withheld: [] };
  const notes = { preset: 'AUDITOR', granted: ['MODIFY_NOTES'], withheld: [] };
  expect((await change(owner, other, { ...notes, replaces: read })).status).toBe(200);
  const second = { preset: 'FUNDER', granted: [], withheld: [] };
  expect(await change(owner, other, { ...second, replaces: read })).toMatchObject({
    status: 409,
    body: { Code: 'VERSION_CONFLICT' },
  });
  expect(await presetOf(other)).toBe('AUDITOR');
  expect((await change(owner, other, { ...second, replaces: notes })).status).toBe(200);
});

test('what an administrator may not change, and whom', async () => {
  const [owner, other] = await team({}, 'OWNER', 'ADMINISTRATOR');
  const [stranger] = await team({}, 'OWNER');
  const refused = (Reason: string) => ({ status: 409, body: { Code: 'PERMISSIONS_NOT_CHANGEABLE', Reason } });
  expect(await change(owner, owner)).toMatchObject(refused('OWN'));
  expect(await change(other, owner)).toMatchObject(refused('OWNER'));
  expect((await change(stranger, other)).status).toBe(404);
  expect(await change(owner, other, { ...auditor, preset: 'CARDHOLDER' })).toMatchObject({ status: 400 });
});

test('with four eyes a change waits for a second administrator, who is neither its author nor its target', async () => {
  const [owner, second, target, funder] = await team({ four: true }, 'OWNER', 'OWNER', 'ADMINISTRATOR', 'FUNDER');
  const id = await waiting(owner, target);
  expect(await waiting(owner, target)).toBe(id);
  expect(await presetOf(target)).toBe('ADMINISTRATOR');
  expect(await decide(owner, id)).toMatchObject({ status: 409, body: { Code: 'OWN_CHANGE' } });
  expect(await decide(target, id)).toMatchObject({ status: 409, body: { Reason: 'OWN' } });
  expect(await decide(funder, id)).toMatchObject({ status: 403 });
  const [stranger] = await team({ four: true }, 'OWNER');
  expect((await decide(stranger, id)).status).toBe(404);
  expect(await decide(second, id)).toMatchObject({ status: 200, body: { status: 'APPROVED', isYours: false } });
  expect(await presetOf(target)).toBe('AUDITOR');
  expect(await auditOf('permissions_changed', 'change', id)).toHaveLength(1);
  expect(await decide(second, id)).toMatchObject({ status: 409, body: { Code: 'REQUEST_NOT_PENDING' } });
});

test('of sixteen approvals at once, one counts', async () => {
  const [owner, second, third, target] = await team({ four: true }, 'OWNER', 'OWNER', 'OWNER', 'ADMINISTRATOR');
  const id = await waiting(owner, target);
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => decide(index % 2 ? second : third, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 15 }, () => 409)]);
  expect(await auditOf('permissions_changed', 'change', id)).toHaveLength(1);
  expect(await auditOf('change_decided', 'change', id)).toHaveLength(1);
});

test('a rejected, canceled, expired or outdated change is never made', async () => {
  const [owner, second, target] = await team({ four: true }, 'OWNER', 'OWNER', 'ADMINISTRATOR');
  const over = { status: 409, body: { Code: 'REQUEST_NOT_PENDING' } };
  const rejected = await waiting(owner, target);
  expect(await decide(second, rejected, 'REJECT')).toMatchObject({ status: 200, body: { status: 'REJECTED' } });
  expect(await decide(second, rejected)).toMatchObject(over);
  const canceled = await waiting(owner, target);
  const cancel = (by: Member) => by.browser.ask('POST', `/api/pending-changes/${canceled}/cancel`);
  expect((await cancel(second)).status).toBe(404);
  expect(await cancel(owner)).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
  expect(await cancel(owner)).toMatchObject(over);
  expect(await decide(second, canceled)).toMatchObject(over);
  const [first, other] = [await waiting(owner, target), await waiting(owner, target, { ...auditor, preset: 'FUNDER' })];
  expect((await decide(second, first)).status).toBe(200);
  expect(await decide(second, other)).toMatchObject({ status: 409, body: { Code: 'VERSION_CONFLICT' } });
  expect(await presetOf(target)).toBe('AUDITOR');
  const { body } = await owner.browser.ask('GET', '/api/pending-changes');
  const listed = body['changes'] as { status: string }[];
  expect(listed.map(({ status }) => status).toSorted()).toEqual(['APPROVED', 'CANCELED', 'PENDING', 'REJECTED']);
});

test('an approval comes too late after three days, and for an author who may not ask any more', async () => {
  const [owner, second, target] = await team({ four: true }, 'OWNER', 'OWNER', 'ADMINISTRATOR');
  const { db } = server.context;
  const byFormer = await waiting(owner, target);
  await db.updateTable('membership').set({ preset: 'AUDITOR' }).where('id', '=', owner.membershipId).execute();
  expect(await decide(second, byFormer)).toMatchObject({ status: 409, body: { Code: 'REQUEST_NOT_PENDING' } });
  await db.updateTable('membership').set({ preset: 'OWNER' }).where('id', '=', owner.membershipId).execute();
  await db
    .updateTable('pending_change')
    .set({ expires_at: new Date(server.clock.now().getTime() - 1) })
    .where('id', '=', byFormer)
    .execute();
  expect(await decide(second, byFormer)).toMatchObject({ status: 409, body: { Code: 'REQUEST_NOT_PENDING' } });
  expect(await waiting(owner, target)).not.toBe(byFormer);
  expect(fourEyes.lifetimeSeconds).toBe(3 * 24 * 60 * 60);
  expect(await presetOf(target)).toBe('ADMINISTRATOR');
});

test('with four eyes a bank account is added once another administrator has approved exactly it', async () => {
  const [owner, second] = await team({ four: true }, 'OWNER', 'OWNER');
  const add = (body: object = account) => owner.browser.ask('POST', '/api/external-accounts', { body });
  const refused = await add();
  expect(refused).toMatchObject({ status: 409, body: { Code: 'SECOND_ADMINISTRATOR_REQUIRED' } });
  const id = String(refused.body['ChangeId']);
  expect((await add()).body['ChangeId']).toBe(id);
  expect(await decide(second, id)).toMatchObject({
    status: 200,
    body: { kind: 'BANK_ACCOUNT', bankAccount: { bankName: account.bankName, last4: account.accountNumber.slice(-4) } },
  });
  expect(await add({ ...account, accountNumber: '999911112222' })).toMatchObject({ status: 409 });
  expect(await second.browser.ask('POST', '/api/external-accounts', { body: account })).toMatchObject({ status: 409 });
  expect((await add()).status).toBe(201);
  const { body } = await owner.browser.ask('GET', '/api/pending-changes');
  expect((body['changes'] as { id: string }[]).find((each) => each.id === id)).toMatchObject({ status: 'USED' });
});

test('with four eyes a bank is signed in to once another administrator has approved it', async () => {
  const [owner, second] = await team({ four: true }, 'OWNER', 'OWNER');
  const start = () => owner.browser.ask('POST', '/api/bank-links', { body: {} });
  const refused = await start();
  expect(refused).toMatchObject({ status: 409, body: { Code: 'SECOND_ADMINISTRATOR_REQUIRED' } });
  await decide(second, String(refused.body['ChangeId']));
  expect((await start()).status).toBe(201);
  expect((await start()).body['Code']).toBe('SECOND_ADMINISTRATOR_REQUIRED');
});
