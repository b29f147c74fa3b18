import { isAchReturnCode, achReturns } from '@florin/contract/ach-returns';
import { calendarDate } from '@florin/contract/dates';
import type { TransferStep } from '@florin/contract/transfers';
import type { Context } from '../../../context.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { mailAdministrators } from '../../../core/notices/mail-administrators.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AchBank, AchEntry, BankMovement } from '../../../ports/bank/ach.ts';
import { bankDateOf, openingOf } from '../../../ports/bank/bank-hours.ts';
import type { TransferRow } from './queries.ts';
import { takeStep } from './steps.ts';

const batchSize = 500;

/**
 * The job that moves transfers on: sends what is due, hands it to the bank, takes over what the bank says, and releases
 * deposits whose hold is over. Each transfer moves in a transaction of its own and each step once, however many
 * processes run it.
 */
export async function moveTransfers(context: Context, bank: AchBank): Promise<void> {
  await sendDue(context);
  await handOver(context, bank);
  for (const movement of await bank.movements()) await follow(context, bank, movement);
  await releaseHeld(context);
}

const step = (context: Context, transfer: { id: string; businessId: string }, what: TransferStep) =>
  inTransaction(context.db, (tx) => takeStep(tx, context, transfer, what));

async function sendDue(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('bank_transfer')
    .select(['id', 'business_id as businessId'])
    .where('stage', '=', 'SCHEDULED')
    .where('sends_at', '<=', context.clock.now())
    .orderBy('sends_at')
    .limit(batchSize)
    .execute();
  for (const transfer of due) await step(context, transfer, 'send');
}

/** A transfer is marked as sent before the bank gets it: from then on it cannot be canceled. A retry repeats its reference. */
async function handOver({ db, keys, clock }: Context, bank: AchBank): Promise<void> {
  const waiting = await db
    .selectFrom('bank_transfer')
    .innerJoin('external_account', 'external_account.id', 'external_account_id')
    .innerJoin('business', 'business.id', 'bank_transfer.business_id')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['bank_transfer.id', 'direction', 'amount', 'settles_on', 'bank_name', 'account_type'])
    .select(['external_account_id', 'number_sealed', 'program.name as programName'])
    .where('stage', '=', 'SENT')
    .where('handed_over_at', 'is', null)
    .limit(batchSize)
    .execute();
  if (waiting.length === 0) return;
  await bank.sendEntries(
    waiting.map((transfer): AchEntry => {
      const [routingNumber = '', accountNumber = ''] = keys
        .open(transfer.number_sealed, `external-account|${transfer.external_account_id}`)
        .toString()
        .split('|');
      const { bank_name: bankName, account_type: accountType } = transfer;
      return {
        reference: transfer.id,
        direction: transfer.direction,
        amount: transfer.amount,
        account: { bankName, accountType, routingNumber, accountNumber },
        from: transfer.programName,
        settlesOn: transfer.settles_on,
      };
    }),
  );
  await db
    .updateTable('bank_transfer')
    .set({ handed_over_at: clock.now() })
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute();
}

const steps = { SETTLED: 'settle', RETURNED: 'return', DECLINED: 'decline' } as const;

async function follow(context: Context, bank: AchBank, movement: BankMovement): Promise<void> {
  const { reference: id, kind, returnCode } = movement;
  const known = await context.db
    .selectFrom('bank_transfer')
    .select('business_id as businessId')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) context.log.error({ reference: id, kind }, 'the bank moved an entry that nobody sent');
  else
    await inTransaction(context.db, async (tx) => {
      const moved = await takeStep(tx, context, { id, ...known }, steps[kind], { returnCode });
      if (moved && kind !== 'SETTLED') await mailReturn(tx, context, moved, returnCode);
    });
  await bank.confirm(movement);
}

async function releaseHeld(context: Context): Promise<void> {
  const now = context.clock.now();
  const today = bankDateOf(now);
  if (now < openingOf(today)) return;
  const due = await context.db
    .selectFrom('bank_transfer')
    .select(['id', 'business_id as businessId'])
    .where('stage', '=', 'HELD')
    .where('available_on', '<=', today)
    .limit(batchSize)
    .execute();
  for (const transfer of due) await step(context, transfer, 'release');
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Mails the administrator who made a transfer, or those who may, that it has come back, or was not taken. */
async function mailReturn(tx: Database, context: Context, transfer: TransferRow, code: string | null): Promise<void> {
  const amount = dollars.format(Number(transfer.amount) / 100);
  const bank = `the account ending in ${transfer.last_four} at ${transfer.bank_name}`;
  const what =
    transfer.direction === 'IN' ? `the deposit of ${amount} from ${bank}` : `the withdrawal of ${amount} to ${bank}`;
  const reason = code !== null && isAchReturnCode(code) ? `${achReturns[code].title} (${code})` : code;
  const wasSpendable = transfer.direction === 'IN' && transfer.stage === 'DONE';
  const words = {
    title: 'A bank transfer has come back',
    paragraphs: [
      `${what}, due on ${calendarDate(transfer.settles_on)}, ${code === null ? 'was not accepted by the bank' : 'was returned'}.`,
      ...(reason === null ? [] : [`The bank's reason: ${reason}.`]),
      ...(wasSpendable
        ? ['The amount has been taken from your balance again. What it does not cover is outstanding.']
        : []),
    ],
  };
  const author = { personId: transfer.requesterId };
  const to = { businessId: transfer.business_id, author, permission: 'transfers.make' } as const;
  await mailAdministrators(tx, context, to, (letter) => letterMail(letter, words));
}
