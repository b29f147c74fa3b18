import * as v from 'valibot';
import type { CardKind } from './card-states.ts';
import { DeclineCode } from './decline-codes.ts';
import { endpoint } from '../endpoint.ts';
import { ExportFormat, exportLimit, exportTypes } from '../exports.ts';
import { Timestamp } from '../dates/timestamp.ts';
import { freeText, listOf, requiredFreeText, text, Uuid } from '../fields.ts';
import { selectedAtMost, transactionNote, transactionReport } from '../limits.ts';
import { Money } from '../money.ts';
import { RequestKind, RequestStatus } from '../money/request-states.ts';
import { AmountPeriod, GroupKey, HourWindow, PolicyLayer, Rule } from './policies/spend-rules.ts';
import {
  CardEventType,
  DecisionOutcome,
  EventFlag,
  FeeKind,
  HoldReason,
  Presence,
  TransactionStatus,
} from './transaction-states.ts';

/** A fee is a line of its own under its purchase. `basisPoints`: its rate; null for a fixed fee. */
const FeeLine = v.object({
  id: v.string(),
  kind: FeeKind,
  at: v.string(),
  amount: Money,
  basisPoints: v.nullable(v.number()),
});

/** The amount still reserved. It is released at `until` unless the merchant settles before. */
const HoldLine = v.object({ amount: Money, until: v.string(), reason: HoldReason });

/** As `CardKind`, without the tables of its module, which the pages of purchases do not need. */
const kind = v.picklist(['VIRTUAL', 'PHYSICAL'] satisfies CardKind[]);

/** A transaction in a list. Amounts are positive for money spent and negative for money returned. */
export const TransactionLine = v.object({
  id: v.string(),
  at: v.string(),
  status: TransactionStatus,
  merchant: v.object({
    id: v.string(),
    name: v.string(),
    city: v.nullable(v.string()),
    state: v.nullable(v.string()),
    /** ISO 3166-1 alpha-2. */
    country: v.string(),
    /** Merchant category code, ISO 18245. */
    mcc: v.number(),
  }),
  card: v.object({ id: v.string(), last4: v.string(), kind, name: v.nullable(v.string()) }),
  /** Null where the card has no holder in the business. */
  cardholder: v.nullable(v.object({ membershipId: v.string(), name: v.string() })),
  presence: Presence,
  /** Settled plus on hold minus returned, without fees. For a decline, the requested amount. */
  amount: Money,
  /** The amount in the merchant's currency, if it is a different currency. */
  merchantAmount: v.nullable(Money),
  requested: Money,
  settled: Money,
  returned: Money,
  hold: v.nullable(HoldLine),
  fees: v.array(FeeLine),
  /** Of a decline or a partial approval. */
  declineCode: v.nullable(DeclineCode),
  note: v.nullable(v.string()),
});
export type TransactionLine = v.InferOutput<typeof TransactionLine>;

/** One step of the timeline. `held`: what was on hold after it. */
const TransactionEvent = v.object({
  id: v.string(),
  type: CardEventType,
  at: v.string(),
  amount: Money,
  merchantAmount: v.nullable(Money),
  outcome: v.nullable(DecisionOutcome),
  declineCode: v.nullable(DeclineCode),
  /** What was approved; less than `amount` after a partial approval. */
  approved: v.nullable(Money),
  held: Money,
  /** How long the decision took. */
  milliseconds: v.nullable(v.number()),
  flags: v.array(EventFlag),
});
export type TransactionEvent = v.InferOutput<typeof TransactionEvent>;

/** A rule that was evaluated, as it was at that time. */
const TracedRule = v.object({
  layer: PolicyLayer,
  policyId: v.string(),
  policyName: v.string(),
  /** The policy version, which never changes, and the position of the rule in it. */
  version: v.number(),
  index: v.number(),
  rule: Rule,
  code: DeclineCode,
  /** The amount that it allowed; null if it set no limit, 0 if it refused. */
  room: v.nullable(Money),
  /** The tightest of all. */
  binds: v.boolean(),
  /** When its limit resets; null if it is not a limit or has no period. */
  resetsAt: v.nullable(v.string()),
});

