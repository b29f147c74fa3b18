import { timingSafeEqual } from 'node:crypto';
import { microDeposits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import { recordEvent, type EventSubject, type Origin } from '../../../core/audit/events.ts';
import { amountsMac, triesLeft, type Amounts } from './rules.ts';
import type { BusinessStatus } from '@florin/contract/user-info';
import { sql } from 'kysely';

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
    await validate(tx, { accountId, businessId, now: context.clock.now() });
    await recordEvent(tx, context, origin, {
      type: 'bank_account_validated',
      details: { account: accountId, by },
      ...subject,
    });
    if (await liftBankSuspension(tx, { accountId, businessId }))
      await recordEvent(tx, context, origin, {
        type: 'business_bank_suspension_lifted',
        details: { account: accountId, by },
        ...subject,
      });
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

/** The account works from now on, and replaces a primary one that does not. */
async function validate(
  tx: Database,
  { accountId, businessId, now }: { accountId: string; businessId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('external_account')
    .set({ status: 'ACTIVE', validated_at: now })
    .where('id', '=', accountId)
    .execute();
  await tx
    .updateTable('external_account')
    .set({ is_primary: false })
    .where('business_id', '=', businessId)
    .where('is_primary', '=', true)
    .where((eb) => eb.or([eb('status', '<>', 'ACTIVE'), eb('connection_active', '=', false)]))
    .execute();
  await tx
    .updateTable('external_account')
    .set({ is_primary: true })
    .where('id', '=', accountId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('external_account as other')
            .select('other.id')
            .where('other.business_id', '=', businessId)
            .where('other.is_primary', '=', true),
        ),
      ),
    )
    .execute();
}

/**
 * Ends a suspension for a lost bank once the primary account is connected again (decision 015). Only the operator ends
 * other suspensions, and this one if the validated account is not the primary one.
 * @returns whether there was one
 */
async function liftBankSuspension(
  tx: Database,
  { accountId, businessId }: { accountId: string; businessId: string },
): Promise<boolean> {
  const lifted = await tx
    .updateTable('business')
    .set({
      // An application that was in review when the bank was lost still is.
      status: sql<BusinessStatus>`case when operational then 'OPEN' else 'PENDING_REVIEW' end`,
      suspension_mode: null,
    })
    .where('id', '=', businessId)
    .where('status', '=', 'SUSPENDED')
    .where('suspension_mode', '=', 'PlaidConnectivity')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('external_account')
          .select('external_account.id')
          .where('external_account.id', '=', accountId)
          .where('is_primary', '=', true),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return lifted !== undefined;
}
