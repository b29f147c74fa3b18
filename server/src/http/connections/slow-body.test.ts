import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A body that arrives on command. */
class SlowBody extends Readable {
  #asked = () => {};
  /** Once the server requests the body: the headers have passed. */
  readonly asked = new Promise<void>((resolve) => (this.#asked = resolve));
  override _read(): void {
    this.#asked();
  }
  send(body: object): void {
    this.push(JSON.stringify(body));
    this.push(null);
  }
}

/** Begins a call by its headers; the returned function sends the body and returns the answer's status. */
async function begun(path: string, headers: Record<string, string>) {
  const payload = new SlowBody();
  const answer = server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'x-requested-by': 'florin', 'content-type': 'application/json', ...headers },
    payload,
  });
  await payload.asked;
  return async (body: object): Promise<number> => {
    payload.send(body);
    return (await answer).statusCode;
  };
}

const guest = { email: 'late@guests.example', firstName: 'Late', lastName: 'Guest', role: 'CARDHOLDER' };
const administrator = async () => {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  return { person, here, cookie: [...here.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
};

describe('a call whose body arrives late', () => {
  test('acts while the session lives', async () => {
    const { cookie } = await administrator();
    const finish = await begun('/api/invites', { cookie });
    expect(await finish(guest)).toBe(201);
  });

  test('does nothing once the session has ended', async () => {
    const { here, cookie } = await administrator();
    const finish = await begun('/api/invites', { cookie });
    expect((await here.ask('POST', '/api/logout', { body: { reason: 'user' } })).status).toBe(204);
    expect(await finish({ ...guest, email: 'too.late@guests.example' })).toBe(401);
    const invites = await server.context.db
      .selectFrom('invite')
      .select('id')
      .where('first_name', '=', 'Late')
      .execute();
    expect(invites).toHaveLength(1);
  });

  test('does nothing once the session has expired', async () => {
    const { cookie } = await administrator();
    const finish = await begun('/security/sign-out-others', { cookie });
    server.clock.advance(13 * 3600);
    expect(await finish({})).toBe(401);
  });

  test('does nothing once the account is closed', async () => {
    const { person, cookie } = await administrator();
    const finish = await begun('/api/invites', { cookie });
    const { db } = server.context;
    await db.updateTable('membership').set({ status: 'CLOSED' }).where('person_id', '=', person.id).execute();
    server.clock.advance(1);
    expect(await finish(guest)).toBe(403);
  });

  test('does nothing once the pending sign-in has ended', async () => {
    const person = await addPerson(server, { mfaEnabled: true });
    const bearer = await new TestBrowser(server).begin(person.username, testPassword);
    const finish = await begun('/api/send-code', { authorization: `Bearer ${bearer}` });
    server.clock.advance(3600);
    const body = { userName: person.username, twoFactorAuthEntityType: 'Email', actionReason: 'LoginNewDevice' };
    expect(await finish(body)).toBe(401);
  });
});
