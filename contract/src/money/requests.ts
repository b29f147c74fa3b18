import * as v from 'valibot';
import { CardKind } from '../cards/card-states.ts';
import { Shipping } from '../cards/shipping.ts';
import { DeclineCode } from '../cards/decline-codes.ts';
import { endpoint } from '../endpoint.ts';
import { RequestKind, RequestStatus } from './request-states.ts';
import { exportLimit, ExportFormat, exportTypes } from '../exports.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { freeText, line, listOf, text, Uuid } from '../fields.ts';
import { cardRequest } from '../limits.ts';
import { Money, PositiveAmount } from '../money.ts';
import { pageOf, pageQuery } from '../pages.ts';
import type { Permission } from '../permissions.ts';
import { HourWindow, ListField } from '../cards/policies/spend-rules.ts';

/** The permission that decides requests of a kind. */
export const decidingPermission = {
  FUNDING: 'funding-requests.decide',
  LIMIT: 'limit-requests.decide',
  UNBLOCK: 'unblock-requests.decide',
  CARD: 'card-requests.decide',
} as const satisfies Record<RequestKind, Permission>;

/** The period of a limit that is to be raised, or that a new card gets. */
export const RequestPeriod = v.picklist(['PURCHASE', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'LIFETIME'], 'format');
export type RequestPeriod = v.InferOutput<typeof RequestPeriod>;

/** The fields that each kind needs and may have; all others are refused. */
export const requestFields = {
  FUNDING: { needs: ['cardId', 'amount'], may: ['declinedTransactionId'] },
  LIMIT: { needs: ['cardId', 'until'], may: ['amount', 'period', 'countries', 'declinedTransactionId'] },
  UNBLOCK: { needs: ['cardId'], may: ['until', 'declinedTransactionId', 'exception'] },
  CARD: { needs: ['cardName', 'cardKind'], may: ['amount', 'period'] },
} as const satisfies Record<RequestKind, { needs: readonly string[]; may: readonly string[] }>;

const aboutOf = v.picklist([...ListField.options, 'hours'], 'format');
/** What an exception from the rules of a card lets through, and nothing else of a purchase. */
const RequestedException = v.object({
  about: aboutOf,
  /** Name of the category or the merchant, code of the country or state, presence; null for hours. */
  value: v.nullable(v.string()),
});
export type RequestedException = v.InferOutput<typeof RequestedException>;

/** An exception as it is asked for, in the terms of a rule: a category by its code or the key of its group. */
const AskedException = v.object({
  about: aboutOf,
  /** Null for hours. A merchant is named in full. */
  value: v.nullable(line(80)),
});
export type AskedException = v.InferOutput<typeof AskedException>;

const DeclinedPurchase = v.object({
  merchant: v.string(),
  at: v.string(),
  amount: Money,
  code: v.nullable(DeclineCode),
  /** Merchant category code, ISO 18245. */
  mcc: v.number(),
  country: v.string(),
  /**
   * What the tightest rule or the balance would have allowed; null in lists, and if the decline was not about an
   * amount.
   */
  left: v.nullable(Money),
});

const Person = v.object({ membershipId: v.string(), name: v.string() });

/** A request as lists show it. */
export const CardRequest = v.object({
  id: v.string(),
  kind: RequestKind,
  status: RequestStatus,
  requestedBy: Person,
  /** The card it is about; null for a new card. */
  card: v.nullable(v.object({ id: v.string(), kind: CardKind, name: v.nullable(v.string()), last4: v.string() })),
  /** What was asked for. LIMIT: how much more in the period. CARD: the limit of the new card. */
  amount: v.nullable(Money),
  period: v.nullable(RequestPeriod),
  /** ISO 3166-1 alpha-2; LIMIT only. */
  countries: v.array(v.string()),
  /** Of the new card. */
  cardName: v.nullable(v.string()),
  cardKind: v.nullable(CardKind),
  /** The end of the raise, or of what is allowed. */
  until: v.nullable(v.string()),
  /** In the person's words; null where the decline says it all. */
  purpose: v.nullable(v.string()),
  /** The purchase that was declined before. */
  declinedTransactionId: v.nullable(v.string()),
  /** The same; null also for those who may not see purchases. */
  declined: v.nullable(DeclinedPurchase),
  requestedAt: v.string(),
  /** Pending until then. */
  expiresAt: v.string(),
  decision: v.nullable(
    v.object({
      /** Null if it expired without a decision. */
      by: v.nullable(v.string()),
      at: v.string(),
      /** What was approved, which may differ from the request. */
      amount: v.nullable(Money),
      until: v.nullable(v.string()),
      note: v.nullable(v.string()),
      /** The card that an approval issued. */
      cardId: v.nullable(v.string()),
    }),
  ),
});
export type CardRequest = v.InferOutput<typeof CardRequest>;

