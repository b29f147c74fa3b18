import { timingSafeEqual } from 'node:crypto';
import { microDeposits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import { recordEvent, type EventSubject, type Origin } from '../../../core/audit/events.ts';
import { amountsMac, triesLeft, type Amounts } from './rules.ts';
import { validateAccount } from './validate.ts';

interface Try {
  accountId: string;
  amounts: Amounts;
  by: 'session' | 'link';
  /** The person for the audit; the link alone identifies nobody. */
  subject: EventSubject;
}

type Refusal = Refused<'DEPOSITS_NOT_SENT' | 'DEPOSIT_AMOUNTS_WRONG' | 'VALIDATION_LOCKED' | 'VALIDATION_OVER'>;

/**
 * Tries two amounts. The try is counted before it is checked, by one guarded update, so that three tries stay three
 * however many arrive at once; the last wrong one locks the account for good.
 * @returns null if the account is validated now
 */
export async function tryAmounts(
  tx: Database,
  context: Context,
  origin: Origin,
  { accountId, amounts, by, subject }: Try,
): Promise<Refusal | null> {
  // One after the other: the next one reads the result of this one.
  const businessId = await lockBusiness(tx, accountId);
  const counted = await tx
    .updateTable('micro_deposit')
    .from('external_account')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .whereRef('external_account.id', '=', 'external_account_id')
    .where('external_account_id', '=', accountId)
    .where('status', '=', 'AWAITINGMINIDEPOSIT')
    .where('tries', '<', microDeposits.triesAtMost)
    .where('sent_at', 'is not', null)
    .returning(['tries', 'amounts_mac'])
    .executeTakeFirst();
  if (!counted) return whyNot(tx, accountId);

  const { tries, amounts_mac: mac } = counted;
  if (timingSafeEqual(mac, amountsMac(context, accountId, amounts))) {
    await validateAccount(tx, context, origin, { accountId, businessId, by, subject });
    return null;
  }
  await recordEvent(tx, context, origin, {
    type: 'bank_validation_fail',
    details: { account: accountId, by, tries },
    ...subject,
  });
  if (triesLeft(tries) > 0) return refuse('DEPOSIT_AMOUNTS_WRONG', { TriesLeft: triesLeft(tries) });
  await tx
    .updateTable('external_account')
    .set({ status: 'VALIDATIONFAILED' })
    .where('id', '=', accountId)
    .where('status', '=', 'AWAITINGMINIDEPOSIT')
    .execute();
  await recordEvent(tx, context, origin, {
    type: 'bank_validation_lock',
    details: { account: accountId, by },
    ...subject,
  });
  return refuse('VALIDATION_LOCKED');
}

/** Why no try was counted. */
async function whyNot(tx: Database, accountId: string): Promise<Refusal> {
  const account = await tx
    .selectFrom('external_account')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (account.status === 'ACTIVE') return refuse('VALIDATION_OVER');
  return refuse(account.status === 'VALIDATIONFAILED' ? 'VALIDATION_LOCKED' : 'DEPOSITS_NOT_SENT');
}

/** Locks the business of an account before its accounts: adding one uses the same order (add.ts). */
async function lockBusiness(tx: Database, accountId: string): Promise<string> {
  const { id } = await tx
    .selectFrom('business')
    .innerJoin('external_account', 'external_account.business_id', 'business.id')
    .select('business.id')
    .where('external_account.id', '=', accountId)
    .forNoKeyUpdate('business')
    .executeTakeFirstOrThrow();
  return id;
}
