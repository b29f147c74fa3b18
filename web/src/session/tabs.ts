import * as v from 'valibot';
import { marker, type Marker } from './browser-session.ts';

/* Messages between the tabs of a browser, over a channel and over storage events. */

const channelName = 'florin-session';

/** Why a tab leaves its session: the reasons of a logout, another tab's logout, or a session that the server ended. */
const departures = ['user', 'idle', 'suspicious', 'elsewhere', 'ended'] as const;
export type Departure = (typeof departures)[number];

/** A message from one tab to the others; no secrets (security design P29). */
const TabMessage = v.object({
  kind: v.literal('ended'),
  epoch: v.string(),
  departure: v.picklist(departures),
});
export type TabMessage = v.InferOutput<typeof TabMessage>;

/** Checks a message of the channel: any page of this origin may post to it. */
export function parseTabMessage(data: unknown): TabMessage | null {
  const checked = v.safeParse(TabMessage, data);
  return checked.success ? checked.output : null;
}

/** Compares a marker, changed by another tab or found after a rest, with the session of this tab. */
export function compareMarker(found: Marker | null, epoch: string | null): 'removed' | 'changed' | 'same' {
  if (found === null) return 'removed';
  return found.epoch === epoch ? 'same' : 'changed';
}

export function notifyTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  channel.postMessage(message);
  channel.close();
}

interface Listeners {
  /** Another tab ended a session. */
  ended(message: TabMessage): void;
  /** Another tab wrote or removed the marker, or may have while this page was resting. */
  marker(found: Marker | null, before: Marker | null): void;
}

/** @returns a function that stops listening */
export function listenToTabs(listeners: Listeners): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = parseTabMessage(data);
    if (message) listeners.ended(message);
  });
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener(
    'storage',
    ({ key, newValue, oldValue }) => {
      if (key === marker.key || key === null) listeners.marker(marker.parse(newValue), marker.parse(oldValue));
    },
    { signal },
  );
  // A page in the back-forward cache receives nothing.
  window.addEventListener('pageshow', ({ persisted }) => persisted && listeners.marker(marker.read(), null), {
    signal,
  });
  return () => {
    stop.abort();
    channel.close();
  };
}