export const RequestEventKind = v.picklist(['CREATED', 'NOTE', 'APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED']);
export type RequestEventKind = v.InferOutput<typeof RequestEventKind>;

/** A request with everything that happened to it, oldest first. */
export const CardRequestDetail = v.object({
  ...CardRequest.entries,
  timeline: v.array(
    v.object({
      kind: RequestEventKind,
      /** Null: the time did it. */
      by: v.nullable(v.string()),
      at: v.string(),
      amount: v.nullable(Money),
      note: v.nullable(v.string()),
    }),
  ),
  /** Who can decide it, without the person who decides with this answer; the first decision counts. */
  deciders: v.array(v.string()),
  /**
   * UNBLOCK with an end, of a card that works at some hours only: those hours, in the time zone of the business. Null for
   * others, and for those who may not see what it is about.
   */
  hours: v.nullable(v.object({ windows: v.array(HourWindow), timeZone: v.string() })),
  /** LIMIT, once it is approved: what each limit that was raised became, and until when. Null for others. */
  raised: v.nullable(
    v.object({
      /** An administrator may end it before the end that was approved. */
      until: v.string(),
      limits: v.array(v.object({ limit: Money, period: RequestPeriod, group: v.nullable(v.string()) })),
    }),
  ),
});
export type CardRequestDetail = v.InferOutput<typeof CardRequestDetail>;

