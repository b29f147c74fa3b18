import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf, openTestDatabase } from '../testing/database/open.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { testDatabase } from '../testing/database/cluster.ts';
import { openPool } from './open.ts';
import { embeddedServerRole, excessOf, grantToServer, roleOf, urlForRole } from './roles.ts';
import { sql } from 'kysely';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each([
  ['read the vault', 'select * from vault.card_number'],
  ['change the vault', `update vault.card_number set number_index = '\\x00'`],
  ['empty the vault', 'delete from vault.card_number'],
  ['take the role of the vault', 'set role florin_vault'],
  ['take the role of the owner', 'set role postgres'],
  ['change an audit event', `update audit_event set type = 'nothing'`],
  ['delete audit events', 'delete from audit_event'],
  ['empty the audit events', 'truncate audit_event'],
  [
    'choose the sequence of an audit event',
    `insert into audit_event (sequence, id, at, type, correlation_id) overriding system value
     values (1000000, gen_random_uuid(), now(), 'x', 'x')`,
  ],
  ['use up sequences of audit events', `select nextval('audit_event_sequence_seq')`],
  ['choose the clock of audit events', 'update audit_clock set database_since = null'],
  ['switch the triggers off', 'alter table audit_event disable trigger all'],
  ['switch all triggers off', `set session_replication_role = replica`],
  ['change an entry of the ledger', 'update entry set amount = 1'],
  ['delete an accepted agreement', 'delete from agreement_acceptance'],
  ['change a table', 'alter table person add column backdoor text'],
  ['drop a table', 'drop table person'],
  ['make a table', 'create table mine (id int)'],
  ['make a schema', 'create schema mine'],
  ['make a function', `create function mine() returns int language sql as 'select 1'`],
  ['make a role', 'create role mine'],
  ['say that a migration is applied', `insert into schema_migration (name, sha256) values ('x', 'x')`],
  ['read files of the machine', `select pg_read_file('/etc/passwd')`],
  ['run programs', `copy (select 1) to program 'true'`],
])("the server's role cannot %s", async (_what, statement) => {
  await expect(sql.raw(statement).execute(server.context.db)).rejects.toThrow(
    /permission denied|must be owner|must be able to SET ROLE/,
  );
});

test("the server's role owns nothing and can do no more than it should; the owner can", async () => {
  await using owned = await openTestDatabase();
  expect(await excessOf(owned.pool)).toEqual(expect.arrayContaining(['is a superuser', 'reads the vault']));
  const pool = openPool(urlForRole(owned.url, embeddedServerRole));
  const endPool = endOf(pool);
  expect(await excessOf(pool)).toEqual([]);
  const { rows } = await pool.query(
    'select current_user as role, (select count(*) from pg_class where relowner = current_user::regrole) as owned',
  );
  expect(rows).toEqual([{ role: embeddedServerRole, owned: 0n }]);
  await endPool();
});

test('the rights can be given again, to another role, by an owner who is no superuser', async () => {
  const { url, name, drop } = await testDatabase();
  await using admin = await openTestDatabase(() => Promise.resolve({ url, drop }));
  const [owner, role] = [`${name}_owner`, `${name}_server`];
  await admin.pool.query(
    `create role ${owner} login createrole; create role ${role} login; grant florin_vault to ${owner} with admin option`,
  );
  await admin.pool.query(`alter database ${name} owner to ${owner}`);
  const { rows: tables } = await admin.pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'v')`,
  );
  for (const table of tables) await admin.pool.query(`alter table ${table.name} owner to ${owner}`);
  await admin.pool.query(
    `alter schema graphile_worker owner to ${owner}; alter schema public owner to pg_database_owner`,
  );
  for (let round = 0; round < 2; round += 1) await grantToServer(urlForRole(url, owner), role);
  const pool = openPool(urlForRole(url, role));
  const endPool = endOf(pool);
  expect(await excessOf(pool)).toEqual([]);
  await pool.query(`select graphile_worker.add_job('prune')`);
  expect((await pool.query('select task_identifier from graphile_worker.jobs')).rows).toEqual([
    { task_identifier: 'prune' },
  ]);
  await endPool();
  await admin.pool.query(`drop owned by ${role}; drop role ${role}`);
  await admin.pool.query(`reassign owned by ${owner} to postgres; drop owned by ${owner}; drop role ${owner}`);
});

test.each([
  ['postgresql://florin@db.example/florin', 'florin'],
  ['postgresql://a%40b:secret@db.example/florin', 'a@b'],
])('the role of %s is %s', (url, role) => expect(roleOf(url)).toBe(role));

test('a URL without a role is refused', () => {
  expect(() => roleOf('postgresql://db.example/florin')).toThrow('must name a user');
});
