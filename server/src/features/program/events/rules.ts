import { eventId, eventKinds, type EventKind, type ProgramEvent } from '@florin/contract/program/events';
import { flagsOf, type Entrusted } from '@florin/contract/permissions';

/** An event as it is stored (core/announcements/announce.ts). */
export interface StoredEvent {
  id: bigint;
  businessId: string;
  /** The holder concerned; null: administrators only. */
  membershipId: string | null;
  kind: EventKind;
  subjectId: string | null;
  at: Date;
}

/** Whom a stream belongs to. */
export interface Viewer extends Entrusted {
  businessId: string;
  membershipId: string;
  /** Whether the administrators of the business may see what cards are used for. */
  mayViewUsage: boolean;
}

/** Whether a person may receive an event: it is their own, or one that administrators see. */
export function maySee(viewer: Viewer, event: StoredEvent): boolean {
  if (event.businessId !== viewer.businessId) return false;
  if (event.membershipId === viewer.membershipId) return true;
  if (viewer.role !== 'ADMIN' || (!viewer.mayViewUsage && showsUsage(event))) return false;
  const flags = flagsOf(viewer);
  return eventKinds[event.kind].every((flag) => flags.includes(flag));
}

/** A change of a holder's balance tells of a purchase, too. */
const showsUsage = ({ kind, membershipId }: StoredEvent) =>
  kind === 'transaction' || (kind === 'balance' && membershipId !== null);

/** An event as it is sent. The line that ends it is part of it. */
export const eventText = ({ id, kind, subjectId, at }: Pick<StoredEvent, 'id' | 'kind' | 'subjectId' | 'at'>): string =>
  textOf(id, { kind, id: subjectId, at: at.toISOString() });

/** More has changed than can be listed. @param lastId null: the place in the stream stays */
export const resetText = (lastId: bigint | null, at: Date): string =>
  textOf(lastId, { kind: 'reset', id: null, at: at.toISOString() });

const textOf = (id: bigint | null, data: ProgramEvent) =>
  `${id === null ? '' : `id: e${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The id in the text of an event's id; null for any other text. */
export const idOf = (text: string): bigint | null => (eventId.test(text) ? BigInt(text.slice(1)) : null);

/** The first event of a stream: the session that it belongs to. */
export const openText = (epoch: string): string => `event: open\ndata: ${JSON.stringify({ epoch })}\n\n`;

/** The session is over, or its token was replaced: the browser finds out which. */
export const endText = 'event: end\ndata: {}\n\n';

/** A comment, which keeps proxies from closing a silent connection. */
export const heartbeatText = ':\n\n';

/** A transaction that takes longer than this to commit is not waited for. */
export const patienceMilliseconds = 30_000;
const gapsAtMost = 10_000;

/**
 * The ids that have been read. Ids are given before the commit, so a lower one can become visible after a higher one:
 * the ids in between are remembered as gaps, and looked for again until they show or their time is over.
 */
export class Reading {
  #newest: bigint;
  /** Since when each is missing, in the order of time. */
  readonly #gaps = new Map<bigint, number>();

  /** @param newest the ids up to here are over */
  constructor(newest: bigint) {
    this.#newest = newest;
  }

  get newest(): bigint {
    return this.#newest;
  }

  get gaps(): bigint[] {
    return [...this.#gaps.keys()];
  }

  /**
   * Notes what was read.
   * @param ids in their order
   * @param now in milliseconds
   */
  note(ids: readonly bigint[], now: number): void {
    for (const id of ids) {
      if (id <= this.#newest) {
        this.#gaps.delete(id);
        continue;
      }
      const first = this.#newest + 1n;
      const cap = id - BigInt(gapsAtMost);
      for (let missing = first > cap ? first : cap; missing < id; missing++) this.#gaps.set(missing, now);
      this.#newest = id;
    }
    for (const [id, since] of this.#gaps) {
      if (now - since < patienceMilliseconds && this.#gaps.size <= gapsAtMost) break;
      this.#gaps.delete(id);
    }
  }
}