const change = v.object({ before: Money, after: Money });
/** A limit that an approval raises, as it is now. */
const RaisedLimit = v.object({
  limit: Money,
  /** Below zero where more is spent than it now allows. Null for those who may not see what cards are used for. */
  left: v.nullable(Money),
  period: RequestPeriod,
  policyName: v.string(),
  /** The name of the category group that it is for; null for all purchases. */
  group: v.nullable(v.string()),
});
/** What an administrator sees before the decision. */
export const CardRequestForDecision = v.object({
  ...CardRequestDetail.entries,
  /** FUNDING while pending: what an approval of the requested amount changes. Null if no money moves. */
  effect: v.nullable(v.object({ card: change, business: change })),
  /**
   * LIMIT while pending: the limit that an approval raises, as it is now. Null if the business has set none, or another
   * thing is asked for.
   */
  raises: v.nullable(
    v.object({
      ...RaisedLimit.entries,
      /** What the limit is after the end of the raise; null where there is none then. */
      again: v.nullable(Money),
      /**
       * Others that are raised, too, as far as it takes: of the same period by as much, of other periods by what the
       * purchase that was declined takes.
       */
      also: v.array(RaisedLimit),
      /** By how much temporary changes raised the limit since this was asked for, for a declined purchase. */
      since: Money,
      /** Whether the declined purchase would go through now. False for those who may not see what cards are used for. */
      allowedNow: v.boolean(),
      /**
       * The least that another limit, of this name, or the money leaves for such a purchase, whatever is approved; its
       * policy is null for the money. Null for those who may not see what cards are used for.
       */
      next: v.nullable(v.object({ left: Money, policyName: v.nullable(v.string()) })),
      /**
       * Limits of a number of purchases that let no further one through, whatever is approved. Their period is null since
       * a date. Empty for those who may not see what cards are used for.
       */
      usedUp: v.array(
        v.object({
          purchases: v.number(),
          period: v.nullable(RequestPeriod),
          policyName: v.string(),
          group: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  /** LIMIT and UNBLOCK while pending: the policies of the card with other rules, which an approval leaves as they are. */
  kept: v.array(v.string()),
  /**
   * UNBLOCK with an end: what an approval allows, for those who may decide it. Where the business shows nobody what cards
   * are used for, it is all that they see of the purchase.
   */
  exception: v.nullable(RequestedException),
  /** Decided requests of the same person and kind in the last 90 days. */
  earlier: v.object({
    approved: v.number(),
    rejected: v.number(),
    /** The latest of them. `amount`: as it was approved or asked for. */
    last: v.nullable(
      v.object({
        status: v.picklist(['APPROVED', 'REJECTED']),
        at: v.string(),
        by: v.nullable(v.string()),
        amount: v.nullable(Money),
      }),
    ),
  }),
  /** Whether the caller may decide this kind. */
  mayDecide: v.boolean(),
});
export type CardRequestForDecision = v.InferOutput<typeof CardRequestForDecision>;

/**
 * The pages to which mails lead; `?open=` names the request. The page asks for a decision; the link alone decides
 * nothing.
 */
export const requestPages = { deciding: '/cards/requests', own: '/funding-requests' } as const;

const byId = v.object({ id: Uuid });
const Note = v.optional(v.nullable(freeText(cardRequest.noteMaxLength)));
const acts = { per: 'session', requests: 60, windowSeconds: 600 } as const;
/** Each sends mails. */
const words = { per: 'session', requests: 20, windowSeconds: 600 } as const;

export const createRequest = endpoint({
  method: 'POST',
  path: '/api/my-requests',
  summary: 'Ask for money on a card, a higher limit, the end of a freeze, or another card',
  access: 'session',
  permission: 'requests.make',
  limit: words,
  body: v.object({
    kind: RequestKind,
    cardId: v.optional(v.nullable(Uuid)),
    amount: v.optional(v.nullable(PositiveAmount)),
    period: v.optional(v.nullable(RequestPeriod)),
    countries: v.optional(
      v.pipe(
        v.array(v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format'))),
        v.maxLength(cardRequest.countriesAtMost, 'tooLong'),
      ),
    ),
    cardName: v.optional(v.nullable(line(80))),
    cardKind: v.optional(v.nullable(CardKind)),
    until: v.optional(v.nullable(Timestamp)),
    /**
     * Needed unless a declined purchase is named that administrators may see, and always for the end of a freeze.
     */
    purpose: v.optional(v.nullable(line(cardRequest.purposeMaxLength))),
    /** To the person who decides. */
    note: Note,
    declinedTransactionId: v.optional(v.nullable(Uuid)),
    /** UNBLOCK with an end: what is to be allowed, where nothing was declined yet. */
    exception: v.optional(v.nullable(AskedException)),
    idempotencyKey: Uuid,
  }),
  answers: { 201: CardRequestDetail },
  errors: ['CARD_STATE', 'STEP_NOT_POSSIBLE', 'IDEMPOTENCY_KEY_REUSED', 'BUSINESS_NOT_OPEN'],
});

const filters = {
  kind: v.optional(listOf(RequestKind)),
  /** DECIDED: everything that is not pending. */
  status: v.optional(listOf(v.picklist([...RequestStatus.options, 'DECIDED'], 'format'))),
  order: v.optional(v.picklist(['ASC', 'DESC'], 'format'), 'DESC'),
};

/** Of a list, on its first page alone. */
const totals = v.optional(
  v.nullable(
    v.object({
      requests: v.number(),
      /** Pending ones, whatever the filters. */
      waiting: v.number(),
    }),
  ),
);
const RequestPage = v.object({ ...pageOf(CardRequest).entries, totals });

export const myRequests = endpoint({
  method: 'GET',
  path: '/api/my-requests',
  summary: 'The requests of the signed-in cardholder',
  access: 'session',
  permission: 'requests.make',
  query: v.object({ ...filters, ...pageQuery }),
  answers: { 200: RequestPage },
  errors: [],
});

export const myRequest = endpoint({
  method: 'GET',
  path: '/api/my-requests/{id}',
  summary: 'One request of the signed-in cardholder: its timeline, and who decides it',
  access: 'session',
  permission: 'requests.make',
  params: byId,
  answers: { 200: CardRequestDetail },
  errors: [],
});

export const requestDeciders = endpoint({
  method: 'GET',
  path: '/api/request-deciders',
  summary: 'Who would decide a request of the signed-in cardholder, before it is made',
  access: 'session',
  permission: 'requests.make',
  query: v.object({
    kind: RequestKind,
    /** UNBLOCK with an end: it shows what a purchase was declined for. */
    exception: v.optional(v.picklist(['true', 'false'], 'format'), 'false'),
  }),
  answers: { 200: v.object({ names: v.array(v.string()) }) },
  errors: [],
});

export const cancelRequest = endpoint({
  method: 'POST',
  path: '/api/my-requests/{id}/cancel',
  summary: 'Withdraw a request that is not decided',
  access: 'session',
  permission: 'requests.make',
  limit: acts,
  params: byId,
  body: v.object({}),
  answers: { 200: CardRequestDetail },
  errors: ['REQUEST_NOT_PENDING'],
});

const noteBody = v.object({
  note: v.pipe(freeText(cardRequest.noteMaxLength), v.nonEmpty('missing')),
  idempotencyKey: Uuid,
});

export const addNoteToMyRequest = endpoint({
  method: 'POST',
  path: '/api/my-requests/{id}/notes',
  summary: 'Write a note to the people who decide the request',
  access: 'session',
  permission: 'requests.make',
  limit: words,
  params: byId,
  body: noteBody,
  answers: { 200: CardRequestDetail },
  errors: ['REQUEST_NOT_PENDING'],
});

const view = {
  ...filters,
  membershipId: v.optional(listOf(Uuid)),
  cardId: v.optional(listOf(Uuid)),
  /** In the reason, the name of a new card, the name or last four digits of the card, or the name of the person. */
  text: v.optional(text(80)),
};

export const requests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary: 'The requests of the cardholders of the business, newest first unless ordered otherwise',
  access: 'session',
  permission: 'requests.view',
  query: v.object({ ...view, ...pageQuery }),
  answers: { 200: RequestPage },
  errors: [],
});

/** The columns of the list of requests that can be switched off. */
export const requestColumns = ['person', 'reason', 'card', 'state', 'asked', 'decided'] as const;
export type RequestColumn = (typeof requestColumns)[number];

export const exportRequests = endpoint({
  method: 'GET',
  path: '/api/requests/export',
  summary: 'The requests of the cardholders as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'requests.view',
  limit: exportLimit,
  query: v.object({
    ...view,
    format: ExportFormat,
    /** Columns that the file leaves out, separated by commas. */
    hide: v.optional(listOf(v.picklist(requestColumns, 'format'))),
  }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const request = endpoint({
  method: 'GET',
  path: '/api/requests/{id}',
  summary: 'One request with what its approval changes',
  access: 'session',
  permission: 'requests.view',
  params: byId,
  answers: { 200: CardRequestForDecision },
  errors: [],
});

/** Only one decision counts; repeating it with the same key gives the same answer. */
export const approveRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/approve',
  summary: 'Approve a request as asked for, or with another amount or end',
  access: 'session',
  permission: 'requests.decide',
  limit: acts,
  params: byId,
  body: v.object({
    /** An amount that differs from the request. */
    amount: v.optional(v.nullable(PositiveAmount)),
    /** An end that differs from the request. */
    until: v.optional(v.nullable(Timestamp)),
    /** CARD: where a physical card is sent, which needs a fresh proof. */
    shipping: v.optional(v.nullable(Shipping)),
    note: Note,
    idempotencyKey: Uuid,
  }),
  answers: { 200: CardRequestForDecision },
  errors: [
    'REQUEST_NOT_PENDING',
    'INSUFFICIENT_FUNDS',
    'CARD_STATE',
    'CARD_LIMIT_REACHED',
    'STEP_NOT_POSSIBLE',
    'IDEMPOTENCY_KEY_REUSED',
    'BUSINESS_NOT_OPEN',
    'STEP_UP_REQUIRED',
  ],
});

export const rejectRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/reject',
  summary: 'Reject a request, with a note to the cardholder',
  access: 'session',
  permission: 'requests.decide',
  limit: acts,
  params: byId,
  body: v.object({
    note: v.pipe(freeText(cardRequest.noteMaxLength), v.nonEmpty('missing')),
    idempotencyKey: Uuid,
  }),
  answers: { 200: CardRequestForDecision },
  errors: ['REQUEST_NOT_PENDING', 'IDEMPOTENCY_KEY_REUSED'],
});

export const addNoteToRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/notes',
  summary: 'Write a note to the cardholder who asks',
  access: 'session',
  permission: 'requests.decide',
  limit: words,
  params: byId,
  body: noteBody,
  answers: { 200: CardRequestForDecision },
  errors: ['REQUEST_NOT_PENDING'],
});
