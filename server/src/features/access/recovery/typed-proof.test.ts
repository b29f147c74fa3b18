import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { newId } from '../../../db/ids.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { secretContext } from '../../../identity/factors/authenticators.ts';
import { backupCodeMac } from '../../../identity/factors/use-backup-code.ts';
import { snapshotAgeMilliseconds } from '../../../core/program/queries.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson } from '../../../testing/person.ts';
import { askForLink, openLink, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const backupCode = '0123456789abcdef';

/** A person with a phone, an authenticator app and one backup code, who has opened a reset link. */
async function opened() {
  const person = await addPerson(server, { mfaEnabled: true, contacts: reachable() });
  const { db, keys, clock } = server.context;
  const [id, secret] = [newId(), new Secret({ size: 20 })];
  await db
    .insertInto('authenticator')
    .values({
      id,
      person_id: person.id,
      name: 'My phone',
      secret_sealed: keys.seal(secret.base32, secretContext(id)),
      last_step: null,
      created_at: clock.now(),
      confirmed_at: clock.now(),
      last_used_at: null,
    })
    .execute();
  await db
    .insertInto('backup_code')
    .values({
      id: newId(),
      person_id: person.id,
      mac: backupCodeMac(server.context, person.id, backupCode),
      created_at: clock.now(),
      used_at: null,
    })
    .execute();
  const here = new TestBrowser(server);
  const open = async () => openLink(here, await askForLink(server, here, person.username));
  const code = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
  return { open, code };
}
const refusal = (Code: string) => ({ body: { Code } });

test('the app replaces texts; its code proves a reset once', async () => {
  const { open, code } = await opened();
  const reset = await open();
  expect((await reset.methods()).body).toEqual([
    { entityType: 'Authenticator', entityMasked: '' },
    { entityType: 'BackupCode', entityMasked: '' },
  ]);
  for (const way of ['PhoneNumber', 'Authenticator'])
    expect(await reset.send(way)).toMatchObject({ status: 400, ...refusal('VALIDATION') });
  expect(await reset.verify('Authenticator', '12345')).toMatchObject(refusal('InvalidCodeFormat'));
  const used = code();
  expect(await reset.verify('Authenticator', used)).toMatchObject({ status: 200 });
  expect(await reset.verify('Authenticator', used)).toMatchObject(refusal('MFA_INVALID_CODE'));
  expect(await reset.reset('BackupCode')).toMatchObject({ status: 403, ...refusal('RESET_NOT_VERIFIED') });
  expect(await reset.reset('Authenticator')).toMatchObject({ status: 200 });
});

test('a backup code proves one reset', async () => {
  const { open } = await opened();
  const reset = await open();
  expect(await reset.verify('BackupCode', 'fedcba9876543210')).toMatchObject(refusal('MFA_INVALID_CODE'));
  expect(await reset.verify('BackupCode', '0123-4567-89AB-CDEF')).toMatchObject({ status: 200 });
  expect(await reset.reset('BackupCode')).toMatchObject({ status: 200 });
  server.clock.advance(60);
  // It was the last one.
  expect(await (await open()).verify('BackupCode', backupCode)).toMatchObject(refusal('VALIDATION'));
});

test(
  'no proof is used up while the site is out of service, and a begun step goes on after it',
  { tags: '@beyond.12' },
  async () => {
    const { open } = await opened();
    const reset = await open();
    const now = vi.spyOn(performance, 'now');
    onTestFinished(() => now.mockRestore());
    const switchSite = async (out_of_service: boolean) => {
      await server.context.db.updateTable('site_status').set({ out_of_service }).execute();
      // The site's status is read again once the snapshot is old.
      const later = performance.now() + snapshotAgeMilliseconds;
      now.mockImplementation(() => later);
    };
    await switchSite(true);
    const closed = { status: 503, ...refusal('OUT_OF_SERVICE') };
    expect(await reset.verify('BackupCode', backupCode)).toMatchObject(closed);
    expect(await reset.methods()).toMatchObject(closed);
    expect(await reset.send('PhoneNumber')).toMatchObject(closed);
    await switchSite(false);
    expect(await reset.verify('BackupCode', backupCode)).toMatchObject({ status: 200 });
  },
);
