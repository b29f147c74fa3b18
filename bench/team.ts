// The list of a business with 5,000 people: the first page, a deep page, each order, searches and filters, with the size of
// the answer. `PEOPLE=5000 npm run bench:team`.
import {
  countMembers,
  listMembers,
  type MemberRow,
  type TeamView,
} from '../server/src/features/access/team-members/queries.ts';
import { startPostgres } from './lib/database.ts';
import { addBusinesses, idOf, openEngine } from './lib/spending.ts';
import { goal, median, printTable } from './lib/table.ts';

const people = Number(process.env['PEOPLE'] ?? 5000);
const calls = 40;
const limit = 50;

const postgres = await startPostgres();
const { db, pool } = await openEngine(await postgres.create('florin'));
await addBusinesses(String(pool.options.connectionString), { businesses: 2, cardsEach: 1, rules: [] });
// Sessions of the logins are left out.
await pool.query(`
  begin;
  set local session_replication_role = replica;
  create temp table newcomer on commit drop as
    select n, gen_random_uuid() as person, gen_random_uuid() as member, gen_random_uuid() as card
    from generate_series(1, ${people}) n;
  insert into person (id, program_id, username, username_skeleton, first_name, last_name, password_hash,
    password_changed_at, mfa_enabled, created_at)
    select person, (select id from program where is_default), 'p' || n, 'p' || n, 'José ' || n % 300, 'Person ' || n, '',
      now(), false, now() from newcomer;
  insert into membership (id, person_id, business_id, role, status, created_at)
    select member, person, '${idOf('business', 0)}', case when n % 100 = 0 then 'ADMIN' else 'CARDHOLDER' end, 'OPEN', now()
    from newcomer;
  insert into card (id, business_id, membership_id, last_four, status, expires_on)
    select card, '${idOf('business', 0)}', member, '4242', 'OPEN', '2035-12-31' from newcomer where n % 100 <> 0;
  insert into financial_account (id, business_id, kind, card_id, currency, overdraft_allowed, credits_posted, created_at)
    select gen_random_uuid(), '${idOf('business', 0)}', 'card_wallet', card, 'USD', false, 100, now()
    from newcomer where n % 100 <> 0;
  insert into login_record (id, person_id, membership_id, session_id, at, ip_address)
    select gen_random_uuid(), person, member, gen_random_uuid(), now() - (n * day) * interval '1 hour', '192.0.2.1'
    from newcomer, generate_series(1, 20) day;
  commit;
  analyze;`);

const view = (of: Partial<TeamView> = {}): TeamView => ({ businessId: idOf('business', 0), sort: 'NAME', ...of });
const shapes: [string, TeamView][] = [
  ['by name', view()],
  ['by name, from Z', view({ order: 'DESC' })],
  ['by latest login', view({ sort: 'LAST_LOGIN' })],
  ['cardholders', view({ role: 'CARDHOLDER', state: 'OPEN' })],
  ['a name', view({ text: 'jose 17' })],
  ['a name that nobody has', view({ text: 'zebulon' })],
];

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  await call();
  const times: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const before = performance.now();
    await call();
    times.push(performance.now() - before);
  }
  return median(times);
}
const bytesOf = (rows: readonly MemberRow[]) =>
  JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'bigint' ? { amount: Number(value), currency: 'USD' } : value,
  ).length;

const table: (string | number)[][] = [['median ms', 'first page', 'with totals', 'deep page', 'bytes']];
for (const [name, wanted] of shapes) {
  const all = await listMembers(db, wanted, { after: null, limit: people });
  const middle = all[Math.floor(all.length / 2)];
  const page = (after: MemberRow | undefined) =>
    listMembers(db, wanted, { after: after ? { key: after.key, id: after.membershipId } : null, limit });
  const times = [
    await timeOf(() => page(undefined)),
    await timeOf(() => Promise.all([page(undefined), countMembers(db, wanted)])),
    await timeOf(() => page(middle)),
  ];
  const bytes = bytesOf(await page(undefined));
  table.push([name, ...times.map((time) => time.toFixed(1)), bytes]);
  goal(`${name}: each call within 150 ms`, Math.max(...times), Math.max(...times) <= 150);
  goal(`${name}: at most 200 KB`, bytes, bytes <= 200 * 1024);
}
printTable(table);

await pool.end();
await postgres.stop();
