import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

export interface Passkey {
  id: string;
  personId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  rpId: string;
  createdAt: Date;
}

const columns = [
  'id',
  'person_id as personId',
  'credential_id as credentialId',
  'public_key as publicKey',
  'counter',
  'transports',
  'rp_id as rpId',
  'created_at as createdAt',
] as const;

/** @param credentialId base64url */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkey')
    .select(columns)
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
  return row ? { ...row, counter: Number(row.counter) } : null;
}

/** A person's passkeys of one host name, in the form of WebAuthn options. */
export async function credentialsOf(db: Database, personId: string, rpId: string) {
  const rows = await db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('person_id', '=', personId)
    .where('rp_id', '=', rpId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }));
}

export const notePasskeyUse = (tx: Database, { clock }: Pick<Context, 'clock'>, id: string, counter: number) =>
  tx
    .updateTable('passkey')
    .set({ counter: BigInt(counter), last_used_at: clock.now() })
    .where('id', '=', id)
    .execute();
