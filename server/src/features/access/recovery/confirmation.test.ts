import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, type TestPerson } from '../../../testing/person.ts';
import { confirm, notAsked, officeOf, pending, signIn, waiting } from '../../../testing/access/confirmation.ts';
import { askForLink, joinBusiness, openLink } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const office = (wanted?: Parameters<typeof addPerson>[1]) => officeOf(server, wanted);
const signedIn = (person: TestPerson) => signIn(server, person);

describe('a person with no second proof', () => {
  test('sends a request to an administrator, waits, and sets the password after the approval', async () => {
    const { administrator, person, here, reset } = await office();
    expect((await reset.methods()).body).toEqual([{ entityType: 'AdminConfirmation', entityMasked: 'Example Works' }]);
    expect(await reset.verify('AdminConfirmation')).toMatchObject(notAsked);
    const { body: sent } = await reset.send('AdminConfirmation');
    expect(sent).toEqual({ entityMasked: 'Example Works', requestNumber: expect.stringMatching(/^\d{4}$/) });
    expect((await reset.methods()).body).toEqual([{ entityType: 'AdminConfirmation', ...sent }]);
    expect(await reset.verify('AdminConfirmation')).toMatchObject(pending);
    expect(await reset.reset('AdminConfirmation')).toMatchObject({ body: { Code: 'RESET_NOT_VERIFIED' } });

    await sentMessages(server);
    const [asked] = await outbox(server);
    expect(asked).toMatchObject({
      recipient: `${administrator.id}@people.example`,
      text: expect.stringMatching(
        /Robin Example of Example Works wants to reset the password\. So far, only their email address shows[\s\S]*\/dashboard/,
      ),
    });

    const at = await signedIn(administrator);
    const [request] = await waiting(at);
    const { requestNumber } = sent;
    const askedAt = expect.stringMatching(/Z$/);
    expect(request).toEqual({
      id: request!.id,
      personId: person.id,
      firstName: 'Robin',
      lastName: 'Example',
      askedAt,
      requestNumber,
      confirmed: false,
    });
    expect(await confirm(at, request!.id)).toMatchObject({ status: 200, body: {} });
    expect(await waiting(at)).toEqual([{ ...request, confirmed: true }]);
    await sentMessages(server);
    expect((await outbox(server))[0]).toMatchObject({ recipient: `${person.id}@people.example` });

    expect(await reset.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await reset.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await reset.reset('AdminConfirmation')).toMatchObject({ status: 200 });
    expect((await here.session()).status).toBe(200);
    expect(await eventsOf(server, person.id)).toEqual(
      expect.arrayContaining(['authn_reset_confirmation_asked', 'authn_reset_confirmed', 'authn_password_reset']),
    );
  });

  test('may go on with a new link, because administrators take their time', async () => {
    const { administrator, person, here, reset } = await office();
    await reset.send('AdminConfirmation');
    server.clock.advance(20 * 60 * 60);
    const at = await signedIn(administrator);
    await confirm(at, (await waiting(at))[0]!.id);
    server.clock.advance(20 * 60 * 60);
    const next = await openLink(here, await askForLink(server, here, person.username));
    expect(await next.send('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await next.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await next.reset('AdminConfirmation')).toMatchObject({ status: 200 });
  });

  test("has an administrator's approval for one password, and for a day", async () => {
    const { administrator, person, here, reset } = await office();
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    await confirm(at, (await waiting(at))[0]!.id);
    await reset.verify('AdminConfirmation');
    expect(await reset.reset('AdminConfirmation')).toMatchObject({ status: 200 });
    server.clock.advance(31);
    here.cookies.clear();
    const next = await openLink(here, await askForLink(server, here, person.username));
    expect(await next.verify('AdminConfirmation')).toMatchObject(notAsked);

    await next.send('AdminConfirmation');
    await confirm(at, (await waiting(at))[0]!.id);
    expect(await next.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    server.clock.advance(24 * 60 * 60);
    const late = await openLink(here, await askForLink(server, here, person.username));
    expect(await late.verify('AdminConfirmation')).toMatchObject(notAsked);
  });

  test('sends one request, however often the button is pressed, and another after a day', async () => {
    const { administrator, person, here, reset } = await office();
    const mails = async () => {
      await sentMessages(server);
      const to = `${administrator.id}@people.example`;
      return (await outbox(server)).filter(({ recipient }) => recipient === to).length;
    };
    for (let times = 0; times < 3; times += 1) expect((await reset.send('AdminConfirmation')).status).toBe(200);
    expect(await mails()).toBe(1);
    server.clock.advance(24 * 60 * 60);
    const next = await openLink(here, await askForLink(server, here, person.username));
    await next.send('AdminConfirmation');
    expect(await mails()).toBe(2);
  });

  test('has nobody to ask as the only administrator, nor if the other one has left', async () => {
    const alone = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, alone.username));
    expect((await reset.methods()).body).toEqual([]);
    expect(await reset.send('AdminConfirmation')).toMatchObject({ status: 400, body: { Code: 'VALIDATION' } });

    const left = await office();
    const { db } = server.context;
    await db
      .updateTable('membership')
      .set({ status: 'CLOSED' })
      .where('id', '=', left.administrator.membershipIds[0]!)
      .execute();
    expect((await left.reset.methods()).body).toEqual([]);
  });
});

describe('an approval is for the browser that sent the request', () => {
  /** Another browser with a link from the same mailbox. */
  async function another(person: TestPerson, delivery?: 'token') {
    const there = new TestBrowser(server, delivery);
    return openLink(there, await askForLink(server, new TestBrowser(server), person.username));
  }

  test('another link or the same one continues in that browser; any other browser has to send a request', async () => {
    const { administrator, person, here, reset } = await office();
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    await confirm(at, (await waiting(at))[0]!.id);
    const thief = await another(person);
    expect((await thief.methods()).body).toEqual([{ entityType: 'AdminConfirmation', entityMasked: 'Example Works' }]);
    expect(await thief.verify('AdminConfirmation')).toMatchObject(notAsked);
    expect(await thief.reset('AdminConfirmation')).toMatchObject(notAsked);
    expect(await thief.send('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await thief.verify('AdminConfirmation')).toMatchObject(pending);

    server.clock.advance(31);
    const again = await openLink(here, await askForLink(server, here, person.username));
    expect((await again.methods()).body).toMatchObject([{ requestNumber: expect.any(String) }]);
    expect(await again.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    expect(await again.reset('AdminConfirmation')).toMatchObject({ status: 200 });
    // The other requests have ended with it.
    expect(await waiting(at)).toEqual([]);
  });

  test('a new request replaces a pending one, with other digits and no other mail', async () => {
    const { administrator, person, reset } = await office();
    const first = await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    const [old] = await waiting(at);
    const thief = await another(person);
    const second = await thief.send('AdminConfirmation');
    const now = await waiting(at);
    expect(now).toMatchObject([{ requestNumber: second.body['requestNumber'] }]);
    expect(now[0]!.id).not.toBe(old!.id);
    expect(first.body['requestNumber']).toMatch(/^\d{4}$/);
    expect(await confirm(at, old!.id)).toMatchObject({ status: 404 });
    expect(await reset.verify('AdminConfirmation')).toMatchObject(notAsked);
    await sentMessages(server);
    const to = `${administrator.id}@people.example`;
    const asked = (await outbox(server)).filter(({ recipient, text }) => recipient === to && /\/dashboard/.test(text));
    expect(asked).toHaveLength(1);
  });

  test('a completed proof is worth nothing once the approval is withdrawn, and a caller without cookies has its flow', async () => {
    const { administrator, person } = await office();
    const caller = await another(person, 'token');
    expect(caller.answer.headers['set-cookie']).toBeUndefined();
    await caller.send('AdminConfirmation');
    const at = await signedIn(administrator);
    await confirm(at, (await waiting(at))[0]!.id);
    expect(await caller.verify('AdminConfirmation')).toMatchObject({ status: 200 });
    const { db, clock } = server.context;
    const word = db.updateTable('recovery_request').where('person_id', '=', person.id);
    await word.set({ closed_at: clock.now() }).execute();
    expect(await caller.reset('AdminConfirmation')).toMatchObject(notAsked);
    await word.set({ closed_at: null }).execute();
    expect(await caller.reset('AdminConfirmation')).toMatchObject({ status: 200 });
  });

  test('a flow that another person opened in the browser before finds nothing of it', async () => {
    const { administrator, person, here, reset: kept } = await office();
    const reset = await openLink(here, await askForLink(server, new TestBrowser(server), person.username));
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    await confirm(at, (await waiting(at))[0]!.id);
    expect((await kept.methods()).body).toEqual([{ entityType: 'AdminConfirmation', entityMasked: 'Example Works' }]);
    expect(await kept.verify('AdminConfirmation')).toMatchObject(notAsked);
    expect(await reset.verify('AdminConfirmation')).toMatchObject({ status: 200 });
  });

  test.each(['', 'rbr_short', `rst_${'a'.repeat(43)}`])('an invalid cookie is replaced: "%s"', async (value) => {
    const { person } = await office();
    const there = new TestBrowser(server);
    there.cookies.set('__Host-rec', value);
    await openLink(there, await askForLink(server, new TestBrowser(server), person.username));
    expect(there.cookies.get('__Host-rec')).toMatch(/^rbr_[\w-]{43}$/);
  });
});

describe('the business whose administrators are asked', () => {
  const account = (role: 'ADMIN' | 'CARDHOLDER') => ({ role });
  /** The ways of a person with these accounts, if the business of `theirs` has another administrator. */
  async function ways(accounts: { role: 'ADMIN' | 'CARDHOLDER' }[], theirs: number, closed: number | null = null) {
    const person = await addPerson(server, { accounts });
    const administrator = await addPerson(server, { accounts: [account('ADMIN')] });
    const { db } = server.context;
    const { business_id } = await db
      .selectFrom('membership')
      .select('business_id')
      .where('id', '=', person.membershipIds[theirs]!)
      .executeTakeFirstOrThrow();
    await db.updateTable('membership').set({ business_id }).where('id', '=', administrator.membershipIds[0]!).execute();
    if (closed !== null)
      await db
        .updateTable('business')
        .set({ status: 'CLOSED' })
        .where('id', '=', (eb) =>
          eb.selectFrom('membership').select('business_id').where('id', '=', person.membershipIds[closed]!),
        )
        .execute();
    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, person.username));
    const { status } = await reset.send('AdminConfirmation');
    return { offered: (await reset.methods()).body, status };
  }

  test.each([
    ['that of the first account', [account('CARDHOLDER'), account('CARDHOLDER')], 0],
    ['that of an administrator with a colleague', [account('ADMIN'), account('CARDHOLDER')], 0],
  ] as const)('is %s', async (_which, accounts, theirs) => {
    const { offered, status } = await ways([...accounts], theirs);
    expect(offered).toMatchObject([{ entityType: 'AdminConfirmation' }]);
    expect(status).toBe(200);
  });

  test.each([
    ['another one has invited its only administrator', [account('ADMIN'), account('CARDHOLDER')], 1],
    ['another one has invited its cardholder', [account('CARDHOLDER'), account('CARDHOLDER')], 1],
    ['the person is an administrator of another one', [account('CARDHOLDER'), account('ADMIN')], 0],
  ] as const)('is none where %s', { tags: '@beyond.25' }, async (_which, accounts, theirs) => {
    expect(await ways([...accounts], theirs)).toEqual({ offered: [], status: 400 });
    // A closed business can be opened again.
    if (accounts[0].role === 'ADMIN')
      expect(await ways([...accounts], theirs, 0)).toEqual({ offered: [], status: 400 });
  });
});

describe('only an administrator of that business', () => {
  test('sees and approves the request; others get not found', async () => {
    const { person, reset } = await office();
    await reset.send('AdminConfirmation');
    const { id } = await server.context.db
      .selectFrom('recovery_request')
      .select('id')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const stranger = await signedIn(await addPerson(server, { accounts: [{ role: 'ADMIN' }] }));
    expect(await waiting(stranger)).toEqual([]);
    expect(await confirm(stranger, id)).toMatchObject({ status: 404 });
    const cardholder = await signedIn(await addPerson(server));
    expect(await cardholder.ask('GET', '/api/recovery-requests')).toMatchObject({ status: 403 });
    expect(await confirm(cardholder, id)).toMatchObject({ status: 403 });
    expect(await reset.verify('AdminConfirmation')).toMatchObject(pending);
  });

  test('and never the requesting person', async () => {
    const { administrator } = await office();
    const colleague = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
    await joinBusiness(server, colleague, administrator);
    const own = await signedIn(colleague);
    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, colleague.username));
    await reset.send('AdminConfirmation');
    const { id } = await server.context.db
      .selectFrom('recovery_request')
      .select('id')
      .where('person_id', '=', colleague.id)
      .executeTakeFirstOrThrow();
    expect((await waiting(own)).map((request) => request.id)).not.toContain(id);
    expect(await confirm(own, id)).toMatchObject({ status: 404 });
  });

  test('with a fresh proof, and once', async () => {
    const { administrator, reset } = await office();
    await reset.send('AdminConfirmation');
    const at = await signedIn(administrator);
    const [request] = await waiting(at);
    server.clock.advance(5 * 60 + 1);
    expect(await confirm(at, request!.id)).toMatchObject({ status: 403, body: { Code: 'STEP_UP_REQUIRED' } });
    const again = await signedIn(administrator);
    expect((await confirm(again, request!.id)).status).toBe(200);
    expect((await confirm(again, request!.id)).status).toBe(404);
  });
});
