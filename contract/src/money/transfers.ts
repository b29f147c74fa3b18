import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { ExportFormat, exportLimit, exportTypes } from '../exports.ts';
import { line, listOf, Uuid } from '../fields.ts';
import { bankTransfer } from '../limits.ts';
import { Money } from '../money.ts';
import { pageOf, pageQuery } from '../pages.ts';

/** IN: from the bank account to the program, an ACH debit · OUT: to the bank account, an ACH credit. */
export const TransferDirection = v.picklist(['IN', 'OUT'], 'format');
export type TransferDirection = v.InferOutput<typeof TransferDirection>;

/**
 * The states of a transfer (field reference 4.5). SETTLED can still be returned · REVERSED: taken back by us ·
 * DECLINED: the bank did not take it.
 */
export const TransferStatus = v.picklist(['PENDING', 'SETTLED', 'DECLINED', 'RETURNED', 'REVERSED', 'CANCELED']);
export type TransferStatus = v.InferOutput<typeof TransferStatus>;

/**
 * The stage of a transfer, for the sentence that people read. SCHEDULED: it can be canceled until it is sent · SENT:
 * the bank has it · HELD: settled, and not available yet because it can be returned.
 */
export const TransferStage = v.picklist(
  ['SCHEDULED', 'SENT', 'HELD', 'DONE', 'DECLINED', 'RETURNED', 'REVERSED', 'CANCELED'],
  'format',
);
export type TransferStage = v.InferOutput<typeof TransferStage>;

/**
 * The steps of a transfer, and the states in which each is possible. The server changes the state only by this table.
 */
export const transferSteps = {
  send: { from: ['SCHEDULED'], to: { status: 'PENDING', stage: 'SENT' } },
  cancel: { from: ['SCHEDULED'], to: { status: 'CANCELED', stage: 'CANCELED' } },
  decline: { from: ['SCHEDULED', 'SENT'], to: { status: 'DECLINED', stage: 'DECLINED' } },
  /** A deposit is held; a withdrawal is done. */
  settle: { from: ['SENT'], to: { status: 'SETTLED', stage: 'HELD' } },
  release: { from: ['HELD'], to: { status: 'SETTLED', stage: 'DONE' } },
  return: { from: ['SENT', 'HELD', 'DONE'], to: { status: 'RETURNED', stage: 'RETURNED' } },
  reverse: { from: ['HELD', 'DONE'], to: { status: 'REVERSED', stage: 'REVERSED' } },
} as const satisfies Record<
  string,
  { from: readonly TransferStage[]; to: { status: TransferStatus; stage: TransferStage } }
>;
export type TransferStep = keyof typeof transferSteps;

/** Whether a transfer at this stage can take the step. */
export const mayStep = (step: TransferStep, stage: TransferStage): boolean =>
  (transferSteps[step].from as readonly TransferStage[]).includes(stage);

/** A transfer between the business and one of its bank accounts. Dates are yyyy-mm-dd. */
export const BankTransfer = v.object({
  id: v.string(),
  direction: TransferDirection,
  amount: Money,
  status: TransferStatus,
  stage: TransferStage,
  bankAccount: v.object({ id: v.string(), bankName: v.string(), last4: v.string() }),
  note: v.nullable(v.string()),
  requestedBy: v.string(),
  requestedAt: v.string(),
  /** Can be canceled until then. */
  sendsAt: v.string(),
  settlesOn: v.string(),
  /** Of a deposit: when it can be spent; null for a withdrawal. */
  availableOn: v.nullable(v.string()),
  /** A return of ach-returns.ts, by its code. */
  returnCode: v.nullable(v.string()),
});
export type BankTransfer = v.InferOutput<typeof BankTransfer>;

export const BankTransferDetail = v.object({
  ...BankTransfer.entries,
  /** Oldest first. */
  timeline: v.array(
    v.object({
      step: v.picklist(['request', 'send', 'cancel', 'decline', 'settle', 'release', 'return', 'reverse']),
      /** Null: the bank or the time did it. */
      by: v.nullable(v.string()),
      at: v.string(),
      returnCode: v.nullable(v.string()),
    }),
  ),
});
export type BankTransferDetail = v.InferOutput<typeof BankTransferDetail>;

