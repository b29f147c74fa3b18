import type { Endpoint } from '@florin/contract/endpoint';

/** A call under way, for whoever measures it. */
export interface CallSpan {
  /** Sent with the call, so that the server's log can be tied to it. */
  headers: Readonly<Record<string, string>>;
  /** `status` is null where no answer came. */
  end(status: number | null, correlationId: string | null): void;
}

/** Who measures calls, and who hears of answers that are none, or that the site is closed; nobody until they are there. */
export const callWatchers: {
  trace: ((endpoint: Endpoint) => CallSpan | null) | null;
  fault: ((error: Error, correlationId: string | null) => void) | null;
  outOfService: (() => void) | null;
} = { trace: null, fault: null, outOfService: null };
