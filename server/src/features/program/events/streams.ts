import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { isDatabaseAway } from '../../../db/away.ts';
import { deadTokens, readEvents, readNewest } from './queries.ts';
import {
  endText,
  eventText,
  heartbeatText,
  maySee,
  Reading,
  resetText,
  type StoredEvent,
  type Viewer,
} from './rules.ts';

/** How often events and sessions are read, for all streams of a process together. */
const turnMilliseconds = 200;
const heartbeatMilliseconds = 25_000;
/** A reader that leaves this many characters unread is cut off; it comes back and names the last event it has seen. */
const unreadAtMost = 64 * 1024;
/** A clock that runs with the machine's differs by less. */
const jumpMilliseconds = 1000;
/** A browser has one stream for all its tabs. */
const perSessionAtMost = 8;

interface Subscription {
  viewer: Viewer;
  sessionId: string;
  tokenHash: Buffer;
}

interface Stream extends Subscription {
  readable: Readable;
}

/**
 * The open streams of a process. One loop serves them all: it reads what has happened and which sessions have ended, on
 * a connection of the pool that it returns each time, so that a stream costs no connection (decision 053).
 */
class Streams {
  readonly #context: Context;
  readonly #byBusiness = new Map<string, Set<Stream>>();
  #count = 0;
  #running: Promise<void> | null = null;
  /** Resolves once the loop knows after which event it reads on. */
  #hasPlace: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Opens a stream, which ends with its session, and receives everything that is committed from then on. What is pushed
   * before the answer is sent is kept; what is pushed after the stream has ended is dropped.
   */
  async open(subscription: Subscription): Promise<{ readable: Readable; push: (text: string) => void }> {
    const { businessId } = subscription.viewer;
    const readable = new Readable({ read() {}, highWaterMark: 4096, encoding: 'utf8' });
    const stream: Stream = { ...subscription, readable };
    let ofBusiness = this.#byBusiness.get(businessId);
    if (!ofBusiness) this.#byBusiness.set(businessId, (ofBusiness = new Set()));
    const ofSession = [...ofBusiness].filter(({ sessionId }) => sessionId === stream.sessionId);
    for (const oldest of ofSession.slice(0, Math.max(0, ofSession.length + 1 - perSessionAtMost))) this.#end(oldest);
    ofBusiness.add(stream);
    this.#count += 1;
    readable.once('close', () => this.#forget(stream));
    if (this.#stopping.signal.aborted) this.#end(stream);
    else this.#running ??= this.#run();
    await this.#hasPlace;
    return { readable, push: (text) => this.#write(stream, text) };
  }

  /** Ends all streams, and the loop. */
  async close(): Promise<void> {
    this.#stopping.abort();
    for (const stream of this.#all()) this.#end(stream);
    await this.#running;
  }

  *#all() {
    for (const ofBusiness of this.#byBusiness.values()) yield* ofBusiness;
  }

  #forget(stream: Stream) {
    const { businessId } = stream.viewer;
    const ofBusiness = this.#byBusiness.get(businessId);
    if (!ofBusiness?.delete(stream)) return;
    this.#count -= 1;
    if (ofBusiness.size === 0) this.#byBusiness.delete(businessId);
  }

  #end(stream: Stream) {
    if (!stream.readable.destroyed) stream.readable.push(null);
    this.#forget(stream);
  }

  async #run(): Promise<void> {
    const { db, log } = this.#context;
    try {
      const newest = readNewest(db);
      this.#hasPlace = newest.catch(() => {});
      const { from, ids } = await newest;
      const reading = new Reading(from);
      reading.note(ids, performance.now());
      let beatenAt = performance.now();
      let lead = this.#lead();
      while (this.#count > 0) {
        await delay(turnMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {});
        if (this.#stopping.signal.aborted) return;
        await this.#endDead();
        const events = await readEvents(db, reading.newest, reading.gaps);
        reading.note(
          events.map(({ id }) => id),
          performance.now(),
        );
        for (const event of events) this.#dispatch(event);
        const before = lead;
        lead = this.#lead();
        // Somebody has let time pass: hours and days change everything that is shown.
        if (Math.abs(lead - before) > jumpMilliseconds)
          for (const stream of this.#all()) this.#write(stream, resetText(null, this.#context.clock.now()));
        if (performance.now() - beatenAt < heartbeatMilliseconds) continue;
        beatenAt = performance.now();
        for (const stream of this.#all()) this.#write(stream, heartbeatText);
      }
    } catch (error) {
      // A stream whose session cannot be checked receives nothing more; its page reconnects once the database answers.
      for (const stream of this.#all()) this.#end(stream);
      if (!isDatabaseAway(error)) log.error({ err: error }, 'event streams');
    } finally {
      this.#running = null;
    }
  }

  /** How far the product's clock is ahead, in milliseconds; it stays the same where nobody can move the clock. */
  #lead(): number {
    const { movableClock } = this.#context;
    return movableClock ? movableClock.now().getTime() - performance.now() : 0;
  }

  async #endDead() {
    const byHash = Map.groupBy(this.#all(), ({ tokenHash }) => tokenHash.toString('latin1'));
    const hashes = [...byHash.values()].map(([first]) => first!.tokenHash);
    const dead = await deadTokens(this.#context.db, hashes, this.#context.clock.now());
    for (const stream of dead.flatMap((hash) => byHash.get(hash.toString('latin1')) ?? [])) {
      this.#write(stream, endText);
      this.#end(stream);
    }
  }

  #dispatch(event: StoredEvent) {
    const text = eventText(event);
    for (const stream of this.#byBusiness.get(event.businessId) ?? []) {
      if (maySee(stream.viewer, event)) this.#write(stream, text);
      // The stream was opened with other permissions: the next one has the new ones.
      if (event.kind === 'permissions' && event.membershipId === stream.viewer.membershipId) this.#end(stream);
    }
  }

  #write(stream: Stream, text: string) {
    // Its session, or the server, may have ended it while its first events were read.
    if (!this.#byBusiness.get(stream.viewer.businessId)?.has(stream)) return;
    stream.readable.push(text);
    if (stream.readable.readableLength > unreadAtMost) {
      this.#forget(stream);
      stream.readable.destroy();
    }
  }
}

const streams = new WeakMap<Context, Streams>();

/** The streams of this process. */
export function streamsOf(context: Context): Streams {
  let found = streams.get(context);
  if (!found) streams.set(context, (found = new Streams(context)));
  return found;
}

/** Closing the server ends its streams: by themselves they end with their sessions only. */
export function endStreamsOnClose(app: FastifyInstance, context: Context): void {
  app.addHook('preClose', () => streamsOf(context).close());
}
