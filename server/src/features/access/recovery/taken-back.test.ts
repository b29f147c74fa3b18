import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addAppOf, addBackupCodesOf, addPasskeyOf } from '../../../testing/access/factors.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { askForLink, openLink, proveByText, reachable, type OpenedReset } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A proof of a reset, and how its owner, signed in elsewhere, takes it back. */
interface Proof {
  give: (personId: string) => Promise<(reset: OpenedReset) => Promise<{ status: number } | void>>;
  remove: (here: TestBrowser) => Promise<{ status: number }>;
}

async function removeFactor(here: TestBrowser) {
  const { body } = await here.ask('GET', '/api/security-settings');
  const [factor] = body['factors'] as { id: string }[];
  return here.ask('DELETE', `/api/factors/${factor!.id}`);
}

const proofs: Record<string, Proof> = {
  Passkey: {
    async give(personId) {
      const passkey = await addPasskeyOf(server, personId);
      return async (reset) => {
        const { options } = (await reset.send('Passkey')).body;
        return reset.verifyPasskey(passkey.prove(options as Parameters<typeof passkey.prove>[0]));
      };
    },
    remove: removeFactor,
  },
  Authenticator: {
    async give(personId) {
      const app = await addAppOf(server, personId);
      return (reset) => reset.verify('Authenticator', app.at(Math.floor(server.clock.now().getTime() / 30_000)));
    },
    remove: removeFactor,
  },
  BackupCode: {
    async give(personId) {
      const [code] = await addBackupCodesOf(server, personId);
      return (reset) => reset.verify('BackupCode', code);
    },
    remove: (here) => here.ask('POST', '/api/factors/backup-codes'),
  },
  PhoneNumber: {
    give: async () => (reset) => proveByText(server, reset),
    async remove(here) {
      const { contacts } = (await here.ask('GET', '/api/contacts')).body as {
        contacts: { id: string; kind: string }[];
      };
      return here.ask('DELETE', `/api/contacts/${contacts.find(({ kind }) => kind === 'PhoneNumber')!.id}`);
    },
  },
};

test.each(Object.keys(proofs))(
  'a reset proven by %s loses its proof once that is gone',
  { tags: '@beyond.26' },
  async (entityType) => {
    const { give, remove } = proofs[entityType]!;
    const person = await addPerson(server, { mfaEnabled: true, contacts: reachable() });
    const own = new TestBrowser(server);
    await own.signIn(person.username, testPassword);
    server.clock.advance(31);
    const prove = await give(person.id);
    const reset = await openLink(new TestBrowser(server), await askForLink(server, own, person.username));
    const proven = await prove(reset);
    if (proven) expect(proven.status).toBe(200);
    expect((await remove(own)).status).toBeLessThan(300);
    expect(await reset.reset(entityType)).toMatchObject({ status: 403, body: { Code: 'RESET_NOT_VERIFIED' } });
    expect((await own.session()).status).toBe(200);
  },
);

test('a refused change takes nothing back', async () => {
  const person = await addPerson(server, { mfaEnabled: true, contacts: reachable() });
  const own = new TestBrowser(server);
  await own.signIn(person.username, testPassword);
  server.clock.advance(31);
  const reset = await openLink(new TestBrowser(server), await askForLink(server, own, person.username));
  await proveByText(server, reset);
  const path = '/api/factors/0190f000-0000-7000-8000-000000000000';
  expect((await own.ask('DELETE', path)).status).toBe(404);
  expect((await reset.reset('PhoneNumber')).status).toBe(200);
});
