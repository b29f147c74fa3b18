import { proveOwnChains } from '../../server/src/core/audit/verify.ts';
import { ledgerFaults } from '../../server/src/core/ledger/queries.ts';
import { wrongCopies } from '../../server/src/core/transactions/verify.ts';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/start.ts';
import { newId } from '../../server/src/db/ids.ts';
import { openDatabase, openPool, type Database } from '../../server/src/db/open.ts';
import { demoPassword } from '../../server/src/demo/people.ts';
import { addCard, openSpendingBusiness } from '../../server/src/testing/cards/spending.ts';
import type pg from 'pg';
import { addressOfCaller, post, type Answered } from './calls.ts';
import { addPeople } from './people.ts';
import { recompute } from './recompute.ts';
import { postmasterOf, startProduct, type Product } from './server.ts';

/** What is killed with kill -9: with PostgreSQL alone, the server goes on and starts it again. */
export const killed = ['server', 'PostgreSQL', 'both'] as const;

/** More purchases than this business can pay: some are declined. Minor units. */
const balance = 20_000_00;
/** Flood limits count the calls of a session. */
const buyersAtOnce = 12;
/** How many calls are answered before a kill; the rounds differ in what is under way then. */
const acknowledgedAtLeast = 40;
/** How many answered purchases are repeated after a round. */
const repeatedAtMost = 60;
const retryMilliseconds = 20;
const merchantId = 'M5812001';
const kinds = ['PLAIN', 'SINGLE_MESSAGE', 'PLAIN', 'FORCE_POST', 'PLAIN', 'REFUND'] as const;

/** A purchase, and what its merchant was told before the kill; amounts in minor units. */
interface Bought {
  bearer: string;
  body: { cardId: string; merchantId: string; kind: (typeof kinds)[number]; amount: number; idempotencyKey: string };
  /** Null while the call has no answer. */
  answer: { outcome: string | null; approved: number } | null;
  captured: number;
  refunded: number;
}

export interface Round {
  killed: (typeof killed)[number];
  /** Calls that were answered before the kill, and purchases that were not. */
  acknowledged: number;
  interrupted: number;
  /** What was acknowledged and is not stored so, or has another answer when it is repeated. */
  lost: number;
  /** Messages that were applied twice. */
  doubled: number;
  /** Purchases for which merchant and server have other amounts. */
  differing: number;
  /** Balances, transactions and chains of audit events that do not verify. */
  unbalanced: number;
}

interface Buyer {
  bearer: string;
  cardId: string;
}

/** Cardholders who draw on the balance of one business. */
interface Shop {
  buyers: Buyer[];
  businessId: string;
}

/** Lets people buy, settle and refund while something is killed; after each kill, everything is finished and checked. */
export async function killWhileBuying(
  rounds: number,
  { dataDir, environment }: { dataDir: string; environment: Record<string, string> },
): Promise<Round[]> {
  const figures: Round[] = [];
  let product = await startProduct(environment, { dataDir });
  const shop = await joined(dataDir, (db, _, url) => openShop(product, db, url));
  for (let round = 0; round < rounds; round += 1) {
    const all: Bought[] = [];
    const kind = killed[round % killed.length]!;
    const load = { product, isOver: false };
    const buying = shop.buyers.map((buyer, n) => buyUntilOver(load, { buyer, n, all }));
    while (countOf(all) < acknowledgedAtLeast) await later(retryMilliseconds);
    await later(round * 37);
    const acknowledged = countOf(all);
    if (kind !== 'server') process.kill(await postmasterOf(dataDir), 'SIGKILL');
    if (kind === 'PostgreSQL') await untilAnswered(product, shop);
    load.isOver = true;
    if (kind !== 'PostgreSQL') await product.kill();
    await Promise.all(buying);
    if (kind !== 'PostgreSQL') product = await startProduct(environment, { dataDir });

    const interrupted = all.filter(({ answer }) => answer === null);
    for (const bought of interrupted) bought.answer = await buy(product, bought, true);
    const repeated = await repeat(product, all);
    await send(product, shop.buyers[0]!.bearer, '/api/simulator/time', { seconds: 1 }, true);
    const checked = await joined(dataDir, (db, pool) => check(db, pool, shop, all));
    figures.push({
      killed: kind,
      acknowledged,
      interrupted: interrupted.length,
      ...checked,
      lost: checked.lost + repeated,
    });
  }
  await product.stop();
  return figures;
}

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const countOf = (all: readonly Bought[]) =>
  all.reduce((sum, { answer, captured, refunded }) => sum + [answer, captured, refunded].filter(Boolean).length, 0);