/** Why a purchase was decided as it was. */
const DecisionTrace = v.object({
  eventId: v.string(),
  available: Money,
  /** What decided: a rule, the balance, or the state of the card or its account. */
  binds: v.nullable(v.picklist(['RULE', 'FUNDS', 'CARD'])),
  /** In the order of the layers. */
  rules: v.array(TracedRule),
  /** The groups of categories that the rules name, as their versions kept them. */
  groups: v.array(v.object({ key: v.string(), name: v.string() })),
  /** What the versions in shadow would have answered. */
  shadow: v.nullable(v.object({ outcome: DecisionOutcome, code: v.nullable(DeclineCode) })),
});

/** Why a purchase was declined, as far as its cardholder may know. */
const DeclineFacts = v.object({
  /** The amount that would have been approved; null if the decline was not about an amount. */
  left: v.nullable(Money),
  /** The card's own limit that decided; null if another limit or none did. */
  limit: v.nullable(v.object({ limit: Money, period: AmountPeriod, resetsAt: v.nullable(v.string()) })),
  /** Where a limit bound that several cards use up together: its figures tell what others spend, and no raise of one card lifts it. */
  shared: v.nullable(v.object({ of: v.picklist(['group', 'business']), resetsAt: v.nullable(v.string()) })),
  /** When the card works, in the zone of the business, by the rule that refused the hour; null if none did. */
  hours: v.nullable(v.object({ windows: v.array(HourWindow), timeZone: v.string() })),
  /** The cardholder's latest request about this purchase. */
  request: v.nullable(
    v.object({
      id: v.string(),
      kind: RequestKind,
      status: RequestStatus,
      at: v.string(),
      decidedBy: v.nullable(v.string()),
      decidedAt: v.nullable(v.string()),
      /** The end of the approval. */
      until: v.nullable(v.string()),
    }),
  ),
});

/** What is wrong with a purchase. */
export const ReportReason = v.picklist(
  ['NOT_MADE', 'WRONG_AMOUNT', 'CHARGED_TWICE', 'NOT_RECEIVED', 'NOT_REFUNDED', 'WRONGLY_DECLINED', 'OTHER'],
  'format',
);
export type ReportReason = v.InferOutput<typeof ReportReason>;

/** The problems that can be reported for each status. A decline has moved no money. */
export const reportReasonsOf = (status: TransactionStatus): readonly ReportReason[] =>
  status === 'DECLINED'
    ? ['NOT_MADE', 'WRONGLY_DECLINED', 'OTHER']
    : ReportReason.options.filter((reason) => reason !== 'WRONGLY_DECLINED');

/** A report of a problem. One is open at a time. */
const TransactionReport = v.object({
  id: v.string(),
  reason: ReportReason,
  text: v.string(),
  /** The number that people quote to support. */
  reference: v.string(),
  by: v.string(),
  /** It is the reader's own. */
  isOwn: v.boolean(),
  at: v.string(),
  /** Null while it is open. */
  closed: v.nullable(v.object({ by: v.string(), at: v.string(), answer: v.nullable(v.string()) })),
});
export type TransactionReport = v.InferOutput<typeof TransactionReport>;

const Transaction = v.object({
  ...TransactionLine.entries,
  /** Null if it was not declined. */
  decline: v.nullable(DeclineFacts),
  /** Oldest first. */
  reports: v.array(TransactionReport),
  /** Oldest first. */
  events: v.array(TransactionEvent),
});

/** A number in a query: digits of a safe integer. */
const minorUnits = v.pipe(
  v.string('type'),
  v.regex(/^-?\d{1,16}$/, 'format'),
  v.transform(Number),
  v.safeInteger('format'),
);

const Cursor = v.pipe(v.string('type'), v.regex(/^[A-Za-z0-9_-]{1,200}$/, 'format'));
const PageLimit = v.optional(
  v.pipe(v.string('type'), v.regex(/^([1-9]\d?|100)$/, 'format'), v.transform(Number)),
  '50',
);

