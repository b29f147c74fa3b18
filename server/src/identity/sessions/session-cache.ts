import type { Context } from '../../context.ts';
import type { CurrentSession } from './current-session.ts';

/** A session ended by another process is noticed after this time at the latest. */
const ageAtMostMilliseconds = 250;
const entriesAtMost = 10_000;

interface Entry {
  session: CurrentSession;
  /** The earlier of the session's limit and its token's. */
  goodUntil: Date;
  readAt: number;
}

interface SessionCache {
  entries: Map<string, Entry>;
  /** Increases with every removal: a session read before a removal is not cached after it. */
  removals: number;
}

const caches = new WeakMap<Context, SessionCache>();

function cacheOf(context: Context): SessionCache {
  let cache = caches.get(context);
  if (!cache) caches.set(context, (cache = { entries: new Map(), removals: 0 }));
  return cache;
}

/** The session of a token's hash, read within the last quarter of a second, unless a limit has passed since. */
export function cachedSession(context: Context, key: string, now: Date): CurrentSession | null {
  const entry = cacheOf(context).entries.get(key);
  if (!entry) return null;
  const age = now.getTime() - entry.readAt;
  return age >= 0 && age < ageAtMostMilliseconds && now < entry.goodUntil ? entry.session : null;
}

/** Call before reading a session; the returned function caches it, if nothing was removed meanwhile. */
export function beginSessionRead(context: Context, key: string, now: Date) {
  const cache = cacheOf(context);
  const { removals } = cache;
  return (session: CurrentSession, goodUntil: Date): void => {
    if (cache.removals !== removals) return;
    cache.entries.delete(key);
    if (cache.entries.size >= entriesAtMost) cache.entries.delete(cache.entries.keys().next().value!);
    cache.entries.set(key, { session, goodUntil, readAt: now.getTime() });
  };
}

/** Removes sessions that have changed or ended. Call it after the commit. */
export function forgetSessions(context: Context, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const cache = cacheOf(context);
  cache.removals += 1;
  for (const [key, { session }] of cache.entries) if (ids.includes(session.id)) cache.entries.delete(key);
}
