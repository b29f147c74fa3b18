import type * as contract from '@florin/contract/program/site';
import type { HandlersOf } from '../../../http/call.ts';
import { programOfVisitor, siteFor } from '../../../identity/sessions/site-of-visitor.ts';

export const siteRoutes: HandlersOf<typeof contract> = {
  siteConfig: async ({ context, client, input }) => ({
    status: 200,
    body: await siteFor(context, { ...client, customSlug: input.query.customSlug }),
  }),
  branding: async ({ context, client, input }) => ({
    status: 200,
    body: (await programOfVisitor(context, { ...client, customSlug: input.query.customSlug })).branding,
  }),
};
