import { isAchReturnCode, achReturns } from '@florin/contract/money/ach-returns';
import { calendarDate } from '@florin/contract/dates/dates';
import type { TransferStage, TransferStep } from '@florin/contract/money/transfers';
import { addDays } from '@florin/contract/money/bank-days';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { mailAdministrators } from '../../../core/notices/mail-administrators.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AchBank, AchEntry, BankMovement } from '../../../ports/bank/ach.ts';
import { bankDateOf, openingOf } from '../../../ports/bank/bank-hours.ts';
import { DeliveryError } from '../../../ports/mail/mail.ts';
import type { TransferRow } from './queries.ts';
import { takeStep } from './steps.ts';

const batchSize = 500;

/** How long the bank may take to answer. */
const answerWithinSeconds = 30;

/**
 * The job that moves transfers on: sends what is due, hands it to the bank, takes over what the bank says, and releases
 * deposits whose hold is over. Each transfer moves in a transaction of its own and each step once, however many
 * processes run it. A bank that is silent or answers nonsense holds up none of the other steps. Deposits are released
 * last, so that a return that has arrived is taken over before its deposit can be spent.
 * @param options.withinSeconds how long the bank may take to answer
 * @throws AggregateError of what failed, once everything else is done: operators see the job as failed
 */
export async function moveTransfers(
  context: Context,
  bank: AchBank,
  { withinSeconds = answerWithinSeconds } = {},
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  };
  const patient: AchBank = {
    sendEntries: (entries) => answerOf(bank.sendEntries(entries), withinSeconds),
    movements: () => answerOf(bank.movements(), withinSeconds),
    confirm: (movement) => answerOf(bank.confirm(movement), withinSeconds),
  };
  await attempt(() => sendDue(context));
  await attempt(() => handOver(context, patient));
  await attempt(async () => {
    for (const movement of v.parse(Movements, await patient.movements()))
      await attempt(() => follow(context, patient, v.parse(Movement, movement)));
  });
  await attempt(() => releaseHeld(context));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(' · '));
}

/** @throws DeliveryError if the bank does not answer in time */
async function answerOf<T>(answer: Promise<T>, withinSeconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new DeliveryError('the bank does not answer', { permanent: false })),
      withinSeconds * 1000,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The bank's answers are of another house, so their shape is checked before they are used. */
const Movements = v.array(v.unknown());
const Movement = v.object({
  reference: v.pipe(v.string(), v.uuid()),
  kind: v.picklist(['SETTLED', 'RETURNED', 'DECLINED']),
  returnCode: v.nullable(v.pipe(v.string(), v.regex(/^R\d\d$/))),
});

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

/** The stages of a transfer for which an outcome is already recorded. */
const recorded: Record<BankMovement['kind'], readonly TransferStage[]> = {
  SETTLED: ['HELD', 'DONE', 'RETURNED', 'REVERSED'],
  RETURNED: ['RETURNED'],
  DECLINED: ['DECLINED'],
};

/**
 * Takes over an outcome. One that does not fit the transfer changes nothing and stays unconfirmed, so that the bank
 * reports it until an operator has settled it.
 */
async function follow(context: Context, bank: AchBank, movement: BankMovement): Promise<void> {
  const { reference: id, kind, returnCode } = movement;
  const known = await context.db
    .selectFrom('bank_transfer')
    .select(['business_id as businessId', 'stage'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw new Error(`the bank reports ${kind} of ${id}, which nobody sent`);
  if (!recorded[kind].includes(known.stage))
    await inTransaction(context.db, async (tx) => {
      const moved = await takeStep(tx, context, { id, ...known }, steps[kind], { returnCode });
      if (!moved && !recorded[kind].includes(await stageOf(tx, id)))
        throw new Error(`the bank reports ${kind} of ${id}, which is ${known.stage}`);
      if (moved && kind !== 'SETTLED') await mailReturn(tx, context, moved, returnCode);
    });
  await bank.confirm(movement);
}

async function stageOf(db: Database, id: string): Promise<TransferStage> {
  const { stage } = await db.selectFrom('bank_transfer').select('stage').where('id', '=', id).executeTakeFirstOrThrow();
  return stage;
}

async function releaseHeld(context: Context): Promise<void> {
  const now = context.clock.now();
  const today = bankDateOf(now);
  // Before the bank opens, those of the days before are due still: a clock that is moved on may never pass an opening.
  const until = now < openingOf(today) ? addDays(today, -1) : today;
  const due = await context.db
    .selectFrom('bank_transfer')
    .select(['id', 'business_id as businessId'])
    .where('stage', '=', 'HELD')
    .where('available_on', '<=', until)
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
