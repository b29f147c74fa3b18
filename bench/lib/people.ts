import pg from 'pg';
import { newId } from '../../server/src/db/ids.ts';
import { environmentKeys } from '../../server/src/ports/keys/environment.ts';

/** The key ring of a bench's servers. */
export const keyring = `bench:${Buffer.alloc(32, 9).toString('base64')}`;

export const addressOf = (username: string) => `${username}@bench.example`;

interface Wanted {
  secondFactor: boolean;
  /** Cardholders by default. */
  role?: 'ADMIN' | 'CARDHOLDER';
  /** By default the business of the demo person `onefactor`. */
  businessId?: string;
}

/**
 * Adds people to a database that holds the demo data, with the demo password. With `secondFactor` each has a confirmed
 * email address, `addressOf(username)`.
 * @returns their usernames
 */
export async function addPeople(
  databaseUrl: string,
  count: number,
  { secondFactor, role = 'CARDHOLDER', businessId }: Wanted,
) {
  const keys = environmentKeys(keyring);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const kind = [secondFactor ? 'code' : 'plain', ...(businessId ? [role.toLowerCase(), businessId.slice(-12)] : [])];
  const usernames = Array.from({ length: count }, (_, index) => ['bench', ...kind, index].join('.'));
  await client.query('begin');
  for (const username of usernames) {
    const id = newId();
    await client.query(
      `insert into person (id, program_id, username, username_skeleton, first_name, last_name, password_hash,
         password_changed_at, mfa_enabled, created_at)
       select $1, program_id, $2, $2, 'Bench', 'Person', password_hash, now(), $3, now()
       from person where username = 'onefactor'`,
      [id, username, secondFactor],
    );
    await client.query(
      `insert into membership (id, person_id, business_id, role, status, created_at)
       select $1, $2, coalesce($3, business_id), $4, 'OPEN', now()
       from membership join person on person.id = membership.person_id where username = 'onefactor'`,
      [newId(), id, businessId ?? null, role],
    );
    if (!secondFactor) continue;
    const contact = newId();
    await client.query(
      `insert into contact (id, person_id, kind, address_sealed, address_index, verified_at, created_at)
       values ($1, $2, 'Email', $3, $4, now(), now())`,
      [
        contact,
        id,
        keys.seal(addressOf(username), `contact|${contact}`),
        keys.mac('contact-address', `Email|${addressOf(username)}`),
      ],
    );
  }
  await client.query('commit');
  await client.end();
  return usernames;
}
