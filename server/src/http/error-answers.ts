import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../db/away.ts';
import { refuse, type Refused } from './call.ts';
import { sendRefusal } from './endpoints.ts';

const framework: Record<string, () => Refused> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => refuse('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => refuse('BODY_TOO_LARGE'),
};

/** The embedded database is usually back within this time; an external one may take longer. */
const awaySeconds = 5;

/**
 * Turns errors of the framework and failures into refusals; a failure is logged with its correlation id, and the answer
 * does not explain it. While the database is unavailable, every call that needs it is refused with 503.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = framework[error.code];
    if (known) return sendRefusal(reply, known());
    if (error.statusCode !== undefined && error.statusCode < 500) {
      // A GET has no body: its address is refused, such as one that leaves the folder of the files.
      if (request.method === 'GET' || request.method === 'HEAD') return answerUnknownAddress(request, reply);
      return sendRefusal(reply, refuse('MALFORMED_BODY'));
    }
    if (isDatabaseAway(error)) {
      const { message } = error;
      request.log.warn(
        { reason: message, correlationId: request.id, route: request.routeOptions.url },
        'database away',
      );
      return sendRefusal(reply, refuse('UNAVAILABLE', {}, { retryAfterSeconds: awaySeconds }));
    }
    request.log.error({ err: error, correlationId: request.id, route: request.routeOptions.url }, 'request failed');
    return sendRefusal(reply, refuse('UNEXPECTED'));
  });
}

const calls = Object.values(api as Record<string, Endpoint>).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The answer to an unknown address: 405 if another method would work, otherwise 404. */
export function answerUnknownAddress(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const methods = calls.filter((call) => call.pattern.test(path)).map((call) => call.method);
  if (methods.length === 0 || methods.some((method) => method === request.method))
    return sendRefusal(reply, refuse('NOT_FOUND'));
  return sendRefusal(reply.header('allow', methods.join(', ')), refuse('METHOD_NOT_ALLOWED'));
}
