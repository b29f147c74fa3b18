import type { Handlers } from '../../../http/call.ts';
import { programOfVisitor, siteFor } from '../../../identity/sessions/site-of-visitor.ts';

export const siteRoutes: Pick<Handlers, 'siteConfig' | 'branding'> = {
  siteConfig: async ({ context, client, input }) => ({
    status: 200,
    body: await siteFor(context, { ...client, customSlug: input.query.customSlug }),
  }),
  branding: async ({ context, client, input }) => ({
    status: 200,
    body: (await programOfVisitor(context, { ...client, customSlug: input.query.customSlug })).branding,
  }),
};
