import { Uuid } from '@florin/contract/fields';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../http/call.ts';
import { sendRefusal } from '../../../http/endpoints.ts';
import { readIconContent } from '../../../core/business-icon/queries.ts';

const Address = v.object({ businessId: Uuid });
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * GET /branding/business/{businessId}/icon?v={hash}: the icon of a business, from this origin, so that the page's
 * policy needs no other. Only the address with the current hash finds it. Not an endpoint of the contract: its answer
 * is no JSON.
 */
export function registerBusinessIcons(app: FastifyInstance, context: Pick<Context, 'db'>): void {
  app.get<{ Querystring: { v?: string } }>('/branding/business/:businessId/icon', async (request, reply) => {
    const address = v.safeParse(Address, request.params);
    const icon = address.success ? await readIconContent(context.db, address.output.businessId) : undefined;
    if (!icon || request.query.v !== icon.hash) return sendRefusal(reply, refuse('NOT_FOUND'));
    return reply
      .header('cache-control', `private, max-age=${yearSeconds}, immutable`)
      .header('content-security-policy', "default-src 'none'")
      .type(icon.media_type)
      .send(icon.content);
  });
}
