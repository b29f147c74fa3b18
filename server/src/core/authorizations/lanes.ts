import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionTo, type Database } from '../../db/open.ts';
import { PolicyVersions } from '../policies/versions.ts';
import type { CardRow } from './facts.ts';
import {
  deadlineMilliseconds,
  decideBatch,
  refusal,
  type Answer,
  type KnownEvent,
  type Snapshot,
  type Undecided,
  type QueuedRequest,
} from './decide-batch.ts';
import { referenceOf, type AuthorizationRequest } from './request.ts';
import { arrayOf, statements, valuesOf } from './statements.ts';
import { trip } from './trip.ts';
import { writeLateDecline } from './late.ts';
import { withdrawAnswer } from './withdraw.ts';

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
 *
 * An answer is given when it is stored, so that a repetition has the same one, in this process or in another. At its
 * deadline a request leaves the lanes, unless its decision is being written. Its decline is stored without the locks of
 * its accounts: the id of the event is unique, so either the decline is stored or the decision of another process is
 * the answer.
 *
 * While the database is silent, the answer is a decline although an approval may be stored. PostgreSQL ends a
 * transaction that is not committed by then, and the lanes withdraw what was committed (withdraw.ts).
 */
const lanesAtMost = 2;
const batchAtMost = 48;
/** With this many waiting requests, a second lane is opened. */
const worthALane = 8;
const repetitionsAtMost = 5;
/** How long the lanes wait before they try a lost connection again. */
const reconnectMilliseconds = 50;
/** The late declines that are written at once, so that a burst leaves connections to the rest of the server. */
const lateWritersAtMost = 4;
const lockTimeout = { hasty: '50ms', patient: '1200ms' };
const cardsKnownAtMost = 200_000;
/** How long after its deadline a request waits until its decline is stored. */
const graceMilliseconds = 300;
/** The answers in doubt that are looked up at once, and how long one waits after a failure. */
const doubtersAtMost = 2;
const doubtMilliseconds = 500;

interface Queued extends QueuedRequest {
  /** Empty until it is found. */
  businessId: string;
  isPatient: boolean;
  /** A batch has decided it and writes the decision. */
  isDecided: boolean;
  /** The deadline has passed. */
  isDue: boolean;
  /** It belongs to no batch any more: it is declined because of the deadline. */
  isLate: boolean;
  resolve: (answer: Answer | 'JOINS' | 'UNKNOWN') => void;
}

interface Lane {
  client: pg.Client | null;
  businesses: Set<string> | null;
  isPatient: boolean;
}

interface LaneOptions {
  /** Milliseconds from the receipt of a request to its decline. */
  deadline: number;
  /** Milliseconds after the deadline, for storing the decline. */
  grace: number;
  /** Receives the reason for each request that is declined because it could not be decided. */
  onFailure: (error: unknown) => void;
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;
const isRepeatable = (error: unknown) => codeOf(error) === '40001' || codeOf(error) === '40P01';
/** Another process has stored an answer to the request since the batch was read. */
const isAnswered = (error: unknown) => codeOf(error) === '23505';
const isLockTimeout = (error: unknown) => codeOf(error) === '55P03';
/** One request makes the statement fail for all: a duplicate key of another batch, or an invalid value. */
const isOfOne = (error: unknown) => /^2[23]/.test(String(codeOf(error)));

/** The moment of a batch, in the time of its purchases. A freeze may have ended by then. */
const latestOf = (batch: readonly QueuedRequest[]) =>
  new Date(Math.max(...batch.map(({ request }) => request.at.getTime())));

export class Lanes {
  /** Milliseconds from the receipt of a request to its decline. */
  readonly deadline: number;
  /** Milliseconds from the deadline until a request is answered, whatever is stored. */
  readonly grace: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #db: Database;
  readonly #lanes: Lane[];
  readonly #businessOf = new Map<string, string>();
  readonly #versions = new PolicyVersions();
  #queue: Queued[] = [];
  readonly #late: Queued[] = [];
  #lateWriters = 0;
  readonly #doubted: { request: AuthorizationRequest; received: number; now: Date }[] = [];
  #doubters = 0;
  #isPlanned = false;
  #isClosed = false;
  readonly #running = new Set<Promise<void>>();

