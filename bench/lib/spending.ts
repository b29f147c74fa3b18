import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';
import { openDatabase, openPool } from '../../server/src/db/open.ts';
import { ensureDefaultProgram } from '../../server/src/core/program/default-program.ts';
import { keyring } from './people.ts';
import { embeddedCardProcessor } from '../../server/src/ports/card-processor/embedded.ts';
import { environmentKeys } from '../../server/src/ports/keys/environment.ts';
import { systemClock } from '../../server/src/ports/clock/clock.ts';

/** A migrated database with what the engine needs of the product. */
export async function openEngine(url: string) {
  await migrate(url);
  const pool = openPool(url);
  // A busy machine may take its time.
  pool.options.connectionTimeoutMillis = 0;
  const db = openDatabase(pool);
  await ensureDefaultProgram(db);
  const keys = environmentKeys(keyring);
  return { db, pool, clock: systemClock, keys, cardProcessor: embeddedCardProcessor(keys) };
}

const [firstCard, firstPerson] = [1_000_000, 2_000_000];

/** The id of the n-th business or card: the same in every process. */
export const idOf = (kind: 'business' | 'card', n: number): string => {
  const number = (kind === 'card' ? firstCard : 0) + n;
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
};

/**
 * Businesses whose cards draw on a balance of their own, each with an administrator, a cardholder and the cardholder's
 * cards. The first business is the hot one.
 * @param rules of the policy that each business has
 */
export async function addBusinesses(
  url: string,
  of: { businesses: number; cardsEach: number; rules: readonly object[] },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const id = (base: number, n: string) =>
    `('00000000-0000-7000-8000-' || lpad(to_hex(${base} + (${n})), 12, '0'))::uuid`;
  await client.query(`
    insert into business (id, program_id, name, bank_id, program_type, payment_network, funding_source, status,
      use_business_balance_for_auths)
    select ${id(0, 'n')}, (select id from program where is_default), 'Business ' || n, 'BANCORP', 'Business', 'Visa',
      'Prepaid', 'OPEN', true from generate_series(0, ${of.businesses - 1}) n;
    insert into person (id, program_id, username, username_skeleton, first_name, last_name, password_hash,
      password_changed_at, mfa_enabled, created_at)
    select ${id(firstPerson, 'n')}, (select id from program where is_default), 'person.' || n, 'person.' || n, 'Bench',
      'Person', '', now(), true, now() from generate_series(0, ${2 * of.businesses - 1}) n;
    insert into membership (id, person_id, business_id, role, status, created_at)
    select ${id(firstPerson, 'n')}, ${id(firstPerson, 'n')}, ${id(0, 'n / 2')},
      case n % 2 when 0 then 'ADMIN' else 'CARDHOLDER' end, 'OPEN', now()
      from generate_series(0, ${2 * of.businesses - 1}) n;
    insert into card (id, business_id, membership_id, last_four, status, expires_on)
    select ${id(firstCard, 'n')}, ${id(0, `n % ${of.businesses}`)}, ${id(firstPerson, `(n % ${of.businesses}) * 2 + 1`)},
      '4242', 'OPEN', '2035-12-31'
      from generate_series(0, ${of.businesses * of.cardsEach - 1}) n;
    insert into financial_account (id, business_id, kind, currency, overdraft_allowed, credits_posted, created_at)
    select gen_random_uuid(), b.id, kind, 'USD', kind <> 'business_available',
      case kind when 'business_available' then 1000000000000 else 0 end, now()
      from business b, (values ('business_available'), ('network_clearing')) v (kind);`);
  if (of.rules.length > 0)
    await client.query(
      `with p as (
        insert into spend_policy (id, layer, business_id, name, created_at)
        select gen_random_uuid(), 'BUSINESS', id, 'Policy', now() from business returning id
      )
      insert into spend_policy_version (policy_id, number, state, document, created_at, valid_from)
      select id, 1, 'ACTIVE', $1::jsonb, now(), '2020-01-01' from p`,
      [JSON.stringify({ rules: of.rules, groups: [] })],
    );
  await client.query('analyze');
  await client.end();
}

/** Rules that purchases of the benches pass: lists and limits in turn. */
export const passingRules = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => {
    if (i % 5 === 0) return { kind: 'block', field: 'mcc', values: ['7995', String(4000 + i)] };
    if (i % 5 === 1) return { kind: 'allow', field: 'country', values: ['US', 'CA'] };
    if (i % 5 === 2) return { kind: 'amount', period: 'purchase', limit: 5_000_000 + i };
    if (i % 5 === 3) return { kind: 'amount', period: 'day', limit: 900_000_000_000 - i };
    return { kind: 'amount', period: 'month', limit: 900_000_000_000 - i, of: 'business' };
  });
