import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import type { PermissionFlag } from '../permissions.ts';

/**
 * The kinds of changes, and the flags that an administrator needs to be notified of them. A cardholder is notified of
 * their own changes of every kind.
 */
export const eventKinds = {
  /** A purchase, refund or fee: authorized, declined, cleared or changed. */
  transaction: ['VIEW_CARD_TRANSACTIONS'],
  /** What a card or the business can spend. */
  balance: ['VIEW_ADMINISTRATION'],
  /** A request for funding, a limit, an unblock or a card: made, decided, canceled or expired. */
  request: ['VIEW_ADMINISTRATION'],
  card: ['VIEW_ADMINISTRATION'],
  policy: ['VIEW_ADMINISTRATION'],
  /** Money between the business and its bank. */
  transfer: ['VIEW_ADMINISTRATION'],
  /** What a person may do. */
  permissions: ['VIEW_ADMINISTRATION'],
  /** A saved view that is shared: saved, changed or deleted. */
  view: ['VIEW_ADMINISTRATION'],
  /** A change that waits for a second administrator: requested, decided or used. */
  change: ['VIEW_ADMINISTRATION'],
} as const satisfies Record<string, readonly PermissionFlag[]>;
export type EventKind = keyof typeof eventKinds;
const kinds = Object.keys(eventKinds) as EventKind[];

/** Notifies that something has changed. The client fetches the change with its own call. An event may be sent twice. */
export const ProgramEvent = v.object({
  /** `reset`: more has changed than can be listed, or the product's time was moved. */
  kind: v.picklist([...kinds, 'reset']),
  /**
   * The id of the changed transaction, request, card, transfer, membership or pending change; null if the kind has only
   * one object.
   */
  id: v.nullable(v.string()),
  /** ISO 8601. */
  at: v.string(),
});
export type ProgramEvent = v.InferOutput<typeof ProgramEvent>;

/** The id of an event. */
export const eventId = /^e\d{1,18}$/;

/**
 * Server-sent events for as long as the session lasts. The first is named `open` and carries the epoch of the session.
 * If the session ends, the last is named `end`. Every other event is a `ProgramEvent`. After a disconnection, the
 * caller sends the last id it has received.
 */
export const events = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'What changes in the current business, as it happens',
  access: 'session',
  limit: { per: 'session', requests: 120, windowSeconds: 60 },
  query: v.object({
    /** The last id received; the Last-Event-ID header has the same meaning. */
    after: v.optional(v.pipe(v.string('type'), v.regex(eventId, 'format'))),
  }),
  headers: { 'Last-Event-ID': 'The id of the last event seen, after a break.' },
  events: ProgramEvent,
  answers: { 200: null },
  errors: [],
});
