import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo, type Database } from '../../db/open.ts';
import { PolicyVersions } from '../policies/versions.ts';
import type { CardRow } from './facts.ts';
import {
  deadlineMilliseconds,
  judge,
  refusal,
  type Answer,
  type KnownEvent,
  type Snapshot,
  type Waiting,
} from './judge.ts';
import type { AuthorizationRequest } from './request.ts';
import { arrayOf, statements, valuesOf } from './statements.ts';
import { trip } from './trip.ts';
import { writeLateDecline } from './late.ts';

/**
 * Lanes decide purchases in batches (decision 042): each owns one connection and decides, in one transaction, the
 * requests that queued while all lanes were busy. There are no timers, so a single request never waits for others. A
 * batch takes two trips: BEGIN, lock, read; then, after the pure function has decided, write, COMMIT. Lock and read are
 * two statements, because in READ COMMITTED a statement that waits for a lock sees other tables as they were before it
 * waited.
 *
 * A business is in one lane at a time. A lane waits briefly for a lock that another process holds. Then it takes the
 * businesses that are free and leaves the others to the patient lane, which takes one business at a time and delays
 * nobody else.
 */
const lanesAtMost = 2;
const batchAtMost = 48;
/** With this many waiting requests, a second lane is opened. */
const worthALane = 8;
const repetitionsAtMost = 5;
const lockTimeout = { hasty: '50ms', patient: '1200ms' };
/** PostgreSQL ends a transaction whose process is gone, so that its locks do not block others. */
const idleTimeout = '5s';
const cardsKnownAtMost = 200_000;

interface Queued extends Waiting {
  businessId: string;
  isPatient: boolean;
  /** The deadline has passed, so the caller already has an answer. */
  isLate: boolean;
  isJudged: boolean;
  resolve: (answer: Answer) => void;
}

interface Lane {
  client: pg.Client | null;
  businesses: Set<string> | null;
  isPatient: boolean;
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isRepeatable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';
const isLockTimeout = (error: unknown) => codeOf(error) === '55P03';
/** One request makes the statement fail for all: a duplicate key of another batch, or an invalid value. */
const isOfOne = (error: unknown) => /^2[23]/.test(String(codeOf(error)));

/** The moment of a batch, in the time of its purchases. A freeze may have ended by then. */
const latestOf = (batch: readonly Waiting[]) => new Date(Math.max(...batch.map(({ request }) => request.at.getTime())));

export class Lanes {
  readonly #db: Database;
  readonly #deadline: number;
  readonly #lanes: Lane[];
  readonly #businessOf = new Map<string, string>();
  readonly #versions = new PolicyVersions();
  #queue: Queued[] = [];
  #isPlanned = false;
  #isClosed = false;
  readonly #running = new Set<Promise<void>>();

