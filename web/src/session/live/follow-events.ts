import { events, ProgramEvent } from '@florin/contract/program/events';
import { session } from '@florin/contract/access/session';
import * as v from 'valibot';
import { productTime } from '../../clock.ts';
import { call } from '../../api.ts';
import { currentEpoch } from '../browser-session.ts';
import { queryClient } from '../queries/query-client.ts';
import { isStale } from './stale.ts';

const channelName = 'florin-events';
/** Before the stream is opened again; doubled with each failure, with up to half of it at random. */
const firstPauseMilliseconds = 1000;
const longestPauseMilliseconds = 60_000;
/** A browser that is logging out leaves the page within this time. */
const endPauseMilliseconds = 1000;
/** Events that come together are one refetch. */
const gatherMilliseconds = 50;

/** The message from the tab with the stream to the others: the event and its id, which is empty if the server did not send it. */
const Shared = v.object({ id: v.string(), event: ProgramEvent });

const Opened = v.object({ epoch: v.string() });

/**
 * Keeps the screen up to date: refetches what events report as changed. One tab of the browser has the stream and
 * shares it with the others, because a browser opens few connections to one server. When that tab closes, another one
 * continues from the last event.
 * @param epoch the session of the tab
 * @param signal ends it
 */
export function followEvents(epoch: string, signal: AbortSignal): void {
  let last: string | null = null;
  let due = new Set<ProgramEvent['kind']>();

  const refetch = () => {
    const kinds = due;
    due = new Set();
    if (signal.aborted || currentEpoch() !== epoch) return;
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey, epoch, kinds) });
  };
  const take = (id: string, { kind }: ProgramEvent) => {
    if (id !== '') last = id;
    if (due.size === 0) setTimeout(refetch, gatherMilliseconds);
    due.add(kind);
  };

  const channel = new BroadcastChannel(`${channelName}-${epoch}`);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const shared = v.safeParse(Shared, data);
    if (shared.success) take(shared.output.id, shared.output.event);
  });
  signal.addEventListener('abort', () => channel.close());

  /** Keeps the stream open until the tab stops or the session changes. */
  const hold = async () => {
    for (let failures = 0; !signal.aborted && currentEpoch() === epoch; failures++) {
      const share = (id: string, event: ProgramEvent) => {
        take(id, event);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
        channel.postMessage({ id, event });
      };
      // The server cannot know what was missed since a stream that brought no event: everything may have changed.
      const opened = () => {
        if (failures > 0 && last === null)
          share('', { kind: 'reset', id: null, at: new Date(productTime()).toISOString() });
      };
      const outcome = await readStream(last, epoch, signal, opened, share);
      if (outcome === 'ended') {
        await pause(endPauseMilliseconds, signal);
        if (signal.aborted || currentEpoch() !== epoch) return;
        // Notifies the session's watcher if the session has ended.
        await call(session, {}, { signal }).catch(() => null);
      }
      if (outcome !== 'failed') failures = 0;
      const longest = Math.min(firstPauseMilliseconds * 2 ** failures, longestPauseMilliseconds);
      await pause(longest * (1 + Math.random() / 2), signal);
    }
  };
  // Rejects when the tab stops while it waits for its turn.
  navigator.locks.request(`${channelName}-${epoch}`, { signal }, hold).catch(() => {});
}

/**
 * Reads one stream to its end.
 * @returns `ended`: the session may be over · `broken`: it had been open · `failed`: it was not opened
 */
function readStream(
  last: string | null,
  epoch: string,
  signal: AbortSignal,
  onOpen: () => void,
  take: (id: string, event: ProgramEvent) => void,
): Promise<'ended' | 'broken' | 'failed'> {
  return new Promise((resolve) => {
    const source = new EventSource(last === null ? events.path : `${events.path}?after=${last}`);
    let isOpen = false;
    const end = (outcome: 'ended' | 'broken' | 'failed') => {
      source.close();
      resolve(outcome);
    };
    signal.addEventListener('abort', () => end('broken'), { once: true });
    source.addEventListener('open', ({ data }: Event & { data?: unknown }) => {
      if (typeof data !== 'string') return;
      const opened = v.safeParse(v.pipe(v.string(), v.parseJson(), Opened), data);
      isOpen = opened.success && opened.output.epoch === epoch;
      // The browser has another session. The next call notifies its watcher.
      if (isOpen) onOpen();
      else end('ended');
    });
    source.addEventListener('end', () => end('ended'));
    source.addEventListener('message', ({ data, lastEventId }: MessageEvent<unknown>) => {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ProgramEvent), data);
      if (read.success) take(lastEventId, read.output);
    });
    // Otherwise the browser would retry by itself, always after the same time.
    source.addEventListener('error', () => end(isOpen ? 'broken' : 'failed'));
  });
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
