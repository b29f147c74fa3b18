import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { decideDelivery, storeDelivery, type RealProcessor } from '../../../core/processor-intake/webhooks.ts';
import { refuse } from '../../../http/call.ts';
import { sendRefusal } from '../../../http/endpoints.ts';
import { CardProcessorError, type ProcessorWebhooks } from '../../../ports/card-processor/card-processor.ts';
import type { Delivery } from '../../../ports/card-processor/incoming.ts';

/** The address for the webhooks of a card processor. */
const pathOf = (processor: RealProcessor) => `/webhooks/card-processor/${processor}`;

/** Transactions of Lithic come with all their events. */
const bodyBytes = 1024 * 1024;

/**
 * POST /webhooks/card-processor/stripe and /lithic: requests to decide a purchase, which the answer decides, and events,
 * which are stored, answered, and applied by a job. Accepted only with the processor's signature over the body. Not
 * endpoints of the contract: they answer the processor. They exist only for the processors that are configured.
 */
export function registerProcessorWebhooks(app: FastifyInstance, context: Context): void {
  for (const name of ['stripe', 'lithic'] as const) {
    const webhooks = context.cardProcessors[name]?.webhooks;
    if (!webhooks) continue;
    register(app, context, name, webhooks);
    app.addHook('onReady', () => webhooks.prepare());
  }
}

const isName = (text: string) => text.length > 0 && text.length <= 200;
/** Whether its id, type and moment fit the columns of `processor_webhook`. */
const isStorable = ({ id, type, at }: Delivery) => isName(id) && isName(type) && !Number.isNaN(at.getTime());

function register(app: FastifyInstance, context: Context, name: RealProcessor, webhooks: ProcessorWebhooks): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: bodyBytes },
      (_request, body, done) => done(null, body),
    );
    scope.post<{ Body: Buffer | undefined }>(pathOf(name), { bodyLimit: bodyBytes }, async (request, reply) => {
      try {
        const { headers, body = Buffer.alloc(0) } = request;
        // PostgreSQL stores no U+0000.
        if (body.includes('\\u0000')) throw new CardProcessorError(`${name}: U+0000`);
        const delivery = await webhooks.read({ headers, body });
        if (!isStorable(delivery)) throw new CardProcessorError(`${name}: not a delivery`, 'refused');
        const isNew = await storeDelivery(context, name, delivery);
        if (!delivery.isDecision) return await reply.code(isNew ? 202 : 200).send({});
        const decision = await decideDelivery(context, name, delivery);
        const answer = webhooks.answer(delivery.payload, decision);
        return await reply.code(200).headers(answer.headers).type('application/json').send(answer.body);
      } catch (error) {
        if (!(error instanceof CardProcessorError)) throw error;
        request.log.warn({ correlationId: request.id, reason: error.message }, 'webhook refused');
        return sendRefusal(reply, refuse(error.failure === 'signature' ? 'FORBIDDEN' : 'MALFORMED_BODY'));
      }
    });
  });
}
