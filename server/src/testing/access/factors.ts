import { Secret, TOTP } from 'otpauth';
import { newId } from '../../db/ids.ts';
import type { TestServer } from '../server.ts';
import type { TestBrowser } from '../browser.ts';
import { secretContext } from '../../identity/factors/authenticators.ts';
import { backupCodeOf, newBackupCode } from '../../identity/factors/backup-codes.ts';
import { TestPasskey } from './passkey.ts';
import { newTotpSecret } from '../../identity/factors/totp.ts';
import { backupCodeMac } from '../../identity/factors/use-backup-code.ts';

const stepMilliseconds = 30_000;

/** Gives a person an authenticator app, without the screens that enrol one. */
export async function addAppOf({ context: { db, keys, clock } }: TestServer, personId: string) {
  const [id, secret, now] = [newId(), newTotpSecret(), clock.now()];
  await db
    .insertInto('authenticator')
    .values({
      id,
      person_id: personId,
      name: 'Phone',
      secret_sealed: keys.seal(secret, secretContext(id)),
      created_at: now,
      confirmed_at: now,
      last_step: null,
      last_used_at: null,
    })
    .execute();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const at = (step: number) => totp.generate({ timestamp: step * stepMilliseconds });
  return {
    at,
    /** A code of no step near now. */
    wrong: () => at(Math.floor(clock.now().getTime() / stepMilliseconds) + 1000),
  };
}

/** Adds an authenticator app as its owner does, after a fresh proof. */
export async function enrolApp({ clock }: TestServer, browser: TestBrowser) {
  const { body } = await browser.ask('POST', '/api/factors/authenticators', { body: { name: 'Phone' } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) });
  const code = totp.generate({ timestamp: clock.now().getTime() });
  return browser.ask('POST', `/api/factors/authenticators/${String(body['id'])}/confirm`, { body: { code } });
}

export async function addPasskeyOf({ context: { db, clock } }: TestServer, personId: string): Promise<TestPasskey> {
  const passkey = new TestPasskey();
  await db
    .insertInto('passkey')
    .values({
      id: newId(),
      person_id: personId,
      name: 'Laptop',
      credential_id: passkey.id,
      public_key: passkey.publicKey,
      counter: 0n,
      transports: ['internal'],
      rp_id: 'localhost',
      created_at: clock.now(),
      last_used_at: null,
    })
    .execute();
  return passkey;
}

export async function addBackupCodesOf({ context }: TestServer, personId: string): Promise<string[]> {
  const codes = Array.from({ length: 30 }, newBackupCode);
  await context.db
    .insertInto('backup_code')
    .values(
      codes.map((code) => ({
        id: newId(),
        person_id: personId,
        mac: backupCodeMac(context, personId, backupCodeOf(code)!),
        created_at: context.clock.now(),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}
