import { Uuid } from '@florin/contract/fields';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../http/call.ts';
import { sendRefusal } from '../../../http/endpoints.ts';
import { readAsset } from '../../../core/program/queries.ts';

const Address = v.object({ programId: Uuid, kind: v.picklist(['logo', 'splash', 'favicon']) });

/** An SVG can contain scripts and links; opened by itself it may only be painted. */
const assetPolicy = "default-src 'none'; style-src 'unsafe-inline'";
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * GET /branding/{programId}/{kind}: a program's logo, splash or favicon. The address with the current `v` may be cached
 * for ever; any other is revalidated by its ETag. Not an endpoint of the contract, because its answer is no JSON.
 */
export function registerProgramAssets(app: FastifyInstance, context: Pick<Context, 'db'>): void {
  app.get<{ Querystring: { v?: string } }>('/branding/:programId/:kind', async (request, reply) => {
    const address = v.safeParse(Address, request.params);
    const asset = address.success
      ? await readAsset(context.db, address.output.programId, address.output.kind)
      : undefined;
    if (!asset) return sendRefusal(reply, refuse('NOT_FOUND'));
    const tag = `"${asset.hash}"`;
    const current = request.query.v === asset.hash;
    reply
      .header('etag', tag)
      .header('cache-control', current ? `public, max-age=${yearSeconds}, immutable` : 'public, no-cache')
      .header('content-security-policy', assetPolicy);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.type(asset.media_type).send(asset.content);
  });
}
