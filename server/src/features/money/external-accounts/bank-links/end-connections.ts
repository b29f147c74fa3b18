import type { Context } from '../../../../context.ts';
import type { Database } from '../../../../db/open.ts';
import { OpenBankingError } from '../../../../ports/open-banking/open-banking.ts';
import { accessTokenOf } from './connections.ts';

/** The access tokens of those connections of the installation's provider that no account uses. */
export async function unusedConnections(tx: Database, context: Context, ids: readonly string[]): Promise<string[]> {
  const { openBanking: bank } = context;
  if (!bank || ids.length === 0) return [];
  const connections = await tx
    .selectFrom('bank_connection')
    .select(['id', 'access_sealed'])
    .where('id', 'in', ids)
    .where('method', '=', bank.method)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('external_account')
            .select('external_account.id')
            .whereRef('connection_id', '=', 'bank_connection.id'),
        ),
      ),
    )
    .execute();
  return connections.map((connection) => accessTokenOf(context, connection));
}

/** Ends connections that no account needs. The accounts do not depend on its success. */
export async function endConnections(
  { openBanking: bank, log }: Context,
  accessTokens: readonly string[],
): Promise<void> {
  for (const accessToken of accessTokens)
    await bank?.disconnect(accessToken).catch((error: unknown) => {
      if (!(error instanceof OpenBankingError)) throw error;
      log.warn({ reason: error.message }, 'a bank connection that is not needed stays at the provider');
    });
}
