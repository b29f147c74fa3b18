import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdUp } from '../../../testing/cards/hold.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, type TestPerson } from '../../../testing/person.ts';
import { hashToken } from '../../../core/tokens.ts';
import { confirm, notAsked, officeOf, signIn, waiting } from '../../../testing/access/confirmation.ts';
import { askForLink, joinBusiness, openLink, proveByText, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const office = (wanted?: Parameters<typeof addPerson>[1]) => officeOf(server, wanted);
const signedIn = (person: TestPerson) => signIn(server, person);

describe('the approval of an administrator ends', () => {
  /** An act of the owner, signed in elsewhere, on hearing of the reset. */
  const acts: Record<string, (here: TestBrowser) => Promise<{ status: number }>> = {
    'with a new password': (here) => {
      const password = 'violet-anchor-ferry-1907';
      return here.ask('PUT', '/api/security-settings/password', { body: { password, confirmPassword: password } });
    },
    'with “This wasn’t me”': async (here) => {
      const logins = (await here.ask('GET', '/security/recent-logins')).body['items'] as { id: string }[];
      return here.ask('POST', `/security/recent-logins/${logins.at(-1)!.id}/report`);
    },
    'with signing out every other device': (here) => here.ask('POST', '/security/sign-out-others'),
  };

  test.each(Object.keys(acts))('%s, given or pending', { tags: '@beyond.21' }, async (name) => {
    for (const isGiven of [true, false]) {
      const { administrator, person, here, reset } = await office({ mfaEnabled: true });
      await signedIn(person);
      server.clock.advance(1);
      const own = await signedIn(person);
      await reset.send('AdminConfirmation');
      const at = await signedIn(administrator);
      const [asked] = await waiting(at);
      if (isGiven) {
        expect((await confirm(at, asked!.id)).status).toBe(200);
        expect((await reset.verify('AdminConfirmation')).status).toBe(200);
      }
      server.clock.advance(1);
      expect((await acts[name]!(own)).status).toBeLessThan(300);
      expect(await waiting(at)).toEqual([]);
      expect((await confirm(at, asked!.id)).status).toBe(404);
      expect((await reset.reset('AdminConfirmation')).status).toBeGreaterThan(400);
      server.clock.advance(31);
      const next = await openLink(here, await askForLink(server, here, person.username));
      expect(await next.verify('AdminConfirmation')).toMatchObject(notAsked);
      expect(await next.reset('AdminConfirmation')).toMatchObject(notAsked);
    }
  });

  test.each([
    ['declined', false],
    ['withdrawn', true],
  ])('if an administrator has %s, also with an older proof', { tags: '@beyond.22' }, async (_how, isGiven) => {
    const { administrator, person, reset } = await office();
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    const [asked] = await waiting(at);
    if (isGiven) {
      await confirm(at, asked!.id);
      expect((await reset.verify('AdminConfirmation')).status).toBe(200);
    }
    server.clock.advance(5 * 60 + 1);
    const end = (here: TestBrowser, confirmed = isGiven) =>
      here.ask('DELETE', `/api/recovery-requests/${asked!.id}?confirmed=${confirmed}`);
    // The other status is not meant: a colleague may have approved meanwhile.
    expect((await end(at, !isGiven)).status).toBe(404);
    expect((await end(await signedIn(await addPerson(server, { accounts: [{ role: 'ADMIN' }] })))).status).toBe(404);
    expect((await end(await signedIn(await addPerson(server)))).status).toBe(403);
    expect((await end(at)).status).toBe(204);
    expect(await waiting(at)).toEqual([]);
    expect((await end(at)).status).toBe(404);
    expect((await confirm(await signedIn(administrator), asked!.id)).status).toBe(404);
    expect(await reset.verify('AdminConfirmation')).toMatchObject(notAsked);
    expect(await reset.reset('AdminConfirmation')).toMatchObject(notAsked);
    expect(await eventsOf(server, person.id)).toContain('authn_reset_confirmation_ended');
  });

  test.each([
    ['declined', false, /declined/, /an administrator has said that it was not you[\s\S]*\/forgot-password/],
    ['withdrawn', true, /taken back/, /took that back on .* ET\.[\s\S]*\/forgot-password/],
  ] as const)(
    'is %s, and the person is notified at every confirmed address',
    { tags: '@beyond.22' },
    async (_how, isGiven, subject, text) => {
      const own = randomUUID();
      const at = (name: string) => `${name}.${own}@people.example`;
      const { administrator, person, reset } = await office({
        contacts: [
          { kind: 'Email', address: at('first') },
          { kind: 'Email', address: at('second') },
          { kind: 'Email', address: at('unconfirmed'), verified: false },
        ],
      });
      await reset.send('AdminConfirmation');
      const colleague = await signedIn(administrator);
      const [asked] = await waiting(colleague);
      if (isGiven) await confirm(colleague, asked!.id);
      const end = () => colleague.ask('DELETE', `/api/recovery-requests/${asked!.id}?confirmed=${isGiven}`);
      expect([(await end()).status, (await end()).status]).toEqual([204, 404]);
      await sentMessages(server);
      const notices = (await outbox(server)).filter((message) => subject.test(message.subject ?? ''));
      const mine = notices.filter(({ recipient }) => recipient?.includes(own));
      expect(mine.map(({ recipient }) => recipient).toSorted()).toEqual([at('first'), at('second')]);
      for (const message of mine) expect(message.text).toMatch(text);
      expect(mine[0]!.text).toContain(person.username);
    },
  );

  test('but not if it is withdrawn while it is being used', async () => {
    const { administrator, person, reset } = await office();
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    const [asked] = await waiting(at);
    await confirm(at, asked!.id);
    await reset.verify('AdminConfirmation');
    const { db } = server.context;
    const [set, taken] = await holdUp(db, {
      lock: (tx) => tx.selectFrom('reset_link').select('id').where('person_id', '=', person.id).forUpdate().execute(),
      start: () => [reset.reset('AdminConfirmation')],
      behind: () => [at.ask('DELETE', `/api/recovery-requests/${asked!.id}?confirmed=true`)],
    });
    expect([set!.status, taken!.status]).toEqual([200, 404]);
  });

  test('and does not block a proof of one’s own', async () => {
    const { reset } = await office({ contacts: reachable() });
    await server.context.db
      .updateTable('reset_flow')
      .set({ proven_by: 'AdminConfirmation', proven_at: server.clock.now() })
      .where('token_hash', '=', hashToken(reset.bearer))
      .execute();
    expect(await reset.reset('AdminConfirmation')).toMatchObject(notAsked);
    await proveByText(server, reset);
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
  });

  test.each([{ status: 'CLOSED' }, { role: 'CARDHOLDER' }] as const)(
    'if its giver is no administrator any more (%j), and the browser can ask the others',
    { tags: '@beyond.21' },
    async (gone) => {
      const { administrator, person, reset } = await office();
      const other = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
      await joinBusiness(server, other, administrator);
      const first = (await reset.send('AdminConfirmation')).body['requestNumber'];
      const at = await signedIn(administrator);
      await confirm(at, (await waiting(at))[0]!.id);
      expect((await reset.verify('AdminConfirmation')).status).toBe(200);
      const { db } = server.context;
      await db.updateTable('membership').set(gone).where('id', '=', administrator.membershipIds[0]!).execute();
      expect(await reset.verify('AdminConfirmation')).toMatchObject(notAsked);
      expect(await reset.reset('AdminConfirmation')).toMatchObject(notAsked);
      const again = await reset.send('AdminConfirmation');
      expect(again.status).toBe(200);
      expect(again.body['requestNumber']).not.toBe(first);
      await sentMessages(server);
      expect((await outbox(server))[0]).toMatchObject({ recipient: `${other.id}@people.example` });
      const there = await signedIn(other);
      await confirm(there, (await waiting(there))[0]!.id);
      expect((await reset.verify('AdminConfirmation')).status).toBe(200);
      expect((await reset.reset('AdminConfirmation')).status).toBe(200);
      expect(await eventsOf(server, person.id)).toContain('authn_password_reset');
    },
  );
});
