import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addPasskeyOf } from '../../testing/access/factors.ts';
import { outbox, sentMessages, TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A person with an address, a phone and a passkey, just signed in with both factors. */
async function withPasskey() {
  const own = String(randomInt(10_000_000)).padStart(7, '0');
  const address = `told.${own}@people.example`;
  const phone = `+1212${own}`;
  const person = await addPerson(server, {
    mfaEnabled: true,
    contacts: [
      { kind: 'Email', address },
      { kind: 'PhoneNumber', address: phone },
    ],
  });
  await addPasskeyOf(server, person.id);
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  const { id } = await server.context.db
    .selectFrom('passkey')
    .select('id')
    .where('person_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const noticesOf = async (words: string) => {
    await sentMessages(server);
    const notices = (await outbox(server)).filter(({ text }) => text.includes(words));
    return {
      mails: notices.filter(({ recipient }) => recipient === address).length,
      texts: notices.filter(({ recipient }) => recipient === phone).length,
    };
  };
  const rename = (name: string) => here.ask('PATCH', `/api/factors/${id}`, { body: { name } });
  const makeCodes = () => here.ask('POST', '/api/factors/backup-codes');
  return { noticesOf, rename, makeCodes };
}

test('a new name is worth a mail and no text, and five mails a day', async () => {
  const { noticesOf, rename } = await withPasskey();
  for (let times = 0; times < 20; times += 1) expect(await rename(`Laptop ${times}`)).toMatchObject({ status: 200 });
  expect(await noticesOf('a passkey is now called')).toEqual({ mails: 5, texts: 0 });
});

test('a repeated change is notified five times by mail and three times by text; other changes are notified all the same', async () => {
  const { noticesOf, rename, makeCodes } = await withPasskey();
  for (let times = 0; times < 10; times += 1) expect(await makeCodes()).toMatchObject({ status: 200 });
  expect(await noticesOf('new backup codes were made')).toEqual({ mails: 5, texts: 3 });
  expect(await rename('Laptop')).toMatchObject({ status: 200 });
  expect(await noticesOf('is now called')).toEqual({ mails: 1, texts: 0 });
});

test('the next day the count starts again', async () => {
  const { noticesOf, makeCodes } = await withPasskey();
  for (let times = 0; times < 6; times += 1) expect(await makeCodes()).toMatchObject({ status: 200 });
  const { db, clock } = server.context;
  await db
    .updateTable('throttle')
    .set({ window_started_at: new Date(clock.now().getTime() - 86_400_001) })
    .execute();
  expect(await makeCodes()).toMatchObject({ status: 200 });
  expect(await noticesOf('new backup codes were made')).toEqual({ mails: 6, texts: 4 });
});
