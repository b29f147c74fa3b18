// Lists of transactions at 10 thousand, 1 and 5 million rows, of which one business has most: the first page, a deep page by
// its cursor, filters with an index, and rare filters, which are bounded. `SIZES=10000,1000000 npm run bench:transactions`.
import { listTransactions, totalsOf, type View } from '../server/src/features/cards/transactions/queries.ts';
import { startPostgres } from './lib/database.ts';
import { addBusinesses, idOf, openEngine } from './lib/spending.ts';
import { goal, median, printTable } from './lib/table.ts';

const sizes = (process.env['SIZES'] ?? '10000,1000000,5000000').split(',').map(Number);
const calls = 40;
const limit = 50;

const postgres = await startPostgres();
const engine = await openEngine(await postgres.create('florin'));
const { db, pool } = engine;
const [businesses, cardsEach] = [100, 20];
await addBusinesses(String(pool.options.connectionString), { businesses, cardsEach, rules: [] });

/** Six of ten transactions belong to the first business; a card of it has one in a hundred of its own. */
async function fillTo(size: number, from: number) {
  await pool.query(`
    insert into card_transaction (id, reference, business_id, card_id, at, status, requested, amount, currency, mcc,
      merchant_id, merchant, city, country, presence)
    select gen_random_uuid(), 'r' || n, ('00000000-0000-7000-8000-' || lpad(to_hex(b), 12, '0'))::uuid,
      ('00000000-0000-7000-8000-' || lpad(to_hex(1000000 + b + ${businesses} * (n % ${cardsEach})), 12, '0'))::uuid,
      timestamptz '2026-11-01' - n * interval '13 seconds',
      (array['SETTLED', 'SETTLED', 'SETTLED', 'PENDING', 'DECLINED'])[1 + n % 5], n % 90000, n % 90000, 'USD',
      5000 + (n % 900), 'M-' || n % 5000, 'Merchant ' || n % 5000, 'Portland', 'US', 'PRESENT'
    from generate_series(${from}, ${size - 1}) n, lateral (select case when n % 10 < 6 then 0 else 1 + n % 99 end as b) of`);
  await pool.query('vacuum analyze card_transaction');
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
  { name: 'by amount', isIndexed: false, view: view({ sort: 'AMOUNT' }) },
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

/** The place of a page far back: a thousand pages, or the middle of a small table. */
async function deepPlace(size: number) {
  const { rows } = await pool.query<{ at: Date; id: string }>(
    `select at, id from card_transaction where business_id = $1 order by at desc, id desc offset $2 limit 1`,
    [idOf('business', 0), Math.min(limit * 1000, Math.floor(size / 4))],
  );
  return { key: rows[0]!.at.toISOString(), id: rows[0]!.id };
}

const table: (string | number)[][] = [['median ms', ...sizes.map((size) => size.toLocaleString('en-US'))]];
const measured = new Map<string, number[]>();
const note = (name: string, time: number) => measured.set(name, [...(measured.get(name) ?? []), time]);
let filled = 0;
for (const size of sizes) {
  await fillTo(size, filled);
  filled = size;
  const deep = await deepPlace(size);
  for (const shape of shapes)
    note(`${shape.name}, first`, await timeOf(() => listTransactions(db, shape.view, { limit, place: null })));
  for (const { name, view: wanted } of shapes.filter(({ isIndexed }) => isIndexed))
    note(`${name}, deep`, await timeOf(() => listTransactions(db, wanted, { limit, place: deep })));
  note('totals of a view that is too large', await timeOf(() => totalsOf(db, view())));
}
for (const [name, times] of measured) table.push([name, ...times.map((time) => time.toFixed(2))]);
printTable(table);
for (const { name } of shapes.filter(({ isIndexed }) => isIndexed))
  for (const page of ['first', 'deep']) {
    const times = measured.get(`${name}, ${page}`)!;
    const growth = times.at(-1)! / times[0]!;
    goal(`${name}, ${page} page: grows by less than 1.5`, growth, growth < 1.5);
  }

await pool.end();
await postgres.stop();
