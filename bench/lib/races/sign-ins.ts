import { TOTP, Secret } from 'otpauth';
import { newId } from '../../../server/src/db/ids.ts';
import { secretContext } from '../../../server/src/identity/factors/authenticators.ts';
import { backupCodeOf, newBackupCode } from '../../../server/src/identity/factors/backup-codes.ts';
import { newTotpSecret } from '../../../server/src/identity/factors/totp.ts';
import { backupCodeMac } from '../../../server/src/identity/factors/use-backup-code.ts';
import { hashToken, newToken } from '../../../server/src/core/tokens.ts';
import { post } from '../calls.ts';
import { issuedCode, later, newAddress, type Race, type Setting } from './setting.ts';

export interface Signer {
  id: string;
  username: string;
  contactId: string;
}

/** Pending sign-ins, with the password proven. */
async function pendingSignIn({ db }: Setting, personId: string) {
  const [id, token] = [newId(), newToken('mfp')];
  await db
    .insertInto('mfa_session')
    .values({
      id,
      token_hash: hashToken(token),
      person_id: personId,
      device_id: null,
      created_at: new Date(),
      expires_at: later(600),
      completed_at: null,
      link_session_id: null,
    })
    .execute();
  return { id, token };
}

/** One pending sign-in for each of a number of browsers. */
const pendingSignIns = (setting: Setting, personId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => pendingSignIn(setting, personId)));

/** Tries a code of a pending sign-in. */
export const authenticate = (
  origin: string,
  { username }: Pick<Signer, 'username'>,
  pending: string,
  code: string,
  type: string,
) =>
  post(
    origin,
    '/api/authenticate',
    { username, code, twoFactorAuthSessionId: pending, type },
    { address: newAddress() },
  );

/** A secure access code of one pending sign-in. */
export async function accessCode(setting: Setting, { id: personId }: Pick<Signer, 'id'>) {
  const pending = await pendingSignIn(setting, personId);
  const code = await issuedCode(setting, { purpose: 'LoginNewDevice', id: pending.id }, { personId });
  return { pending: pending.token, code };
}

export const accessCodeRace = (signers: readonly Signer[]): Race => ({
  name: 'access code',
  async prepare(setting, round) {
    const signer = signers[round]!;
    const { pending, code } = await accessCode(setting, signer);
    return (origin) => authenticate(origin, signer, pending, code, 'Email');
  },
});

async function authenticator({ db, keys }: Setting, { id: person_id }: Signer) {
  const [id, secret] = [newId(), newTotpSecret()];
  await db
    .insertInto('authenticator')
    .values({
      id,
      person_id,
      name: 'Phone',
      secret_sealed: keys.seal(secret, secretContext(id)),
      created_at: new Date(),
      confirmed_at: new Date(),
      last_step: null,
      last_used_at: null,
    })
    .execute();
  return new TOTP({ secret: Secret.fromBase32(secret) });
}

/** One code of an app, at as many pending sign-ins as there are consumers. */
export const totpRace = (signers: readonly Signer[], parallel: number): Race => ({
  name: 'code of an authenticator app',
  async prepare(setting, round) {
    const signer = signers[round]!;
    const app = await authenticator(setting, signer);
    const pending = await pendingSignIns(setting, signer.id, parallel);
    const code = app.generate();
    return (origin, index) => authenticate(origin, signer, pending[index]!.token, code, 'Authenticator');
  },
});

export const backupCodeRace = (signers: readonly Signer[], parallel: number): Race => ({
  name: 'backup code',
  async prepare(setting, round) {
    const signer = signers[round]!;
    const code = newBackupCode();
    await setting.db
      .insertInto('backup_code')
      .values({
        id: newId(),
        person_id: signer.id,
        mac: backupCodeMac(setting, signer.id, backupCodeOf(code)!),
        created_at: new Date(),
        used_at: null,
      })
      .execute();
    const pending = await pendingSignIns(setting, signer.id, parallel);
    return (origin, index) => authenticate(origin, signer, pending[index]!.token, code, 'BackupCode');
  },
});

/** Wrong codes at one pending sign-in, each another. */
export async function guessAccessCode(setting: Setting, signer: Signer) {
  const { pending, code } = await accessCode(setting, signer);
  return {
    guess: (origin: string, index: number) => authenticate(origin, signer, pending, otherCode(code, index), 'Email'),
    right: (origin: string) => authenticate(origin, signer, pending, code, 'Email'),
    checked: () => triesOf(setting, signer.id),
  };
}

export async function guessTotp(setting: Setting, signer: Signer, parallel: number) {
  const app = await authenticator(setting, signer);
  const pending = await pendingSignIns(setting, signer.id, parallel);
  const near = [-2, -1, 0, 1, 2].map((step) => app.generate({ timestamp: Date.now() + step * 30_000 }));
  const wrong = Array.from({ length: parallel + near.length }, (_, index) => otherCode(near[2]!, index));
  const guesses = wrong.filter((code) => !near.includes(code));
  return {
    guess: (origin: string, index: number) =>
      authenticate(origin, signer, pending[index]!.token, guesses[index]!, 'Authenticator'),
    right: (origin: string) => authenticate(origin, signer, pending[0]!.token, app.generate(), 'Authenticator'),
    async checked() {
      const failures = await setting.db
        .selectFrom('audit_event')
        .select('id')
        .where('person_id', '=', signer.id)
        .where('type', '=', 'authn_factor_fail')
        .execute();
      return failures.length;
    },
  };
}

/** A code that differs from the correct one. */
export const otherCode = (code: string, index: number) =>
  String((Number(code) + 1 + index) % 1_000_000).padStart(code.length, '0');

export async function triesOf({ db }: Setting, personId: string): Promise<number> {
  const codes = await db.selectFrom('one_time_code').select('tries').where('person_id', '=', personId).execute();
  return codes.reduce((sum, { tries }) => sum + tries, 0);
}
