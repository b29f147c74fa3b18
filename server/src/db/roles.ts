import pg from 'pg';

/** The server's role on an embedded database. On any other, it is the user of DATABASE_URL. */
export const embeddedServerRole = 'florin_server';
/** Owns the vault's tables and functions, and cannot log in. */
const vaultRole = 'florin_vault';

/** Rows of these are only ever added. */
const appendOnly = ['audit_event', 'entry', 'transfer', 'card_event', 'agreement_text', 'agreement_acceptance'];

/** Written by the database itself, or by the owner (migrations/0007-audit-chain.sql, 0018-audit-times-and-bank-link-claims.sql). */
const written = ['audit_link', 'audit_chain', 'audit_clock'];

/** The columns of an event that the server sets. The database sets the sequence. */
const eventColumns = [
  'id',
  'at',
  'type',
  'person_id',
  'membership_id',
  'business_id',
  'session_id',
  'correlation_id',
  'ip_prefix',
  'details',
];

/** The same database for another role. */
export function urlForRole(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(role);
  return url.href;
}

/** The role of a connection URL. @throws Error if the URL has none */
export function roleOf(databaseUrl: string): string {
  const role = decodeURIComponent(new URL(databaseUrl).username);
  if (role === '') throw new Error('DATABASE_URL: must name a user.');
  return role;
}

/**
 * Two starting servers change the rights one after the other, because PostgreSQL fails the second of two parallel
 * changes.
 */
const rightsLock = 7_001_841;

/**
 * Gives the vault its own role, and grants the server's role only what the server does: reading and writing rows,
 * adding to the append-only tables, calling the vault's functions, running jobs. It owns nothing. Run this as the owner
 * after each migration; correct rights are not changed.
 * @param options.createServerRole if it is missing; the socket of an embedded database is its password
 * @param options.movesClock whether the server sets the times of audit events by its own clock, which demo data and
 * tests move; otherwise the database does
 */
export async function grantToServer(
  ownerUrl: string,
  serverRole: string,
  { createServerRole = false, movesClock = false } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [rightsLock]);
    await createRole(client, vaultRole, 'nologin');
    if (createServerRole) await createRole(client, serverRole, 'login');
    await client.query(rights(client, serverRole));
    await client.query(
      movesClock
        ? 'update audit_clock set database_since = null'
        : 'update audit_clock set database_since = clock_timestamp() where database_since is null',
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function createRole(client: pg.Client, role: string, login: 'login' | 'nologin'): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${client.escapeIdentifier(role)} ${login} nosuperuser`);
}

function rights(client: pg.Client, serverRole: string): string {
  const server = client.escapeIdentifier(serverRole);
  const name = client.escapeLiteral(serverRole);
  return `
    do $$
    declare
      object record;
    begin
      execute format('revoke create, temporary on database %I from public', current_database());
      -- Handing objects over needs membership, which a superuser does not.
      if not (select rolsuper from pg_roles where rolname = current_user) then
        execute format('grant ${vaultRole} to %I', current_user);
      end if;
      if (select nspowner::regrole::text from pg_namespace where nspname = 'vault') <> '${vaultRole}' then
        grant usage, create on schema vault to ${vaultRole};
        alter schema vault owner to ${vaultRole};
      end if;
      for object in select oid::regclass as name from pg_class
        where relnamespace = 'vault'::regnamespace and relkind = 'r' and relowner <> '${vaultRole}'::regrole
      loop
        execute format('alter table %s owner to ${vaultRole}', object.name);
      end loop;
      for object in select oid::regprocedure as name from pg_proc
        where pronamespace = 'vault'::regnamespace and proowner <> '${vaultRole}'::regrole
      loop
        execute format('alter function %s owner to ${vaultRole}', object.name);
      end loop;
      -- The job runner's tables show their rows to their owner alone, unless a policy says otherwise.
      for object in select oid::regclass as name from pg_class
        where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
          and not exists (select from pg_policy where polrelid = pg_class.oid and polname = ${name})
      loop
        execute format('create policy ${server} on %s to ${server} using (true) with check (true)', object.name);
      end loop;
    end $$;
    revoke create on schema public from public;
    grant usage on schema public, graphile_worker, vault to ${server};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${server};
    grant usage on all sequences in schema public, graphile_worker to ${server};
    revoke update, delete on ${appendOnly.join(', ')} from ${server};
    revoke insert on audit_event from ${server};
    grant insert (${eventColumns.join(', ')}) on audit_event to ${server};
    revoke usage on sequence audit_event_sequence_seq from ${server};
    revoke insert, update, delete on ${written.join(', ')} from ${server};
    revoke insert, update, delete on schema_migration from ${server};
    revoke all on all tables in schema vault from ${server};
    grant execute on all functions in schema vault to ${server};`;
}

/** The rights of a role that a server's role must not have. */
export async function excessOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ excess: string }>(`
    select 'is a superuser' as excess from pg_roles where rolname = current_user and rolsuper
    union all select 'may create roles' from pg_roles where rolname = current_user and rolcreaterole
    union all select 'owns ' || count(*) || ' tables' from pg_class
      where relowner = current_user::regrole and relkind in ('r', 'p') having count(*) > 0
    union all select 'reads the vault' where has_table_privilege('vault.card_number', 'select')
    union all select 'changes audit events' where has_table_privilege('audit_event', 'update, delete, truncate')
    union all select 'chooses the sequence or time of audit events'
      where has_column_privilege('audit_event', 'sequence', 'insert') or has_table_privilege('audit_clock', 'update')`);
  return rows.map(({ excess }) => excess);
}
