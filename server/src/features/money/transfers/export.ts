import type { ExportFormat } from '@florin/contract/exports';
import type { TransferDirection, TransferStage } from '@florin/contract/money/transfers';
import type { Context } from '../../../context.ts';
import { decimal } from '../../../core/exports/cells.ts';
import { exportList } from '../../../core/exports/list-export.ts';
import { listTransfers, type TransferFilter } from './queries.ts';

const directions: Record<TransferDirection, string> = { IN: 'Deposit', OUT: 'Withdrawal' };
const stages: Record<TransferStage, string> = {
  SCHEDULED: 'Scheduled',
  SENT: 'Sent to the bank',
  HELD: 'Settled, on hold',
  DONE: 'Done',
  DECLINED: 'Declined by the bank',
  RETURNED: 'Returned',
  REVERSED: 'Reversed',
  CANCELED: 'Canceled',
};

/** Exactly the transfers of a list; withdrawals are below zero. */
export const exportTransfers = (
  context: Context,
  businessId: string,
  { format, ...filter }: TransferFilter & { format: ExportFormat },
) =>
  exportList(context, {
    businessId,
    format,
    what: 'bank transfers',
    titles: ({ zone }) => [
      `Date (${zone})`,
      'Time',
      'Direction',
      'Bank',
      'Last four digits',
      'State',
      'Amount',
      'Currency',
      'Sent on',
      'Settles on',
      'Available on',
      'Return code',
      'Requested by',
      'Note',
      'Transfer ID',
    ],
    read: (page) => listTransfers(context.db, businessId, { ...filter, ...page }),
    lines: (rows, { day, hour }) =>
      rows.map((row) => [
        day(row.requestedAt),
        hour(row.requestedAt),
        directions[row.direction],
        row.bankAccount.bankName,
        row.bankAccount.last4,
        stages[row.stage],
        decimal(BigInt(row.direction === 'OUT' ? -row.amount.amount : row.amount.amount)),
        row.amount.currency,
        row.stage === 'SCHEDULED' || row.stage === 'CANCELED' ? null : day(row.sendsAt),
        row.settlesOn,
        row.availableOn,
        row.returnCode,
        row.requestedBy,
        row.note,
        row.id,
      ]),
  });
