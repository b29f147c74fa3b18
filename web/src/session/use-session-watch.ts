import { session } from '@florin/contract/access/session';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { callHooks } from '../call-hooks.ts';
import { arrivalNotice } from './browser/arrival-notice.ts';
import { currentEpoch, marker, type Marker } from './browser-session.ts';
import { markScriptedNavigation } from './document.ts';
import { keepForms } from './kept-forms/kept-forms.ts';
import { goTo, leaveSession, wasIdle } from './leave.ts';
import { pending } from './pending-logout.ts';
import { userInfoQuery } from './queries/queries.ts';
import { keyOf, queryClient, refetch } from './queries/query-client.ts';
import { compareMarker, listenToTabs, type Departure } from './tabs.ts';

/**
 * Leaves the page when its session ends or changes: reported by an answer, by another tab, or by the server when the
 * person returns to the page (specification section 4).
 */
export function useSessionWatch(): void {
  useEffect(() => {
    callHooks.session = {
      ended: () => leaveByMarker(marker.read(), 'ended'),
      restricted: () => void refetch({ queryKey: keyOf('session') }),
      changed: (epoch) => {
        marker.write({ epoch, lastActivity: Date.now() });
        startOver();
      },
    };
    // A logout is written before the marker is removed. The channel's message may come after that.
    let logout: ReturnType<typeof pending.read> = null;
    const stop = new AbortController();
    const noteLogout = ({ key, newValue }: StorageEvent) => {
      if (key === pending.key) logout = pending.parse(newValue) ?? logout;
    };
    window.addEventListener('storage', noteLogout, stop);
    const compare = (found: Marker | null, before: Marker | null) => {
      const change = compareMarker(found, currentEpoch());
      const reason = logout?.epoch === currentEpoch() ? logout?.reason : undefined;
      if (change === 'removed') leaveByMarker(before, seenFromAfar(reason ?? 'ended'));
      if (change === 'changed') startOver();
    };
    const stopListening = listenToTabs({
      ended: ({ epoch, departure }) => {
        if (epoch === currentEpoch()) leaveSession(seenFromAfar(departure));
      },
      marker: compare,
    });
    // Other tabs may have changed it before this one listened.
    compare(marker.read(), null);
    const stopAsking = checkSessionOnReturn();
    return () => {
      callHooks.session = null;
      stop.abort();
      stopListening();
      stopAsking();
    };
  }, []);
}

/** The departure of another tab, in this one. */
const seenFromAfar = (departure: Departure): Departure => (departure === 'user' ? 'elsewhere' : departure);

const leaveByMarker = (found: Marker | null, departure: Departure) =>
  leaveSession(wasIdle(found?.lastActivity, Date.now()) ? 'idle' : departure);

/** The browser has another session: this tab forgets its own and starts at /login, whose guard enters the new one. */
function startOver(): void {
  keepForms();
  arrivalNotice.write(queryClient.getQueryData(userInfoQuery().queryKey)?.userId ?? '');
  queryClient.clear();
  markScriptedNavigation();
  goTo('/login');
}

/** People switch between windows. */
const askAtMostEveryMs = 10_000;

/**
 * Fetches the session when a person returns to the page, because another device may have ended it, and another person
 * may be looking at the screen. `call` notifies the session hooks. The fetch does not extend the session.
 * @returns a function that stops it
 */
export function checkSessionOnReturn(): () => void {
  let askedAt = Date.now();
  const stop = new AbortController();
  const ask = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < askAtMostEveryMs) return;
    askedAt = Date.now();
    // Without an answer, the next call will notice.
    call(session, {}, { signal: stop.signal }).catch(() => null);
  };
  for (const type of ['visibilitychange', 'focus']) window.addEventListener(type, ask, { signal: stop.signal });
  return () => stop.abort();
}