  constructor(db: Database, { deadline, grace, onFailure }: LaneOptions) {
    this.#db = db;
    this.deadline = deadline;
    this.grace = grace;
    this.#onFailure = onFailure;
    this.#lanes = Array.from({ length: lanesAtMost + 1 }, (_, index) => ({
      client: null,
      businesses: null,
      isPatient: index === lanesAtMost,
    }));
  }

  /**
   * Decides a purchase; after the deadline it is declined, and the decline is stored. While the database is silent there
   * is no answer.
   * @param received epoch milliseconds of `Date.now()`
   * @returns JOINS if the request belongs to a purchase of which another message was received: nothing is stored ·
   * UNKNOWN if the database is away: an approval may be stored
   */
  decide(request: AuthorizationRequest, received: number): Promise<Answer | 'JOINS' | 'UNKNOWN'> {
    if (this.#isClosed) return Promise.resolve(refusal('system'));
    return new Promise((resolve) => {
      const queued: Queued = {
        request,
        received,
        businessId: '',
        isPatient: false,
        isDecided: false,
        isDue: false,
        isLate: false,
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
      };
      const timer = setTimeout(
        () => {
          queued.isDue = true;
          this.#declineIfDue(queued);
        },
        Math.max(0, received + this.deadline - Date.now()),
      );
      this.#run(this.#enqueue(queued));
    });
  }

  /**
   * Stores that a request was answered with a decline while it was unknown what is stored about it, as soon as the
   * database answers again.
   * @param now of the product's clock
   */
  doubt(request: AuthorizationRequest, received: number, now: Date): void {
    this.#doubted.push({ request, received, now });
    if (this.#doubters < doubtersAtMost) this.#run(this.#withdraw());
  }

  async #withdraw(): Promise<void> {
    this.#doubters += 1;
    for (let doubted = this.#doubted.shift(); doubted; doubted = this.#doubted.shift()) {
      const { request, received, now } = doubted;
      try {
        const businessId = await this.#findBusiness(request.cardId);
        const milliseconds = Date.now() - received;
        if (businessId !== null) await withdrawAnswer(this.#db, request, { businessId, milliseconds, now });
      } catch (error) {
        if (this.#isClosed) break;
        // An error of the request itself would come again.
        if (!isOfOne(error)) this.#doubted.push(doubted);
        await delay(doubtMilliseconds);
      }
    }
    this.#doubters -= 1;
  }

  /** Answers what was asked before, and closes the connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running.size > 0 || this.#queue.length > 0) {
      await Promise.all(this.#running);
      // A batch that has ended plans the next one.
      await Promise.resolve();
    }
    await Promise.all(this.#lanes.map(async ({ client }) => client?.end()));
  }

  async #enqueue(queued: Queued): Promise<void> {
    const businessId = await this.#findBusiness(queued.request.cardId).catch((error: unknown) => {
      this.#onFailure(error);
      return undefined;
    });
    if (businessId == null) {
      queued.resolve(refusal(businessId === null ? 'card_unknown' : 'system'));
      return;
    }
    queued.businessId = businessId;
    this.#queue.push(queued);
    this.#declineIfDue(queued);
    this.#plan();
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
    this.#run(
      this.#settle(lane, batch).finally(() => {
        lane.businesses = null;
        this.#plan();
      }),
    );
  }

  #run(work: Promise<void>): void {
    const run = work.finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** After its deadline, a request that no batch is writing is declined without the lanes. */
  #declineIfDue(queued: Queued): void {
    if (!queued.isDue || queued.isLate || queued.isDecided || queued.businessId === '') return;
    queued.isLate = true;
    this.#queue = this.#queue.filter((other) => other !== queued);
    this.#late.push(queued);
    if (this.#lateWriters < lateWritersAtMost) this.#run(this.#writeLate());
  }

  async #writeLate(): Promise<void> {
    this.#lateWriters += 1;
    for (let queued = this.#late.shift(); queued; queued = this.#late.shift()) {
      const { request, businessId, received, resolve } = queued;
      const stored = writeLateDecline(this.#db, request, businessId, Date.now() - received);
      resolve(await stored.catch(() => 'UNKNOWN' as const));
    }
    this.#lateWriters -= 1;
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
   * Decides a batch. It is repeated if PostgreSQL requires it or the connection is lost: what was committed is found by
   * the repetition. It is decided one by one if one request makes it fail for all.
   */
  async #settle(lane: Lane, batch: readonly Queued[]): Promise<void> {
    let takesFree = false;
    for (let attempt = 1; ; attempt += 1) {
      const open = batch.filter(({ isLate }) => !isLate);
      if (open.length === 0) return;
      try {
        for (const [queued, answer] of await this.#attempt(lane, open, takesFree)) {
          if (answer === 'BUSY') this.#leaveToPatientLane(queued);
          else queued.resolve(answer);
        }
        return;
      } catch (error) {
        const isConnected = await this.#restore(lane);
        for (const queued of open) {
          queued.isDecided = false;
          this.#declineIfDue(queued);
        }
        const asksAgain = isRepeatable(error) || (open.length === 1 && isAnswered(error));
        if (isConnected && asksAgain && attempt < repetitionsAtMost) {
          await delay(Math.random() * 4 * attempt);
        } else if (isLockTimeout(error)) {
          if (takesFree) {
            for (const queued of open) this.#leaveToPatientLane(queued);
            return;
          }
          takesFree = !lane.isPatient;
        } else if (!isConnected) {
          await delay(reconnectMilliseconds);
        } else if (open.length > 1 && isOfOne(error)) {
          for (const queued of open) await this.#settle(lane, [queued]);
          return;
        } else {
          this.#onFailure(error);
          for (const queued of open) if (!queued.isLate) queued.resolve(refusal('system'));
          return;
        }
      }
    }
  }

  #leaveToPatientLane(queued: Queued): void {
    if (queued.isLate) return;
    queued.isDecided = false;
    queued.isPatient = true;
    this.#queue.push(queued);
    this.#declineIfDue(queued);
  }

  /** After a failure, a connection is reused only if it can roll back. @returns whether it can */
  async #restore(lane: Lane): Promise<boolean> {
    const { client } = lane;
    if (!client) return false;
    try {
      await client.query('rollback');
      return true;
    } catch {
      lane.client = null;
      await client.end().catch(() => {});
      return false;
    }
  }

  /** @returns the requests with their answers */
  async #attempt(lane: Lane, batch: readonly Queued[], takesFree: boolean): Promise<[Queued, Answer | Undecided][]> {
    const client = (lane.client ??= await this.#connect(lane.isPatient));
    const snapshot = await this.#read(client, batch, takesFree);
    const open = batch.filter(({ isLate }) => !isLate);
    for (const queued of open) queued.isDecided = true;
    const { answers, written, changes } = decideBatch(open, snapshot, Date.now(), this.deadline);
    if (written.length === 0) await client.query('rollback');
    else {
      const steps = [{ name: 'write', values: valuesOf(written, changes) }, { text: 'commit' }];
      const [, commit] = await trip(client, steps);
      if (commit?.command !== 'COMMIT') throw new Error(`not committed: ${commit?.command}`);
    }
    return open.map((queued, i) => [queued, answers[i]!]);
  }

  async #read(client: pg.Client, batch: readonly Queued[], takesFree: boolean): Promise<Snapshot> {
    const unique = (values: string[]) => arrayOf([...new Set(values)]);
    const cardIds = unique(batch.map(({ request }) => request.cardId));
    const businessIds = unique(batch.map(({ businessId }) => businessId));
    const [, accounts, wallets, cards, known, purchases] = await trip(client, [
      { text: 'begin' },
      { name: takesFree ? 'lock_free' : 'lock', values: [businessIds] },
      { name: takesFree ? 'wallets_free' : 'wallets', values: [cardIds] },
      { name: 'cards', values: [cardIds, latestOf(batch).toISOString()] },
      { name: 'known', values: [unique(batch.map(({ request }) => request.eventId))] },
      { name: 'purchases', values: [unique(batch.map(({ request }) => referenceOf(request)))] },
    ]);
    const rows = cards!.rows as CardRow[];
    // Only a version that this process has not read yet costs a trip.
    await this.#versions.read(
      this.#db,
      rows.flatMap(({ policyVersions }) => policyVersions),
    );
    return {
      accounts: accounts!.rows as Snapshot['accounts'],
      wallets: wallets!.rows as Snapshot['wallets'],
      cards: rows,
      known: known!.rows as KnownEvent[],
      purchases: purchases!.rows as Snapshot['purchases'],
      versionsOf: (ids) => this.#versions.of(ids),
    };
  }

  /**
   * A connection with one plan for each statement, made of index lookups: otherwise the planner estimates an array as a
   * hundred rows and reads whole tables.
   */
  async #connect(isPatient: boolean): Promise<pg.Client> {
    const client = new pg.Client(connectionTo(this.#db));
    client.on('error', () => {});
    await client.connect();
    try {
      await this.#prepare(client, isPatient);
    } catch (error) {
      await client.end();
      throw error;
    }
    return client;
  }

  async #prepare(client: pg.Client, isPatient: boolean): Promise<void> {
    await client.query(`set plan_cache_mode = force_generic_plan; set jit = off;
      set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off; set enable_material = off;
      set lock_timeout = '${isPatient ? lockTimeout.patient : lockTimeout.hasty}';
      set transaction_timeout = ${this.deadline + this.grace}`);
    for (const [name, text] of Object.entries(statements)) await client.query(`prepare ${name} as ${text}`);
  }
}

const byDatabase = new WeakMap<Database, Lanes>();

/** The lanes of a database in this process, opened at the first decision. */
export const lanesOf = (db: Database): Lanes => byDatabase.get(db) ?? openLanes(db);

/** Opens the lanes of a database before its first decision; by default with the product's times, and silent. */
export function openLanes(db: Database, options: Partial<LaneOptions> = {}): Lanes {
  const usual = { deadline: deadlineMilliseconds, grace: graceMilliseconds, onFailure: () => {} };
  const lanes = new Lanes(db, { ...usual, ...options });
  byDatabase.set(db, lanes);
  return lanes;
}

/** Finishes the running decisions and closes the connections. */
export async function closeLanes(db: Database): Promise<void> {
  const lanes = byDatabase.get(db);
  byDatabase.delete(db);
  await lanes?.close();
}
