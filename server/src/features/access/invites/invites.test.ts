import { DAY, MINUTE } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoInvites } from '../../../demo/waiting-cards.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { newPassword, TestWizard } from '../../../testing/access/wizard.ts';
import { outbox, sentMessages, type TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { inviteStatus } from '../../../core/invites/rules.ts';
import { proveAgain } from '../../../testing/cards/vendor.ts';
import { addInvite, guest, linkedCode } from '../../../testing/access/invite.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: Record<string, unknown> }) => body['Code'];
const invitesIn = ({ body }: { body: Record<string, unknown> }) => body['items'] as { id: string; status: string }[];

test.each([
  [null, null, 1, true, 'PENDING'],
  [null, null, 0, true, 'EXPIRED'],
  [null, null, 1, false, 'EXPIRED'],
  [new Date(0), null, 0, false, 'ACCEPTED'],
  [null, new Date(0), 1, false, 'REVOKED'],
] as const)(
  'accepted %j, revoked %j, %i s left, sender still there %j: %s',
  (acceptedAt, revokedAt, seconds, hasSender, status) => {
    const expiresAt = new Date(1000 + seconds * 1000);
    const row = { acceptedAt, revokedAt, expiresAt, hasSender, awaitsApproval: false };
    expect(inviteStatus(row, new Date(1000))).toBe(status);
  },
);

test(
  'an invited cardholder registers without a card number and gets a card to be produced',
  { tags: ['@3.17', '@4.14', '@4.18', '@7.14'] },
  async () => {
    const invite = await addInvite(server);
    const here = new TestWizard(server);
    const opened = await here.invite(invite.code);
    expect(opened).toMatchObject({ status: 200, body: { MFAModeBusiness: 'Enabled', MFAEnabled: false } });
    const token = String(opened.body['access_token']);
    expect((await here.profile(token)).body).toMatchObject({
      email: invite.email,
      firstName: 'Ines',
      lastName: 'Moreau',
      nameOnCard: 'INES MOREAU',
      businessName: 'Example Works',
      cardLast4: null,
    });
    expect((await here.resume()).body).toMatchObject({
      step: 'details',
      mode: 'invite',
      token: { access_token: token },
    });
    expect((await here.register(token, invite.email)).status).toBe(200);

    const person = new TestWizard(server);
    expect((await person.login(invite.email, newPassword)).status).toBe(200);
    const card = await server.owner
      .selectFrom('card')
      .innerJoin('membership', 'membership.id', 'card.membership_id')
      .leftJoin('financial_account', 'financial_account.card_id', 'card.id')
      .innerJoin('vault.card_number as number', 'number.card_id', 'card.id')
      .select(['card.status', 'card.bin', 'last_four', 'membership.role', 'financial_account.kind'])
      .where('membership.business_id', '=', invite.businessId)
      .executeTakeFirstOrThrow();
    expect(card).toEqual({
      status: 'PENDING_FULFILLMENT',
      bin: '400000',
      last_four: expect.stringMatching(/^\d{4}$/),
      role: 'CARDHOLDER',
      kind: 'card_wallet',
    });
    const invites = await invite.administrator.ask('GET', '/api/invites');
    expect(invitesIn(invites)[0]).toMatchObject({ status: 'ACCEPTED', acceptedAt: expect.any(String) });
    expect((await invite.administrator.ask('GET', '/api/team')).body['items']).toContainEqual(
      expect.objectContaining({ firstName: 'Ines', role: 'CARDHOLDER', cardLast4: card.last_four }),
    );
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
  },
);

test('an administrator with a card is one person with two accounts', async () => {
  const invite = await addInvite(server);
  const team = async () =>
    (await invite.administrator.ask('GET', '/api/team')).body['totals'] as { accounts: number; people: number };
  const before = await team();
  const person = await addPerson(server, { accounts: [] });
  await administratorOf(server, invite.businessId, person);
  await administratorOf(server, invite.businessId, person);
  const after = await team();
  expect([after.accounts, after.people]).toEqual([before.accounts + 2, before.people + 1]);
});

test('an invited administrator has no card, and the second factor is on', { tags: '@beyond.36' }, async () => {
  const invite = await addInvite(server, { role: 'ADMIN' });
  const here = new TestWizard(server);
  const token = String((await here.invite(invite.code)).body['access_token']);
  expect((await here.profile(token)).body).toMatchObject({ role: 'ADMIN', nameOnCard: '' });
  expect((await here.register(token, 'invited.admin', { mfaEnable: false })).status).toBe(200);
  expect(codeOf(await new TestWizard(server).login('invited.admin', newPassword))).toBe('MFA');
  const team = await invite.administrator.ask('GET', '/api/team');
  expect(team.body['items']).toContainEqual(
    expect.objectContaining({ firstName: 'Ines', role: 'ADMIN', cardLast4: null }),
  );
});

test('invites are listed by pages, and a status finds those that are shown with it', async () => {
  const invite = await addInvite(server);
  const { administrator } = invite;
  const { db } = server.context;
  const ids = [invite.id];
  for (const name of ['one', 'two', 'three']) {
    server.clock.advance(1);
    const { body } = await administrator.ask('POST', '/api/invites', { body: guest(`${name}@guests.example`) });
    ids.unshift(String(body['id']));
  }
  await administrator.ask('POST', `/api/invites/${ids[0]}/revoke`);
  await db.updateTable('invite').set({ expires_at: server.clock.now() }).where('id', '=', ids[1]!).execute();
  await db.updateTable('invite').set({ awaits_approval: true }).where('id', '=', ids[2]!).execute();
  const list = async (query: string) => {
    const { body } = await administrator.ask('GET', `/api/invites?${query}`);
    return body as unknown as { items: { id: string; status: string }[]; nextCursor: string | null; waiting: unknown };
  };
  const found: { id: string; status: string }[] = [];
  let cursor = '';
  do {
    const page = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.waiting).toBe(cursor === '' ? 3 : null);
    found.push(...page.items);
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  expect(found.map(({ id, status }) => [id, status])).toEqual([
    [ids[0], 'REVOKED'],
    [ids[1], 'EXPIRED'],
    [ids[2], 'AWAITS_APPROVAL'],
    [ids[3], 'PENDING'],
  ]);
  for (const { id, status } of found)
    expect((await list(`status=${status}`)).items.map((each) => each.id)).toEqual([id]);
  expect((await list('status=ACCEPTED')).items).toEqual([]);
  expect((await list('role=ADMIN')).items).toEqual([]);
  expect((await list('text=nobody')).items).toEqual([]);
  // Another business's invites are not listed.
  const { administrator: other } = await addInvite(server);
  expect(((await other.ask('GET', '/api/invites')).body['items'] as unknown[]).length).toBe(1);
  expect((await other.ask('GET', '/api/locked-registrations')).body).toEqual({ lockedCards: [] });
});

test('the person who logs in accepts an invite as a further account', { tags: '@7.32' }, async () => {
  const invite = await addInvite(server);
  const person = await addPerson(server);
  const here = new TestWizard(server);
  const token = String((await here.invite(invite.code)).body['access_token']);
  const body = { username: person.username, password: testPassword, access_token: token };
  expect((await here.ask('POST', '/api/login', { body })).status).toBe(200);
  expect((await here.link(token)).status).toBe(200);
  expect(await eventsOf(server, person.id)).toContain('account_linked');
  const { body: linked } = await here.ask('GET', '/api/linked-accounts');
  expect(linked['accounts']).toHaveLength(2);
});

test('an invite as administrator, accepted with a password alone, requires the second factor at the switch', async () => {
  const invite = await addInvite(server, { role: 'ADMIN' });
  const person = await addPerson(server);
  const here = new TestWizard(server);
  const token = String((await here.invite(invite.code)).body['access_token']);
  const body = { username: person.username, password: testPassword, access_token: token };
  expect((await here.ask('POST', '/api/login', { body })).status).toBe(200);
  const linked = await here.link(token);
  expect(linked.status).toBe(200);
  const switching = () => here.ask('POST', '/api/switch-user', { body: { userId: linked.body['userId'] } });
  expect(await switching()).toMatchObject({ status: 403, body: { Code: 'STEP_UP_REQUIRED' } });
  await proveAgain(server, here);
  expect((await switching()).status).toBe(200);
  expect((await here.session()).body).toMatchObject({ role: 'ADMIN' });
});

test('sending an invite as administrator again needs a fresh proof, and keeps its role; other invites need none', async () => {
  const [ofAdmin, ofHolder] = [await addInvite(server, { role: 'ADMIN' }), await addInvite(server)];
  server.clock.advance(10 * MINUTE);
  const resend = ({ administrator, id }: typeof ofAdmin) => administrator.ask('POST', `/api/invites/${id}/resend`);
  expect(await resend(ofAdmin)).toMatchObject({ status: 403, body: { Code: 'STEP_UP_REQUIRED' } });
  expect((await resend(ofHolder)).status).toBe(200);
  await proveAgain(server, ofAdmin.administrator);
  expect((await resend(ofAdmin)).status).toBe(200);
});

describe('an invite of an administrator', () => {
  const send = ({ administrator }: Awaited<ReturnType<typeof addInvite>>, preset: string, email: string) =>
    administrator.ask('POST', '/api/invites', { body: { ...guest(email, 'ADMIN'), preset } });
  /** The person that accepts an invite, as the business knows them. */
  async function join(code: string, username: string) {
    const here = new TestWizard(server);
    const token = String((await here.invite(code)).body['access_token']);
    expect((await here.register(token, username)).status).toBe(200);
    return server.context.db
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.person_id')
      .select(['preset', 'flags_granted as granted', 'flags_withheld as withheld'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
  }
  const setSender = async (businessId: string, change: object) =>
    server.context.db.updateTable('membership').set(change).where('business_id', '=', businessId).execute();

  test('gives the preset that was chosen, and never more than its sender has', async () => {
    const invite = await addInvite(server);
    const refused = (Reason: string) => ({ status: 409, body: { Code: 'PERMISSIONS_NOT_CHANGEABLE', Reason } });
    expect(await send(invite, 'OWNER', 'owner@guests.example')).toMatchObject(refused('OWNER'));
    expect(await send(invite, 'AUDITOR', 'auditor@guests.example')).toMatchObject({ body: { preset: 'AUDITOR' } });
    expect(await send(invite, 'FUNDER', 'funder@guests.example')).toMatchObject({ status: 201 });
    const code = await linkedCode(server, 'auditor@guests.example');
    // Only a cardholder is told of a card.
    const mailTo = async (email: string) => (await outbox(server)).find(({ recipient }) => recipient === email)!.text;
    expect(await mailTo(invite.email)).toContain('When you register, a physical card is produced for you.');
    expect(await mailTo('auditor@guests.example')).not.toContain('physical card');
    expect(await join(code, 'invited.auditor')).toEqual({ preset: 'AUDITOR', granted: [], withheld: [] });
    await setSender(invite.businessId, { flags_withheld: ['FUND_CARDS'] });
    server.clock.advance(1);
    expect(await send(invite, 'ADMINISTRATOR', 'full@guests.example')).toMatchObject(refused('FLAGS'));
    // What its sender has lost meanwhile is not given.
    const funder = await join(await linkedCode(server, 'funder@guests.example'), 'invited.funder');
    expect(funder).toEqual({ preset: 'FUNDER', granted: [], withheld: ['FUND_CARDS'] });
  });

  test('is for those who may manage administrators', async () => {
    const invite = await addInvite(server);
    await setSender(invite.businessId, { preset: 'AUDITOR', flags_granted: ['CREATE_CARDHOLDERS'] });
    server.clock.advance(1);
    expect((await send(invite, 'AUDITOR', 'second@guests.example')).status).toBe(403);
    const ofHolder = guest('holder.of.two@guests.example');
    expect((await invite.administrator.ask('POST', '/api/invites', { body: ofHolder })).status).toBe(201);
  });

  test('waits for a second administrator where the business asks for four eyes', async () => {
    const invite = await addInvite(server);
    const { administrator, businessId } = invite;
    const second = await administratorOf(server, businessId);
    const { db } = server.context;
    await db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
    const mails = async (email: string) => {
      await sentMessages(server);
      return (await outbox(server)).filter(({ recipient }) => recipient === email);
    };
    const decide = async (who: TestBrowser, decision: string) => {
      const { body } = await who.ask('GET', '/api/pending-changes');
      const changes = body['changes'] as { id: string; invite: { email: string } | null; status: string }[];
      const { id } = changes.find(({ status, ...change }) => change.invite !== null && status === 'PENDING')!;
      return who.ask('POST', `/api/pending-changes/${id}/decide`, { body: { decision } });
    };
    const wanted = 'four.eyes@guests.example';
    const made = await send(invite, 'ADMINISTRATOR', wanted);
    expect(made).toMatchObject({ status: 201, body: { status: 'AWAITS_APPROVAL' } });
    expect(await mails(wanted)).toEqual([]);
    // Sending it again is no way around the second administrator, and neither is another invite for the address.
    server.clock.advance(2 * MINUTE);
    const again = await administrator.ask('POST', `/api/invites/${String(made.body['id'])}/resend`);
    expect(again).toMatchObject({ status: 409, body: { Code: 'INVITE_NOT_PENDING' } });
    expect(await send(invite, 'ADMINISTRATOR', wanted)).toMatchObject({ body: { Code: 'INVITE_ALREADY_PENDING' } });
    expect(await decide(administrator, 'APPROVE')).toMatchObject({ body: { Code: 'OWN_CHANGE' } });
    expect(await decide(second, 'APPROVE')).toMatchObject({ status: 200 });
    expect(await mails(wanted)).toHaveLength(1);
    expect(await join(await linkedCode(server, wanted), 'approved.admin')).toMatchObject({ preset: 'ADMINISTRATOR' });

    const unwanted = 'unwanted@guests.example';
    expect(await send(invite, 'ADMINISTRATOR', unwanted)).toMatchObject({ status: 201 });
    expect(await decide(second, 'REJECT')).toMatchObject({ status: 200 });
    expect(await mails(unwanted)).toEqual([]);
    expect(invitesIn(await administrator.ask('GET', '/api/invites'))[0]).toMatchObject({ status: 'REVOKED' });
    // A cardholder is invited at once.
    const holder = guest('at.once@guests.example');
    expect((await administrator.ask('POST', '/api/invites', { body: holder })).body).toMatchObject({
      status: 'PENDING',
    });
  });
});

test('four eyes end the invites of administrators on their way; sent again, they wait for a second administrator', async () => {
  const { administrator, businessId, id, email } = await addInvite(server, { role: 'ADMIN' });
  const begun = new TestWizard(server);
  const token = String((await begun.invite(await linkedCode(server, email))).body['access_token']);
  const second = await administratorOf(server, businessId);
  const { body } = await administrator.ask('GET', '/api/business/profile');
  const turnOn = { fourEyes: true, version: body['version'] };
  expect((await administrator.ask('PUT', '/api/business/four-eyes', { body: turnOn })).status).toBe(200);
  const invite = async () => invitesIn(await second.ask('GET', '/api/invites')).find((each) => each['id'] === id);
  expect(await invite()).toMatchObject({ status: 'EXPIRED' });
  // Neither the link nor what was begun with it makes an administrator.
  expect((await new TestWizard(server).invite(await linkedCode(server, email))).status).not.toBe(200);
  expect((await begun.register(token, 'too.late')).status).not.toBe(200);

  server.clock.advance(2 * MINUTE);
  const again = await administrator.ask('POST', `/api/invites/${id}/resend`);
  expect(again).toMatchObject({ status: 200, body: { status: 'AWAITS_APPROVAL' } });
  const { body: list } = await second.ask('GET', '/api/pending-changes');
  const [change] = list['changes'] as { id: string; kind: string; isYours: boolean }[];
  expect(change).toMatchObject({ kind: 'INVITE', isYours: false });
  const approved = await second.ask('POST', `/api/pending-changes/${change!.id}/decide`, {
    body: { decision: 'APPROVE' },
  });
  expect(approved.status).toBe(200);
  expect(await invite()).toMatchObject({ status: 'PENDING' });
  // What was approved once is sent again to the same address.
  server.clock.advance(2 * MINUTE);
  expect(await administrator.ask('POST', `/api/invites/${id}/resend`)).toMatchObject({ body: { status: 'PENDING' } });
  expect((await new TestWizard(server).invite(await linkedCode(server, email))).status).toBe(200);
});

describe('an invalid code', () => {
  const refused = async (code: string) => {
    const { status, body, headers } = await new TestWizard(server).invite(code);
    expect(headers['set-cookie']).toBeUndefined();
    return JSON.stringify([status, body]);
  };

  test('gets the same refusal: unknown, expired, revoked, accepted, or no code at all', async () => {
    const [, expired, revoked] = demoInvites;
    const answers = [
      await refused(`inv_${'A'.repeat(43)}`),
      await refused('inv_nothing'),
      await refused(expired!.code.replace('inv_', 'reg_')),
      await refused(expired!.code),
      await refused(revoked!.code),
    ];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('INVITE_INVALID');
    expect((await new TestWizard(server).invite(demoInvites[0]!.code)).status).toBe(200);
  });

  test('stops working after seven days', async () => {
    const invite = await addInvite(server);
    server.clock.advance(7 * DAY - 1);
    expect((await new TestWizard(server).invite(invite.code)).status).toBe(200);
    server.clock.advance(2);
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
    const invites = await (await administratorOf(server, invite.businessId)).ask('GET', '/api/invites');
    expect(invitesIn(invites)[0]).toMatchObject({ status: 'EXPIRED' });
  });

  test('is refused for an hour once it has begun twenty registrations; one browser begins one', async () => {
    const invite = await addInvite(server);
    const here = new TestWizard(server);
    const first = await here.invite(invite.code);
    server.clock.advance(MINUTE);
    for (let time = 0; time < 12; time += 1)
      expect((await here.invite(invite.code)).body).toEqual({
        ...first.body,
        expiresInSeconds: expect.closeTo(1800, -1),
      });
    for (let time = 0; time < 19; time += 1)
      expect((await new TestWizard(server).invite(invite.code)).status).toBe(200);
    expect(await new TestWizard(server).invite(invite.code)).toMatchObject({ status: 429 });
    const rows = await server.context.db
      .selectFrom('registration')
      .select('id')
      .where('invite_id', '=', invite.id)
      .execute();
    expect(rows).toHaveLength(20);
    expect((await here.register(String(first.body['access_token']), 'of.twenty')).status).toBe(200);
  });

  test('stops working after another link was sent, and so do registrations begun with it in any browser', async () => {
    const invite = await addInvite(server);
    const finder = new TestWizard(server);
    const stolen = String((await finder.invite(invite.code)).body['access_token']);
    server.clock.advance(31);
    const { administrator } = invite;
    expect((await administrator.ask('POST', `/api/invites/${invite.id}/resend`)).status).toBe(200);
    for (const answer of [
      await finder.register(stolen, 'found.it'),
      await finder.profile(stolen),
      await finder.resume(),
    ])
      expect(codeOf(answer)).toBe('REGISTRATION_EXPIRED');
    expect(codeOf(await finder.invite(invite.code))).toBe('INVITE_INVALID');

    // The same browser starts again with the new link.
    const fresh = await finder.invite(await linkedCode(server, invite.email));
    expect(fresh.status).toBe(200);
    expect(fresh.body['access_token']).not.toBe(stolen);
    expect((await finder.register(String(fresh.body['access_token']), 'new.link')).status).toBe(200);
  });

  test('stops working after it was revoked, and so do registrations begun with it', async () => {
    const invite = await addInvite(server);
    const here = new TestWizard(server);
    const token = String((await here.invite(invite.code)).body['access_token']);
    const revoke = () => invite.administrator.ask('POST', `/api/invites/${invite.id}/revoke`);
    expect(await revoke()).toMatchObject({ status: 200, body: { status: 'REVOKED' } });
    expect(codeOf(await revoke())).toBe('INVITE_NOT_PENDING');
    expect(codeOf(await invite.administrator.ask('POST', `/api/invites/${invite.id}/resend`))).toBe(
      'INVITE_NOT_PENDING',
    );
    expect(codeOf(await here.register(token, 'never.made'))).toBe('REGISTRATION_EXPIRED');
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
  });

  test('stops working when its sender leaves, until another administrator sends it', async () => {
    const invite = await addInvite(server);
    const here = new TestWizard(server);
    const token = String((await here.invite(invite.code)).body['access_token']);
    const colleague = await administratorOf(server, invite.businessId);
    const { db } = server.context;
    const sender = await db
      .selectFrom('invite')
      .select('invited_by')
      .where('id', '=', invite.id)
      .executeTakeFirstOrThrow();
    await db.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', sender.invited_by).execute();
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
    expect(codeOf(await here.register(token, 'let.go.of'))).toBe('REGISTRATION_EXPIRED');
    expect(invitesIn(await colleague.ask('GET', '/api/invites'))).toMatchObject([{ status: 'EXPIRED' }]);
    server.clock.advance(31);
    const act = (what: 'resend' | 'revoke') => colleague.ask('POST', `/api/invites/${invite.id}/${what}`);
    expect(await act('resend')).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect((await new TestWizard(server).invite(await linkedCode(server, invite.email))).status).toBe(200);
    // One that expired with its sender can be revoked: it would become valid again with them.
    await db.updateTable('invite').set({ invited_by: sender.invited_by }).where('id', '=', invite.id).execute();
    expect(await act('revoke')).toMatchObject({ status: 200, body: { status: 'REVOKED' } });
  });

  test('stops working when the business is closed', async () => {
    const invite = await addInvite(server);
    const { db } = server.context;
    await db.updateTable('business').set({ status: 'CLOSED' }).where('id', '=', invite.businessId).execute();
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
  });

  test('works with the new link after it was sent again, within the quota', async () => {
    const invite = await addInvite(server);
    const resend = () => invite.administrator.ask('POST', `/api/invites/${invite.id}/resend`);
    expect(await resend()).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    server.clock.advance(31);
    expect(await resend()).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    const fresh = await linkedCode(server, invite.email);
    expect(fresh).not.toBe(invite.code);
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
    expect((await new TestWizard(server).invite(fresh)).status).toBe(200);
  });
});

describe('an administrator', () => {
  test('sends an expired invite again, unless the person was invited again', async () => {
    const invite = await addInvite(server);
    const resend = () => invite.administrator.ask('POST', `/api/invites/${invite.id}/resend`);
    const expire = () =>
      server.context.db
        .updateTable('invite')
        .set({ expires_at: new Date(0) })
        .where('id', '=', invite.id)
        .execute();
    server.clock.advance(31);
    await expire();
    expect(codeOf(await new TestWizard(server).invite(invite.code))).toBe('INVITE_INVALID');
    expect(await resend()).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    expect((await new TestWizard(server).invite(await linkedCode(server, invite.email))).status).toBe(200);

    server.clock.advance(31);
    await expire();
    const anew = await invite.administrator.ask('POST', '/api/invites', { body: guest(invite.email) });
    expect(anew.status).toBe(201);
    expect(codeOf(await resend())).toBe('INVITE_ALREADY_PENDING');
  });

  test('sends one invite to an address that is invited and resent at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email, businessId, administrator } = await addInvite(server);
      const { db } = server.context;
      server.clock.advance(31);
      await db
        .updateTable('invite')
        .set({ expires_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      const answers = await Promise.all([
        administrator.ask('POST', `/api/invites/${id}/resend`),
        administrator.ask('POST', '/api/invites', { body: guest(email) }),
        administrator.ask('POST', '/api/invites', { body: guest(email) }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const pending = await db
        .selectFrom('invite')
        .select('id')
        .where('business_id', '=', businessId)
        .where('expires_at', '>', server.clock.now())
        .execute();
      expect(pending).toHaveLength(1);
    }
  });

  test('invites an address once, whatever its case, until the invite is accepted, revoked or expired', async () => {
    const invite = await addInvite(server);
    const again = () => invite.administrator.ask('POST', '/api/invites', { body: guest(invite.email.toUpperCase()) });
    expect(await again()).toMatchObject({ status: 409, body: { Code: 'INVITE_ALREADY_PENDING' } });
    await invite.administrator.ask('POST', `/api/invites/${invite.id}/revoke`);
    expect((await again()).status).toBe(201);
  });

  test('of a business that is not open invites nobody', async () => {
    const invite = await addInvite(server);
    const { db } = server.context;
    await db
      .updateTable('business')
      .set({ status: 'SUSPENDED', suspension_mode: 'Default' })
      .where('id', '=', invite.businessId)
      .execute();
    server.clock.advance(31);
    const { administrator, id, code } = invite;
    for (const answer of [
      await administrator.ask('POST', '/api/invites', { body: guest('late@guests.example') }),
      await administrator.ask('POST', `/api/invites/${id}/resend`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { Code: 'BUSINESS_NOT_OPEN' } });
    expect(await linkedCode(server, invite.email)).toBe(code);
  });

  test('neither sees nor changes the invites of another business; a cardholder sees none', async () => {
    const invite = await addInvite(server);
    const other = await addInvite(server);
    for (const act of ['resend', 'revoke'])
      expect((await other.administrator.ask('POST', `/api/invites/${invite.id}/${act}`)).status).toBe(404);
    const seen = invitesIn(await other.administrator.ask('GET', '/api/invites'));
    expect(seen.map(({ id }) => id)).toEqual([other.id]);
    const cardholder = new TestWizard(server);
    await cardholder.login((await addPerson(server)).username, testPassword);
    for (const [method, path] of [
      ['GET', '/api/team'],
      ['GET', '/api/invites'],
      ['POST', '/api/invites'],
      ['POST', `/api/invites/${invite.id}/revoke`],
      ['POST', `/api/cards/${invite.id}/unlock-registration`],
    ] as const)
      expect((await cardholder.ask(method, path)).status).toBe(403);
  });

  test.each([
    ['firstName', { firstName: 'Ines,\n\nplease open https' }],
    ['firstName', { firstName: 'evil.example' }],
    ['middleName', { middleName: '\u202exam' }],
    ['lastName', { lastName: '\u3164' }],
    ['lastName', { lastName: '12345672' }],
    ['email', { email: '4000001212345672@guests.example' }],
  ])('is refused a %s that would be misread in the mail: %j', async (field, changes) => {
    const { administrator } = await addInvite(server);
    const body = { ...guest('misled@guests.example'), ...changes };
    expect(await administrator.ask('POST', '/api/invites', { body })).toMatchObject({
      status: 400,
      body: { Code: 'VALIDATION', Fields: [{ Field: field, Problem: 'characters' }] },
    });
  });

  test("sends links of the program’s own origin, whatever the request's host is", async () => {
    const invite = await addInvite(server);
    server.clock.advance(31);
    await invite.administrator.ask('POST', `/api/invites/${invite.id}/resend`, {
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', 'x-forwarded-proto': 'http' },
    });
    const fresh = await linkedCode(server, invite.email);
    const [mail] = await outbox(server);
    expect(mail!.text).toContain(`${server.context.config.publicOrigin}/registration?code=${fresh}`);
    expect(`${mail!.text}${mail!.html}`).not.toContain('evil');
  });
});