const filters = {
  /** Words, each a part of the merchant's name, the city, the note, or the holder's name. */
  text: v.optional(text(80)),
  /** Part of the merchant's name alone. */
  merchant: v.optional(text(80)),
  /** Minor units. */
  amountFrom: v.optional(minorUnits),
  amountTo: v.optional(minorUnits),
  /** Moments: the first included, and the first not included. */
  from: v.optional(Timestamp),
  to: v.optional(Timestamp),
  status: v.optional(listOf(TransactionStatus)),
  cardId: v.optional(listOf(Uuid)),
  mcc: v.optional(listOf(v.pipe(v.string('type'), v.regex(/^\d{4}$/, 'format'), v.transform(Number)))),
  /** Groups of merchant categories: built-in keys, or ids of the business's own. */
  categoryGroup: v.optional(listOf(GroupKey)),
  country: v.optional(listOf(v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format')))),
  /** true: declined ones only; false: all others. */
  declined: v.optional(v.picklist(['true', 'false'], 'format')),
  hasFee: v.optional(v.picklist(['true', 'false'], 'format')),
  /** AMOUNT sorts only the newest rows of the view, back to `searchedBackTo`. */
  sort: v.optional(v.picklist(['TIME', 'AMOUNT'], 'format'), 'TIME'),
  order: v.optional(v.picklist(['DESC', 'ASC'], 'format'), 'DESC'),
  cursor: v.optional(Cursor),
  limit: PageLimit,
};

/**
 * A page of a list. The search with a rare filter is bounded: if `searchedBackTo` is set, the rows back to that moment
 * have been searched, and the cursor continues from there, even if the page is not full.
 */
const Page = v.object({
  items: v.array(TransactionLine),
  nextCursor: v.nullable(v.string()),
  searchedBackTo: v.nullable(v.string()),
  /** The sums of the whole view, on its first page and only where the view is small enough to be added up at once. */
  totals: v.nullable(
    v.object({
      transactions: v.number(),
      settled: Money,
      held: Money,
      returned: Money,
      /** Refunds that merchants have announced and not sent yet. */
      incoming: Money,
      fees: Money,
    }),
  ),
});

/** Further parameters of an export: its format, and the ids of selected rows. */
const exported = { format: ExportFormat, id: v.optional(listOf(Uuid, selectedAtMost)) };
const { cursor: _cursor, limit: _limit, ...view } = filters;

/** Exactly the rows of a list, each with the sum of its fees, as a file that is streamed. */
export const exportTransactions = endpoint({
  method: 'GET',
  path: '/api/transactions/export',
  summary: 'Transactions of the business as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'transactions.view',
  limit: exportLimit,
  query: v.object({ ...view, ...exported, membershipId: v.optional(listOf(Uuid)) }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const exportMyTransactions = endpoint({
  method: 'GET',
  path: '/api/my-transactions/export',
  summary: 'The cardholder’s own transactions as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'my-transactions.view',
  limit: exportLimit,
  query: v.object({ ...view, ...exported }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

/** The purchases of the administrator's business, newest first. */
export const transactions = endpoint({
  method: 'GET',
  path: '/api/transactions',
  summary: 'Transactions of the business, filtered and sorted, page by page',
  access: 'session',
  permission: 'transactions.view',
  query: v.object({ ...filters, membershipId: v.optional(listOf(Uuid)) }),
  answers: { 200: Page },
  errors: [],
});

const suggested = {
  query: v.object({ text: text(80) }),
  /** `transactions`: how many of the latest ones. */
  answers: { 200: v.object({ items: v.array(v.object({ name: v.string(), transactions: v.number() })) }) },
  errors: [],
} as const;

/** For a search that finds nothing. */
export const suggestedMerchants = endpoint({
  method: 'GET',
  path: '/api/transactions/suggested-merchants',
  summary: 'Merchants of the business whose names are nearest to a text',
  access: 'session',
  permission: 'transactions.view',
  ...suggested,
});

export const mySuggestedMerchants = endpoint({
  method: 'GET',
  path: '/api/my-transactions/suggested-merchants',
  summary: 'Merchants of the cardholder’s own transactions whose names are nearest to a text',
  access: 'session',
  permission: 'my-transactions.view',
  ...suggested,
});

export const transaction = endpoint({
  method: 'GET',
  path: '/api/transactions/{id}',
  summary: 'One transaction with its timeline and the reasons of its decisions',
  access: 'session',
  permission: 'transactions.view',
  params: v.object({ id: Uuid }),
  answers: { 200: v.object({ ...Transaction.entries, traces: v.array(DecisionTrace) }) },
  errors: [],
});

const note = v.object({
  note: v.nullable(freeText(transactionNote.maxLength)),
  /** The note as it was read; null where there was none. If another has been written since, the answer is VERSION_CONFLICT. */
  replaces: v.optional(v.nullable(text(transactionNote.maxLength))),
});

/** All or none: another's transaction is not found. A note that one has is replaced. */
export const noteTransactions = endpoint({
  method: 'POST',
  path: '/api/transactions/notes',
  summary: 'Write the same note on several transactions',
  access: 'session',
  permission: 'transactions.note',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: v.object({
    ids: v.pipe(v.array(Uuid, 'type'), v.nonEmpty('missing'), v.maxLength(selectedAtMost, 'tooLong')),
    note: requiredFreeText(transactionNote.maxLength),
    /**
     * The notes as they were read, by transaction; one that is missing had none. If any has changed since, the answer is
     * VERSION_CONFLICT, and nothing is written.
     */
    replaces: v.optional(v.record(Uuid, text(transactionNote.maxLength))),
  }),
  answers: { 204: null },
  errors: ['VERSION_CONFLICT'],
});

export const noteTransaction = endpoint({
  method: 'PATCH',
  path: '/api/transactions/{id}',
  summary: 'Write, change or remove the note on a transaction',
  access: 'session',
  permission: 'transactions.note',
  params: v.object({ id: Uuid }),
  body: note,
  answers: { 204: null },
  errors: ['VERSION_CONFLICT'],
});

const reported = {
  limit: { per: 'session', requests: 20, windowSeconds: 600 },
  body: v.object({ reason: ReportReason, text: requiredFreeText(transactionReport.maxLength) }),
} as const;
const ofReport = v.object({ id: Uuid, reportId: Uuid });

/** Mails support. STEP_NOT_POSSIBLE: a report is open. */
export const reportTransaction = endpoint({
  method: 'POST',
  path: '/api/transactions/{id}/reports',
  summary: 'Report a problem with a transaction of the business',
  access: 'session',
  permission: 'transactions.report',
  params: v.object({ id: Uuid }),
  ...reported,
  answers: { 201: v.object({ reference: v.string() }) },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** STEP_NOT_POSSIBLE: it is closed. */
export const closeTransactionReport = endpoint({
  method: 'POST',
  path: '/api/transactions/{id}/reports/{reportId}/close',
  summary: 'Close a report of a problem, with an answer to the person who reported it',
  access: 'session',
  permission: 'transactions.report',
  params: ofReport,
  body: v.object({ answer: v.nullable(requiredFreeText(transactionReport.maxLength)) }),
  answers: { 204: null },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** The cardholder's own transactions over all their cards, closed ones too. */
export const myTransactions = endpoint({
  method: 'GET',
  path: '/api/my-transactions',
  summary: 'The cardholder’s own transactions, filtered and sorted, page by page',
  access: 'session',
  permission: 'my-transactions.view',
  query: v.object(filters),
  answers: { 200: Page },
  errors: [],
});

export const myTransaction = endpoint({
  method: 'GET',
  path: '/api/my-transactions/{id}',
  summary: 'One of the cardholder’s own transactions with its timeline',
  access: 'session',
  permission: 'my-transactions.view',
  params: v.object({ id: Uuid }),
  answers: { 200: Transaction },
  errors: [],
});

export const noteMyTransaction = endpoint({
  method: 'PATCH',
  path: '/api/my-transactions/{id}',
  summary: 'Write, change or remove the note on one’s own transaction',
  access: 'session',
  permission: 'my-transactions.note',
  params: v.object({ id: Uuid }),
  body: note,
  answers: { 204: null },
  errors: ['VERSION_CONFLICT'],
});

/** Mails the administrators who may see the purchase. STEP_NOT_POSSIBLE: a report is open. */
export const reportMyTransaction = endpoint({
  method: 'POST',
  path: '/api/my-transactions/{id}/reports',
  summary: 'Report a problem with one’s own transaction',
  access: 'session',
  permission: 'my-transactions.report',
  params: v.object({ id: Uuid }),
  ...reported,
  answers: { 201: v.object({ reference: v.string() }) },
  errors: ['STEP_NOT_POSSIBLE'],
});

/** STEP_NOT_POSSIBLE: it is closed. */
export const withdrawTransactionReport = endpoint({
  method: 'POST',
  path: '/api/my-transactions/{id}/reports/{reportId}/withdraw',
  summary: 'Take back one’s own report of a problem',
  access: 'session',
  permission: 'my-transactions.report',
  params: ofReport,
  body: v.object({}),
  answers: { 204: null },
  errors: ['STEP_NOT_POSSIBLE'],
});

/**
 * The figures of an account: available = posted − on hold + credit limit; incoming is not in the sum. Of a credit line,
 * posted is what is owed, below zero.
 */
const Figures = v.object({
  posted: Money,
  onHold: Money,
  creditLimit: Money,
  available: Money,
  incoming: Money,
});
/** The figure and its card; without a card, the account from which the business spends. */
const FigureName = v.picklist(['POSTED', 'ON_HOLD', 'INCOMING'], 'format');

/** FEES_OWED: the fees that the account could not pay, above zero while they are owed. No card owes any. */
const BusinessFigureName = v.picklist([...FigureName.options, 'FEES_OWED'], 'format');

const page = { cursor: v.optional(Cursor), limit: PageLimit };
/** The lines that add up to a figure, newest first. */
const FigureEntries = v.object({
  items: v.array(
    v.object({
      id: v.string(),
      at: v.string(),
      /** What it was for: the code of the ledger's transfer. */
      code: v.string(),
      description: v.string(),
      amount: Money,
      /** Of a posted entry: the account's balance after it. */
      balanceAfter: v.nullable(Money),
      /** Of a hold: when it is released. */
      until: v.nullable(v.string()),
      transactionId: v.nullable(v.string()),
      /** Of money between the account and a card. */
      card: v.nullable(v.object({ id: v.string(), kind, name: v.nullable(v.string()), last4: v.string() })),
      /** The run that moved it (card-funding.ts), for administrators. */
      fundingRunId: v.nullable(v.string()),
    }),
  ),
  nextCursor: v.nullable(v.string()),
});

export const balances = endpoint({
  method: 'GET',
  path: '/api/balances',
  summary: 'What the business, or one of its prefunded cards, has posted, on hold, available and incoming',
  access: 'session',
  permission: 'balances.view',
  query: v.object({ cardId: v.optional(Uuid) }),
  /** Null of a card that spends from its business. */
  answers: { 200: v.object({ figures: v.nullable(Figures) }) },
  errors: [],
});

export const balanceEntries = endpoint({
  method: 'GET',
  path: '/api/balances/entries',
  summary: 'The entries that a figure is made of, newest first',
  access: 'session',
  permission: 'balances.view',
  query: v.object({ figure: BusinessFigureName, ...page, cardId: v.optional(Uuid) }),
  answers: { 200: FigureEntries },
  errors: [],
});

export const myBalances = endpoint({
  method: 'GET',
  path: '/api/my-balances',
  summary: 'What the cardholder’s own prefunded card has posted, on hold, available and incoming',
  access: 'session',
  permission: 'my-balances.view',
  query: v.object({ cardId: Uuid }),
  answers: { 200: v.object({ figures: v.nullable(Figures) }) },
  errors: [],
});

export const myBalanceEntries = endpoint({
  method: 'GET',
  path: '/api/my-balances/entries',
  summary: 'The entries that a figure of the cardholder’s own card is made of, newest first',
  access: 'session',
  permission: 'my-balances.view',
  query: v.object({ figure: FigureName, ...page, cardId: Uuid }),
  answers: { 200: FigureEntries },
  errors: [],
});
