// From a press or a key to the next frame, on a list of which 5,000 rows are loaded, with a quarter of the processor.
import { chromium as launcher, type Page } from 'playwright';
import { chromium } from '../scripts/browser.ts';
import pg from 'pg';
import { startPostgres } from './lib/database.ts';
import { startProduct } from './lib/server.ts';
import { goal, median, printTable } from './lib/table.ts';
import { signedIn, slowDown } from './lib/visits.ts';

const rounds = 5;
const rowsWanted = 5000;
const goalMilliseconds = 200;

interface Act {
  name: string;
  does: (page: Page) => Promise<unknown>;
  undo?: (page: Page) => Promise<unknown>;
}

const search = (page: Page, text: string) => page.getByRole('searchbox').first().fill(text);
const closeSheet = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const searches: Act = {
  name: 'search for a letter',
  does: (page) => search(page, 'h'),
  undo: async (page) => {
    await search(page, '');
    // Single keys are letters again while the field has the focus.
    await page.getByRole('searchbox').first().blur();
  },
};

/** What people do in a list; each leaves it as it was. */
const visits: { name: string; viewport: { width: number; height: number }; acts: Act[] }[] = [
  {
    name: 'desktop',
    viewport: { width: 1440, height: 900 },
    acts: [
      { name: 'j: go down a row', does: (page) => page.keyboard.press('j') },
      { name: 'x: select it', does: (page) => page.keyboard.press('x'), undo: (page) => page.keyboard.press('x') },
      { name: 'Enter: open it', does: (page) => page.keyboard.press('Enter'), undo: closeSheet },
      searches,
    ],
  },
  {
    name: 'phone',
    viewport: { width: 390, height: 844 },
    acts: [searches],
  },
];

const postgres = await startPostgres({ durable: false });
const database = await postgres.create('rows');
const product = await startProduct({ DATABASE_URL: database, DEMO_LIFE: 'on' });
await repeatTransactions(database, 5);
const browser = await launcher.launch(await chromium());
const table: (string | number)[][] = [['a quarter of the processor', 'rows', 'median ms', 'worst ms']];
for (const { name, viewport, acts } of visits) {
  const context = await signedIn(browser, product.origin, 'admin', viewport);
  const page = await context.newPage();
  // oxlint-disable-next-line typescript/no-implied-eval -- a script for the page, not for this process
  await page.addInitScript(observe);
  await page.goto(`${product.origin}/transactions`);
  const rows = await loadRows(page);
  await slowDown(page);
  const found = acts.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++)
    for (const [place, act] of acts.entries()) {
      found[place]!.push(await slowest(page, act));
      await act.undo?.(page);
      await still(page);
    }
  for (const [place, act] of acts.entries()) {
    const worst = Math.max(...found[place]!);
    table.push([`${name}, ${act.name}`, rows, median(found[place]!), worst]);
    goal(`${name}, ${act.name}: at most ${goalMilliseconds} ms`, worst, worst <= goalMilliseconds);
  }
  await context.close();
}
await browser.close();
await product.stop();
await postgres.stop();
printTable(table);

/** Stores each purchase of the demo again, so many times, a second earlier each time. */
async function repeatTransactions(url: string, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`select column_name as name from information_schema.columns
    where table_name = 'card_transaction' and table_schema = current_schema() and is_generated = 'NEVER'`);
  const columns = rows.map(({ name }) => name);
  const values = columns.map(
    (name) =>
      ({ id: 'gen_random_uuid()', reference: `reference || '-' || n`, at: `at - n * interval '1 second'` })[name] ??
      name,
  );
  await client.query(`insert into card_transaction (${columns.join(', ')})
    select ${values.join(', ')} from card_transaction, generate_series(1, ${times}) n`);
  await client.query('analyze card_transaction');
  await client.end();
}

async function loadRows(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Load more' });
  const loaded = () => page.evaluate(() => (globalThis as unknown as Watched).rows());
  await page.getByRole('heading', { level: 1 }).waitFor();
  await more.waitFor();
  while ((await loaded()) < rowsWanted && (await more.isVisible())) {
    const before = await loaded();
    // Not with the pointer: rows above it are measured as they come into view, which moves the button.
    await more.press('Enter');
    // Where rows were just being fetched again, the press is repeated.
    await page
      .waitForFunction((n) => (globalThis as unknown as Watched).rows() > n, before, { timeout: 5000 })
      .catch(() => {});
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await still(page);
  return loaded();
}

/** The longest time from an event of an act to the frame after it, in steps of 8 ms, as the browser reports it. */
async function slowest(page: Page, { does }: Act): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as Watched).longest.splice(0));
  await does(page);
  await still(page);
  return page.evaluate(() => Math.max(16, ...(globalThis as unknown as Watched).longest));
}

/** Nothing is loading, and the browser has had time for two frames. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
}

interface Watched {
  rows: () => number;
  longest: number[];
}

/** Runs in the page, before its own scripts. */
function observe() {
  const longest: number[] = [];
  /** Of a long list the browser holds a part, and says how long it is. */
  const rows = () =>
    Math.max(
      document.querySelectorAll('main [data-index]').length,
      Number(document.querySelector('[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 0) - 1,
      Number(document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0),
    );
  Object.assign(globalThis, { longest, rows });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
}
