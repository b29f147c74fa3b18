import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { refuse } from '../../../../http/call.ts';
import { ipPrefixOf } from '../../../../http/client.ts';
import { sendRefusal } from '../../../../http/endpoints.ts';
import { recordEvent, type Origin } from '../../../../core/audit/events.ts';
import { OpenBankingError, type BankEvent } from '../../../../ports/open-banking/open-banking.ts';
import { validateAccount } from '../validate.ts';
import { itemIndex } from './connections.ts';

/** The address for the webhooks of the open banking provider. */
export const bankWebhookPath = '/webhooks/open-banking';

/**
 * POST /webhooks/open-banking: the bank wants a new sign-in, or got one. Accepted only with the provider's signature
 * over the body. Not an endpoint of the contract: it answers the provider, which repeats what was not accepted.
 */
export function registerBankWebhooks(app: FastifyInstance, context: Context): void {
  const { openBanking: bank } = context;
  if (!bank) return;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post<{ Body: Buffer | undefined }>(bankWebhookPath, async (request, reply) => {
      try {
        const event = await bank.readWebhook({ headers: request.headers, body: request.body ?? Buffer.alloc(0) });
        const origin = { correlationId: request.id, ipPrefix: ipPrefixOf(request.ip) };
        if (event) await applyBankEvent(context, origin, event);
        return await reply.code(204).send();
      } catch (error) {
        if (!(error instanceof OpenBankingError)) throw error;
        return sendRefusal(reply, refuse(error.failure === 'signature' ? 'FORBIDDEN' : 'BUSY'));
      }
    });
  });
}

/** The accounts of a connection, lost or restored. Repeated events change nothing. */
async function applyBankEvent(context: Context, origin: Origin, { kind, itemId }: BankEvent): Promise<void> {
  const { method } = context.openBanking!;
  await inTransaction(context.db, async (tx) => {
    const connection = await tx
      .selectFrom('bank_connection')
      .innerJoin('business', 'business.id', 'business_id')
      .select(['bank_connection.id', 'business_id as businessId'])
      .where('item_index', '=', itemIndex(context, method, itemId))
      .forNoKeyUpdate('business')
      .executeTakeFirst();
    if (!connection) return;
    const { id, businessId } = connection;
    const changed = await tx
      .updateTable('external_account')
      .set({ connection_active: kind === 'restored' })
      .where('connection_id', '=', id)
      .where('connection_active', '=', kind === 'lost')
      .returning('id')
      .execute();
    if (changed.length === 0) return;
    await recordEvent(tx, context, origin, {
      type: kind === 'lost' ? 'bank_connection_lost' : 'bank_connection_restored',
      details: { connection: id },
      businessId,
    });
    if (kind === 'restored')
      for (const { id: accountId } of changed)
        await validateAccount(tx, context, origin, { accountId, businessId, by: 'bank', subject: { businessId } });
  });
}
