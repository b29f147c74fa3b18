import type { Endpoint } from '@florin/contract/endpoint';

/** A call under way, as it is measured. */
export interface CallSpan {
  /** Sent with the call, so that the server's log can be tied to it. */
  headers: Readonly<Record<string, string>>;
  /** `status` is null if no answer came. */
  end(status: number | null, correlationId: string | null): void;
}

/** What to do when an answer shows that the session is not the one this tab belongs to. */
export interface SessionWatcher {
  /** The server knows no session any more (401 UNAUTHENTICATED). */
  ended: () => void;
  /** The login has become suspicious (403 RESTRICTED). */
  restricted: () => void;
  /** The browser has another session now. */
  changed: (epoch: string) => void;
}

/** How the layers above take part in calls; null until they do. */
export const callHooks: {
  /** The session this tab belongs to (session/epoch.ts); null before the sign-in. */
  epoch: () => string | null;
  session: SessionWatcher | null;
  /** Measures a call (telemetry). */
  trace: ((endpoint: Endpoint) => CallSpan | null) | null;
  /** An answer was not one of the contract's. */
  failure: ((error: Error, correlationId: string | null) => void) | null;
  outOfService: (() => void) | null;
  /** The headers of an answer to a session tell the server's time; `sentAt` is when the call was sent (clock.ts). */
  time?: (headers: Headers, sentAt: number) => void;
} = { epoch: () => null, session: null, trace: null, failure: null, outOfService: null };
