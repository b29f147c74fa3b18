import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../http/call.ts';
import { ipPrefixOf } from '../../../http/client.ts';
import { sendRefusal } from '../../../http/endpoints.ts';
import { escapeHtml } from '../../../core/messages/mail-layout.ts';
import { validateTwilioSignature } from '../../../ports/sms/twilio-signature.ts';
import { noteDelivery } from './delivery.ts';
import { helpText } from '../../../core/inbound-texts/help.ts';
import { receiveText } from '../../../core/inbound-texts/inbound.ts';
import { twilioStatusPath, twilioTextsPath } from './twilio-paths.ts';

type Form = Record<string, string[]>;

const InboundText = v.object({
  From: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  Body: v.optional(v.string(), ''),
  /** Present if Twilio has answered the keyword itself (Advanced Opt-Out). */
  OptOutType: v.optional(v.string()),
});
const DeliveryStatus = v.object({
  To: v.pipe(v.string(), v.regex(/^\+[1-9]\d{6,14}$/)),
  MessageStatus: v.string(),
  ErrorCode: v.optional(v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number))),
});

/**
 * POST /webhooks/twilio/texts and /webhooks/twilio/status: texts from phones, and the delivery status of ours. Accepted
 * only with Twilio's signature over the public address and every field. Not endpoints of the contract: they take forms
 * and answer Twilio. They exist only if texts go through Twilio.
 */
export function registerTwilioWebhooks(app: FastifyInstance, context: Context): void {
  const { sms, publicOrigin } = context.config;
  if (sms.kind !== 'twilio') return;
  const { authToken } = sms;
  const isTwilios = (request: FastifyRequest, form: Form) => {
    const signature = request.headers['x-twilio-signature'];
    return (
      typeof signature === 'string' &&
      validateTwilioSignature(authToken, `${publicOrigin}${request.url}`, form, signature)
    );
  };
  const originOf = (request: FastifyRequest) => ({ correlationId: request.id, ipPrefix: ipPrefixOf(request.ip) });

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, formOf(String(body))),
    );
    scope.post<{ Body: Form | undefined }>(twilioTextsPath, async (request, reply) => {
      const form = request.body ?? {};
      if (!isTwilios(request, form)) return sendRefusal(reply, refuse('FORBIDDEN'));
      const text = v.safeParse(InboundText, single(form));
      if (!text.success) return reply.type('text/xml').send(twiml(null));
      const { From: from, Body, OptOutType } = text.output;
      const keyword = await receiveText(context, originOf(request), { from, text: OptOutType ?? Body });
      const help = keyword === 'help' && OptOutType === undefined ? helpText(await programName(context)) : null;
      return reply.type('text/xml').send(twiml(help));
    });
    scope.post<{ Body: Form | undefined; Querystring: { message?: unknown } }>(
      twilioStatusPath,
      async (request, reply) => {
        const form = request.body ?? {};
        if (!isTwilios(request, form)) return sendRefusal(reply, refuse('FORBIDDEN'));
        const status = v.safeParse(DeliveryStatus, single(form));
        const { message } = request.query;
        if (status.success && typeof message === 'string')
          await noteDelivery(context, originOf(request), {
            messageId: message,
            to: status.output.To,
            status: status.output.MessageStatus,
            errorCode: status.output.ErrorCode ?? null,
          });
        return reply.code(204).send();
      },
    );
  });
}

function formOf(body: string): Form {
  const params = new URLSearchParams(body);
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

const single = (form: Form) => Object.fromEntries(Object.entries(form).map(([name, [first]]) => [name, first]));

const twiml = (message: string | null): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${message === null ? '' : `<Message>${escapeHtml(message)}</Message>`}</Response>`;

async function programName({ db }: Context): Promise<string> {
  const { name } = await db
    .selectFrom('program')
    .select('name')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  return name;
}
