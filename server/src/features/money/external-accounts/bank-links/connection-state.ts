import type { Context } from '../../../../context.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { housekeeping, recordEvent, type Origin } from '../../../../core/audit/events.ts';
import { OpenBankingError, type BankEvent } from '../../../../ports/open-banking/open-banking.ts';
import { validateAccount } from '../validate.ts';
import { accessTokenOf } from './connections.ts';

/** Sets the accounts of a connection to lost or restored. A repeated event changes nothing. */
export async function setConnectionState(
  context: Context,
  origin: Origin,
  connectionId: string,
  state: BankEvent['kind'],
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const { businessId } = await tx
      .selectFrom('bank_connection')
      .innerJoin('business', 'business.id', 'business_id')
      .select('business_id as businessId')
      .where('bank_connection.id', '=', connectionId)
      .forNoKeyUpdate('business')
      .executeTakeFirstOrThrow();
    const changed = await tx
      .updateTable('external_account')
      .set({ connection_active: state === 'restored' })
      .where('connection_id', '=', connectionId)
      .where('connection_active', '=', state === 'lost')
      .returning('id')
      .execute();
    if (changed.length === 0) return;
    await recordEvent(tx, context, origin, {
      type: state === 'lost' ? 'bank_connection_lost' : 'bank_connection_restored',
      details: { connection: connectionId },
      businessId,
    });
    if (state === 'restored')
      for (const { id: accountId } of changed)
        await validateAccount(tx, context, origin, { accountId, businessId, by: 'bank', subject: { businessId } });
  });
}

/**
 * Once a day: asks the provider about every working connection, because a webhook can be missed, and an installation
 * without a public address gets none.
 */
export async function checkConnections(context: Context): Promise<void> {
  const { openBanking: bank, db, log } = context;
  if (!bank) return;
  const connections = await db
    .selectFrom('bank_connection')
    .select(['id', 'access_sealed'])
    .where('method', '=', bank.method)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('external_account')
          .select('external_account.id')
          .whereRef('connection_id', '=', 'bank_connection.id')
          .where('connection_active', '=', true),
      ),
    )
    .execute();
  for (const connection of connections) {
    const isLost = await bank.isLoginRequired(accessTokenOf(context, connection)).catch((error: unknown) => {
      if (!(error instanceof OpenBankingError)) throw error;
      if (error.failure !== 'gone') log.warn({ reason: error.message }, 'a bank connection could not be checked');
      return error.failure === 'gone';
    });
    if (isLost) await setConnectionState(context, housekeeping, connection.id, 'lost');
  }
}
