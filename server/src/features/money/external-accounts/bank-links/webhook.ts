import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../../context.ts';
import { refuse } from '../../../../http/call.ts';
import { ipPrefixOf } from '../../../../http/client.ts';
import { sendRefusal } from '../../../../http/endpoints.ts';
import type { Origin } from '../../../../core/audit/events.ts';
import { OpenBankingError, type BankEvent } from '../../../../ports/open-banking/open-banking.ts';
import { setConnectionState } from './connection-state.ts';
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
        const { headers, body = Buffer.alloc(0) } = request;
        const ipPrefix = ipPrefixOf(request.ip);
        const event = await bank.readWebhook({ headers, body, source: ipPrefix });
        const origin = { correlationId: request.id, ipPrefix };
        if (event) await applyBankEvent(context, origin, event);
        return await reply.code(204).send();
      } catch (error) {
        if (!(error instanceof OpenBankingError)) throw error;
        return sendRefusal(reply, refuse(error.failure === 'signature' ? 'FORBIDDEN' : 'BUSY'));
      }
    });
  });
}

async function applyBankEvent(context: Context, origin: Origin, { kind, itemId }: BankEvent): Promise<void> {
  const connection = await context.db
    .selectFrom('bank_connection')
    .select('id')
    .where('item_index', '=', itemIndex(context, context.openBanking!.method, itemId))
    .executeTakeFirst();
  if (connection) await setConnectionState(context, origin, connection.id, kind);
}
