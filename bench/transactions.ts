// Lists of transactions at 10 thousand, 1 and 5 million rows, of which one business has most: the first page, a deep page by
// its cursor, filters with an index, and rare filters, which are bounded. `SIZES=10000,1000000 npm run bench:transactions`.
import { listTransactions, totalsOf, type View } from '../server/src/features/cards/transactions/queries.ts';
import { startPostgres } from './lib/database.ts';
import { addBusinesses, idOf, openEngine } from './lib/spending.ts';
import { goal, median, printTable } from './lib/table.ts';

const sizes = (process.env['SIZES'] ?? '10000,1000000,5000000').split(',').map(Number);
const calls = 100;
const limit = 50;
const [businesses, cardsEach] = [100, 20];

const postgres = await startPostgres();

/**
 * A database with so many transactions. Six of ten belong to the first business; a card of it has one in a hundred of its
 * own.
 */
async function databaseOf(size: number) {
  const { db, pool } = await openEngine(await postgres.create(`rows_${size}`));
  await addBusinesses(String(pool.options.connectionString), { businesses, cardsEach, rules: [] });
  await pool.query(`
    insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency, mcc,
      merchant_id, merchant, city, country, presence)
    select gen_random_uuid(), 'r' || n, ('00000000-0000-7000-8000-' || lpad(to_hex(b), 12, '0'))::uuid,
      ('00000000-0000-7000-8000-' || lpad(to_hex(1000000 + b + ${businesses} * (n % ${cardsEach})), 12, '0'))::uuid,
      timestamptz '2026-11-01' - n * interval '13 seconds',
      (array['SETTLED', 'SETTLED', 'SETTLED', 'PENDING', 'DECLINED'])[1 + n % 5], n % 90000, n % 90000, 'USD',
      5000 + (n % 900), 'M-' || n % 5000, 'Merchant ' || n % 5000, 'Portland', 'US', 'PRESENT'
    from generate_series(0, ${size - 1}) n, lateral (select case when n % 10 < 6 then 0 else 1 + n % 99 end as b) of`);
  await pool.query('vacuum analyze card_transaction');
  // Written now, and not while the lists are timed.
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ at: Date; id: string }>(
    `select at, id from card_transaction where business_id = $1 order by at desc, id desc offset $2 limit 1`,
    [idOf('business', 0), Math.min(limit * 1000, Math.floor(size / 4))],
  );
  /** The place of a page far back: a thousand pages, or the middle of a small table. */
  const deep = { key: rows[0]!.at.toISOString(), id: rows[0]!.id };
  return { db, pool, deep };
}

const view = (of: Partial<View> = {}): View => ({
  scope: { businessId: idOf('business', 0), membershipId: null },
  sort: 'TIME',
  order: 'DESC',
  ...of,
});
const month = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
const shapes: { name: string; isIndexed: boolean; view: View }[] = [
  { name: 'business', isIndexed: true, view: view() },
  { name: 'card', isIndexed: true, view: view({ cardIds: [idOf('card', 0)] }) },
  { name: 'status', isIndexed: true, view: view({ status: ['PENDING'] }) },
  { name: 'two statuses', isIndexed: true, view: view({ status: ['PENDING', 'DECLINED'] }) },
  { name: 'amount in a month', isIndexed: false, view: view({ ...month, amountFrom: 50_000, amountTo: 60_000 }) },
  { name: 'a category', isIndexed: false, view: view({ mccs: [5123] }) },
  { name: 'text that is nowhere', isIndexed: false, view: view({ text: 'Nowhere' }) },
  { name: 'two words, one everywhere', isIndexed: false, view: view({ text: 'Portland Nowhere' }) },
  { name: 'by amount', isIndexed: false, view: view({ sort: 'AMOUNT' }) },
];

type Rows = Awaited<ReturnType<typeof databaseOf>>;

/** The median milliseconds of a call in each database. The databases take turns, so that all see the same machine. */
async function timesOf(call: (rows: Rows) => Promise<unknown>): Promise<number[]> {
  const times = databases.map((): number[] => []);
  for (let i = 0; i <= calls; i += 1)
    for (const [n, rows] of databases.entries()) {
      const before = performance.now();
      await call(rows);
      // The first call opens a connection or reads pages.
      if (i > 0) times[n]!.push(performance.now() - before);
    }
  return times.map(median);
}

const databases: Rows[] = [];
for (const size of sizes) databases.push(await databaseOf(size));
const measured = new Map<string, number[]>();
for (const { name, view: wanted } of shapes)
  measured.set(`${name}, first`, await timesOf(({ db }) => listTransactions(db, wanted, { limit, place: null })));
for (const { name, view: wanted } of shapes.filter(({ isIndexed }) => isIndexed))
  measured.set(`${name}, deep`, await timesOf(({ db, deep }) => listTransactions(db, wanted, { limit, place: deep })));
for (const { name, view: wanted } of shapes)
  measured.set(`${name}, totals`, await timesOf(({ db }) => totalsOf(db, wanted)));
const table: (string | number)[][] = [['median ms', ...sizes.map((size) => size.toLocaleString('en-US'))]];
for (const [name, times] of measured) table.push([name, ...times.map((time) => time.toFixed(2))]);
printTable(table);
for (const { name } of shapes.filter(({ isIndexed }) => isIndexed))
  for (const page of ['first', 'deep']) {
    const times = measured.get(`${name}, ${page}`)!;
    const growth = times.at(-1)! / times[0]!;
    goal(`${name}, ${page} page: grows by less than 1.5`, growth, growth < 1.5);
  }

for (const { pool } of databases) await pool.end();
await postgres.stop();