const filters = {
  direction: v.optional(TransferDirection),
  status: v.optional(v.pipe(v.string('type'), v.picklist(TransferStatus.options, 'format'))),
  /** Any of them. */
  stage: v.optional(listOf(TransferStage)),
};

export const transfers = endpoint({
  method: 'GET',
  path: '/api/transfers',
  summary: 'Transfers with the bank accounts of the business, newest first',
  access: 'session',
  permission: 'transfers.view',
  query: v.object({ ...pageQuery, ...filters }),
  answers: { 200: pageOf(BankTransfer) },
  errors: [],
});

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/api/transfers/export',
  summary: 'Transfers with the bank accounts of the business as a CSV or XLSX file, filtered as the list',
  access: 'session',
  permission: 'transfers.view',
  limit: exportLimit,
  query: v.object({ ...filters, format: ExportFormat }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

export const transfer = endpoint({
  method: 'GET',
  path: '/api/transfers/{id}',
  summary: 'One transfer with everything that happened to it',
  access: 'session',
  permission: 'transfers.view',
  params: v.object({ id: Uuid }),
  answers: { 200: BankTransferDetail },
  errors: [],
});

/** The account's figures beside the bank's. */
export const transferFigures = endpoint({
  method: 'GET',
  path: '/api/transfer-figures',
  summary: 'What is available, on its way, and outstanding',
  access: 'session',
  permission: 'transfers.view',
  answers: {
    200: v.object({
      available: Money,
      /** Deposits that cannot be spent yet. */
      incoming: Money,
      /** Withdrawals that have not settled. */
      outgoing: Money,
      /** What the business owes because a deposit was returned after it had been spent. */
      outstanding: Money,
      /** Whether the business can withdraw: a line of credit cannot. */
      mayWithdraw: v.boolean(),
    }),
  },
  errors: [],
});

const order = {
  direction: TransferDirection,
  externalAccountId: Uuid,
  /** Minor units. */
  amount: v.pipe(
    v.number('type'),
    v.safeInteger('format'),
    v.minValue(bankTransfer.minCents, 'tooShort'),
    v.maxValue(bankTransfer.maxCents, 'tooLong'),
  ),
};

export const previewTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/preview',
  summary: 'When a transfer would be sent, settle and be available; nothing moves',
  access: 'session',
  permission: 'transfers.make',
  body: v.object(order),
  answers: {
    200: v.object({
      sendsAt: v.string(),
      settlesOn: v.string(),
      availableOn: v.nullable(v.string()),
      /** What is available now, and after the transfer. A deposit counts only once it is available. */
      account: v.object({ before: Money, after: Money }),
      isCovered: v.boolean(),
    }),
  },
  errors: ['BUSINESS_NOT_OPEN', 'STEP_NOT_POSSIBLE'],
});

export const createTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers',
  summary: 'Move money between the business and one of its validated bank accounts',
  access: 'session',
  permission: 'transfers.make',
  limit: { per: 'session', requests: 30, windowSeconds: 600 },
  body: v.object({
    ...order,
    note: v.optional(v.nullable(line(bankTransfer.noteMaxLength))),
    idempotencyKey: Uuid,
  }),
  answers: { 201: BankTransferDetail },
  errors: [
    'STEP_UP_REQUIRED',
    'BUSINESS_NOT_OPEN',
    'BANK_UNAVAILABLE',
    'INSUFFICIENT_FUNDS',
    'STEP_NOT_POSSIBLE',
    'IDEMPOTENCY_KEY_REUSED',
  ],
});

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/api/transfers/{id}/cancel',
  summary: 'Cancel a transfer that was not sent to the bank yet',
  access: 'session',
  permission: 'transfers.make',
  params: v.object({ id: Uuid }),
  body: v.object({}),
  answers: { 200: BankTransferDetail },
  errors: ['STEP_NOT_POSSIBLE'],
});