  /** @param deadline milliseconds from the receipt of a request to its decline */
  constructor(db: Database, deadline: number) {
    this.#db = db;
    this.#deadline = deadline;
    this.#lanes = Array.from({ length: lanesAtMost + 1 }, (_, index) => ({
      client: null,
      businesses: null,
      isPatient: index === lanesAtMost,
    }));
  }

  /**
   * Decides a purchase; after the deadline it is declined, and the decline is stored. While the database is away the
   * answer is `system`, and nothing is stored: the caller may repeat the request with its id.
   * @param received epoch milliseconds of `Date.now()`
   */
  async decide(request: AuthorizationRequest, received: number): Promise<Answer> {
    const businessId = await this.#findBusiness(request.cardId).catch(() => undefined);
    if (businessId === undefined) return refusal('system');
    if (businessId === null) return refusal('card_unknown');
    return new Promise((resolve) => {
      const queued: Queued = {
        request,
        received,
        businessId,
        isPatient: false,
        isLate: false,
        isJudged: false,
        resolve: (answer) => {
          clearTimeout(deadline);
          resolve(answer);
        },
      };
      const deadline = setTimeout(
        () => {
          if (queued.isJudged) return;
          queued.isLate = true;
          resolve(refusal('issuer_timeout'));
        },
        Math.max(0, received + this.#deadline - Date.now()),
      );
      this.#queue.push(queued);
      this.#plan();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#running);
    await Promise.all(this.#lanes.map(async ({ client }) => client?.end()));
  }

  /** A card never changes its business, so it is read once; null for a card that is not known. */
  async #findBusiness(cardId: string): Promise<string | null> {
    const known = this.#businessOf.get(cardId);
    if (known !== undefined) return known;
    const row = await this.#db
      .selectFrom('card')
      .select('business_id as businessId')
      .where('id', '=', cardId)
      .executeTakeFirst();
    if (!row) return null;
    if (this.#businessOf.size >= cardsKnownAtMost) this.#businessOf.clear();
    this.#businessOf.set(cardId, row.businessId);
    return row.businessId;
  }

  /** Scheduled once per turn of the event loop, so that callers of the same turn share a batch. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      const idle = this.#lanes.filter((lane) => !lane.businesses && !lane.isPatient).length;
      const share = Math.ceil(this.#queue.length / Math.max(1, idle));
      for (const lane of this.#lanes) this.#start(lane, Math.min(batchAtMost, Math.max(worthALane, share)));
    });
  }

  #start(lane: Lane, share: number): void {
    if (lane.businesses || this.#queue.length === 0) return;
    const others = this.#lanes.some((other) => other.businesses && !other.isPatient);
    if (!lane.isPatient && others && this.#queue.length < worthALane) return;
    const batch = this.#take(lane, share);
    if (batch.length === 0) return;
    lane.businesses = new Set(batch.map(({ businessId }) => businessId));
    const run = this.#settle(lane, batch).finally(() => {
      lane.businesses = null;
      this.#running.delete(run);
      this.#plan();
    });
    this.#running.add(run);
  }

  /** A fair share of the queue. Of each business all requests are taken, because no other lane could take them now. */
  #take(lane: Lane, share: number): Queued[] {
    const taken = new Set(this.#lanes.flatMap(({ businesses }) => [...(businesses ?? [])]));
    const mine = new Set<string>();
    const batch: Queued[] = [];
    const rest: Queued[] = [];
    for (const queued of this.#queue) {
      const isMine = mine.has(queued.businessId);
      const hasRoom = lane.isPatient ? mine.size === 0 : batch.length < share;
      if (
        queued.isPatient === lane.isPatient &&
        !taken.has(queued.businessId) &&
        batch.length < batchAtMost &&
        (isMine || hasRoom)
      ) {
        mine.add(queued.businessId);
        batch.push(queued);
      } else rest.push(queued);
    }
    this.#queue = rest;
    return batch;
  }

  /**
   * Decides a batch. It is repeated if PostgreSQL requires it, and decided one by one if one request makes it fail for
   * all.
   */
  async #settle(lane: Lane, batch: readonly Queued[]): Promise<void> {
    let takesFree = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answers = await this.#attempt(lane, batch, takesFree);
        batch.forEach((queued, i) => this.#answer(queued, answers[i] ?? null));
        return;
      } catch (error) {
        await this.#restore(lane);
        for (const queued of batch) queued.isJudged = false;
        if (isRepeatable(error) && attempt < repetitionsAtMost) {
          await delay(Math.random() * 4 * attempt);
          continue;
        }
        if (isLockTimeout(error) && !lane.isPatient) {
          if (takesFree) {
            for (const queued of batch) this.#answer(queued, null);
            return;
          }
          takesFree = true;
          continue;
        }
        if (batch.length > 1 && isOfOne(error)) {
          for (const queued of batch) await this.#settle(lane, [queued]);
          return;
        }
        await this.#giveUp(batch, error);
        return;
      }
    }
  }

  #answer(queued: Queued, answer: Answer | null): void {
    if (answer) {
      queued.resolve(answer);
      return;
    }
    queued.isPatient = true;
    this.#queue.push(queued);
  }

  /**
   * The accounts could not be locked in time, or the connection failed. In the first case the decline is stored without
   * the lock. In the second, it is unknown what was committed, and a repeated request finds it.
   */
  async #giveUp(batch: readonly Queued[], error: unknown): Promise<void> {
    for (const queued of batch) {
      const late = isLockTimeout(error)
        ? await writeLateDecline(this.#db, queued.request, queued.businessId, Date.now() - queued.received).catch(
            () => null,
          )
        : null;
      queued.resolve(late ?? refusal('system'));
    }
  }

  /** After a failure, a connection is reused only if it can roll back. */
  async #restore(lane: Lane): Promise<void> {
    const { client } = lane;
    await client?.query('rollback').catch(async () => {
      lane.client = null;
      await client.end().catch(() => {});
    });
  }

  async #attempt(lane: Lane, batch: readonly Queued[], takesFree: boolean): Promise<(Answer | null)[]> {
    const client = (lane.client ??= await this.#connect(lane.isPatient));
    const snapshot = await this.#read(client, batch, takesFree);
    for (const queued of batch) queued.isJudged = !queued.isLate;
    const late = Date.now() - this.#deadline - 1;
    const waiting = batch.map(({ request, received, isLate }) => ({
      request,
      received: isLate ? Math.min(received, late) : received,
    }));
    const { answers, written, changes } = judge(waiting, snapshot, Date.now(), this.#deadline);
    if (written.length === 0) await client.query('rollback');
    else {
      const steps = [{ name: 'write', values: valuesOf(written, changes) }, { text: 'commit' }];
      const [, commit] = await trip(client, steps);
      if (commit?.command !== 'COMMIT') throw new Error(`not committed: ${commit?.command}`);
    }
    return answers;
  }

  async #read(client: pg.Client, batch: readonly Queued[], takesFree: boolean): Promise<Snapshot> {
    const unique = (values: string[]) => arrayOf([...new Set(values)]);
    const cardIds = unique(batch.map(({ request }) => request.cardId));
    const businessIds = unique(batch.map(({ businessId }) => businessId));
    const [, accounts, wallets, cards, known] = await trip(client, [
      { text: 'begin' },
      { name: takesFree ? 'lock_free' : 'lock', values: [businessIds] },
      { name: takesFree ? 'wallets_free' : 'wallets', values: [cardIds] },
      { name: 'cards', values: [cardIds, latestOf(batch).toISOString()] },
      { name: 'known', values: [unique(batch.map(({ request }) => request.eventId))] },
    ]);
    const rows = cards!.rows as unknown as CardRow[];
    // Only a version that this process has not read yet costs a trip.
    await this.#versions.read(
      this.#db,
      rows.flatMap(({ policyVersions }) => policyVersions),
    );
    return {
      accounts: accounts!.rows as unknown as Snapshot['accounts'],
      wallets: wallets!.rows as unknown as Snapshot['wallets'],
      cards: rows,
      known: known!.rows as unknown as KnownEvent[],
      versionsOf: (ids) => this.#versions.of(ids),
    };
  }

  /**
   * A connection with one plan for each statement, made of index lookups: otherwise the planner estimates an array as a
   * hundred rows and reads whole tables.
   */
  async #connect(isPatient: boolean): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('the lanes are closed');
    const client = new pg.Client(connectionTo(this.#db));
    client.on('error', () => {});
    await client.connect();
    await client.query(`set plan_cache_mode = force_generic_plan; set jit = off;
      set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set enable_material = off;
      set lock_timeout = '${isPatient ? lockTimeout.patient : lockTimeout.hasty}';
      set idle_in_transaction_session_timeout = '${idleTimeout}'`);
    for (const [name, text] of Object.entries(statements)) await client.query(`prepare ${name} as ${text}`);
    return client;
  }
}

const byDatabase = new WeakMap<Database, Lanes>();

/** The lanes of a database in this process, opened at the first decision. */
export const lanesOf = (db: Database): Lanes => byDatabase.get(db) ?? openLanes(db);

/** Opens the lanes of a database before its first decision, with another deadline than the product's. */
export function openLanes(db: Database, deadline = deadlineMilliseconds): Lanes {
  const lanes = new Lanes(db, deadline);
  byDatabase.set(db, lanes);
  return lanes;
}

/** Finishes the running decisions and closes the connections. */
export async function closeLanes(db: Database): Promise<void> {
  const lanes = byDatabase.get(db);
  byDatabase.delete(db);
  await lanes?.close();
}
