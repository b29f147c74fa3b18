import * as v from 'valibot';
import type { ExitPath } from './leave.ts';
import { markerKey, parseMarker, readMarker, type Marker } from './marker.ts';

const channelName = 'florin-session';

/** What one tab says to the others; no secrets (security design P29). */
const TabMessage = v.object({
  kind: v.literal('ended'),
  epoch: v.string(),
  path: v.picklist(['/login', '/auto-logout']),
});
export type TabMessage = v.InferOutput<typeof TabMessage>;

/** Checks what came over the channel: any page of this origin may post to it. */
export function parseTabMessage(data: unknown): TabMessage | null {
  const checked = v.safeParse(TabMessage, data);
  return checked.success ? checked.output : null;
}

/** What a stored marker, changed by another tab or found after a rest, means to a tab of that epoch. */
export function judgeMarker(found: Marker | null, epoch: string | null): 'removed' | 'changed' | 'same' {
  if (found === null) return 'removed';
  return found.epoch === epoch ? 'same' : 'changed';
}

export function tellOtherTabs(message: TabMessage): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  channel.postMessage(message);
  channel.close();
}

interface Listeners {
  /** Another tab ended the session it names. */
  ended(epoch: string, path: ExitPath): void;
  /** The marker was written or removed elsewhere, or may have been while this page was resting. */
  marker(found: Marker | null, before: Marker | null): void;
}

/** Hears the other tabs over two ways, a channel and storage events; the result stops listening. */
export function hearOtherTabs(listeners: Listeners): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = parseTabMessage(data);
    if (message) listeners.ended(message.epoch, message.path);
  });
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener(
    'storage',
    ({ key, newValue, oldValue }) => {
      if (key === markerKey || key === null) listeners.marker(parseMarker(newValue), parseMarker(oldValue));
    },
    { signal },
  );
  // A page out of the back-forward cache has heard nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => persisted && listeners.marker(readMarker(), null), { signal });
  return () => {
    stop.abort();
    channel.close();
  };
}