/** Runs an act on the database of a running server. */
async function joined<T>(dataDir: string, act: (db: Database, pool: pg.Pool, url: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedPostgres({ dataDir });
  const pool = openPool(embedded.url, 2);
  try {
    return await act(openDatabase(pool), pool, embedded.url);
  } finally {
    await pool.end();
    await embedded.stop();
  }
}

async function openShop(product: Product, db: Database, url: string): Promise<Shop> {
  const { businessId } = await openSpendingBusiness(db, { balance });
  const usernames = await addPeople(url, buyersAtOnce, { secondFactor: false, businessId });
  const buyers: Buyer[] = [];
  for (const [n, username] of usernames.entries()) {
    const caller = { address: addressOfCaller(50_000 + n) };
    const { status, body } = await post(product.origin, '/api/login', { username, password: demoPassword }, caller);
    if (status !== 200) throw new Error(`${username} was not signed in: ${status}`);
    const { id } = await db
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.person_id')
      .select('membership.id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const cardId = await addCard(db, businessId, { membership_id: id });
    buyers.push({ bearer: String(body['access_token']), cardId });
  }
  return { businessId, buyers };
}

/** An answer of the server; null while it or its database is away. With `insists` it is asked until it answers. */
async function send(
  { origin }: Product,
  bearer: string,
  path: string,
  body: object,
  insists = false,
): Promise<Answered | null> {
  for (;;) {
    const answer = await post(origin, path, body, { address: addressOfCaller(60_000), bearer }).catch(() => null);
    if (answer && answer.status !== 503 && answer.status !== 429) return answer;
    if (!insists) return null;
    await later(retryMilliseconds);
  }
}

async function buy(product: Product, { body, bearer }: Bought, insists = false): Promise<Bought['answer']> {
  const answer = await send(product, bearer, '/api/simulator/purchases', body, insists);
  // Nothing is known of what is stored: the merchant asks again.
  if (!answer || answer.body['declineCode'] === 'system') return null;
  if (answer.status !== 201) throw new Error(`a purchase was answered ${answer.status} ${JSON.stringify(answer.body)}`);
  const { outcome, approved } = answer.body as unknown as { outcome: string | null; approved: { amount: number } };
  return { outcome, approved: approved.amount };
}

async function happen(product: Product, { body, bearer }: Bought, name: string): Promise<number> {
  const answer = await send(product, bearer, `/api/simulator/purchases/${body.idempotencyKey}/acts`, { act: name });
  if (answer?.status !== 200) return 0;
  const { purchase } = answer.body as unknown as { purchase: Record<'captured' | 'refunded', { amount: number }> };
  return purchase[name === 'CAPTURE' ? 'captured' : 'refunded'].amount;
}

async function buyUntilOver(
  load: { product: Product; isOver: boolean },
  { buyer: { bearer, cardId }, n, all }: { buyer: Buyer; n: number; all: Bought[] },
): Promise<void> {
  const { product } = load;
  for (let i = n; !load.isOver; i += 1) {
    const body = {
      cardId,
      merchantId,
      kind: kinds[i % kinds.length]!,
      amount: 500 + ((i * 7919) % 9_500),
      idempotencyKey: newId(),
    };
    const bought: Bought = { bearer, body, answer: null, captured: 0, refunded: 0 };
    all.push(bought);
    bought.answer = await buy(product, bought);
    const isHeld = bought.answer?.outcome === 'APPROVED' && body.kind === 'PLAIN';
    if (isHeld && i % 3 !== 0) bought.captured = await happen(product, bought, 'CAPTURE');
    if (bought.captured > 0 && i % 2 === 0) bought.refunded = await happen(product, bought, 'REFUND');
    if (!bought.answer) await later(retryMilliseconds);
  }
}

/** Waits until the server has its database again. */
async function untilAnswered(product: Product, { buyers: [buyer] }: Shop): Promise<void> {
  const { cardId, bearer } = buyer!;
  const body = { cardId, merchantId, kind: 'BALANCE_INQUIRY', amount: 0, idempotencyKey: newId() };
  await send(product, bearer, '/api/simulator/purchases', body, true);
}

/** @returns how many repeated purchases got another answer than before */
async function repeat(product: Product, all: readonly Bought[]): Promise<number> {
  const some = all.filter(({ answer }) => answer !== null).slice(-repeatedAtMost);
  let others = 0;
  for (const bought of some) {
    const again = await buy(product, bought, true);
    if (JSON.stringify(again) !== JSON.stringify(bought.answer)) others += 1;
  }
  return others;
}

interface Stored {
  id: string;
  outcome: string | null;
  approved: number | null;
  settled: number;
  returned: number;
  isDoubled: boolean;
  isDiffering: boolean;
}

async function check(db: Database, pool: pg.Pool, { businessId }: Shop, all: readonly Bought[]) {
  const { rows } = await pool.query<Stored>(
    `select p.id, asked.outcome, asked.approved::float8 as approved, coalesce(t.settled, 0)::float8 as settled,
       coalesce(t.returned, 0)::float8 as returned, t.id is not null and (select count(*) from card_transaction o
         where o.reference = p.id::text) > 1 or exists (select from card_event e where e.reference = p.id::text
         and e.type <> 'FEE' group by e.type having count(*) > 1) as "isDoubled",
       t.id is null or t.held <> p.held or t.settled <> p.captured or t.returned <> p.refunded as "isDiffering"
     from simulator_purchase p
     left join card_transaction t on t.reference = p.id::text
     left join card_event asked on asked.event_id = p.id::text
     where p.business_id = $1`,
    [businessId],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const isLost = ({ body, answer, captured, refunded }: Bought) => {
    const row = stored.get(body.idempotencyKey);
    if (!row || captured > row.settled || refunded > row.returned) return true;
    return (
      answer !== null && answer.outcome !== null && (answer.outcome !== row.outcome || answer.approved !== row.approved)
    );
  };
  const wrong = [await ledgerFaults(db), await wrongCopies(db), await recompute(pool)];
  const { problems } = await proveOwnChains(db);
  return {
    lost: all.filter(isLost).length,
    doubled: rows.filter(({ isDoubled }) => isDoubled).length,
    differing: rows.filter(({ isDiffering }) => isDiffering).length,
    unbalanced: wrong.reduce((sum, { length }) => sum + length, 0) + problems.length,
  };
}
