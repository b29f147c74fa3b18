import type { Handlers } from '../../http/call.ts';
import { programFor } from './queries.ts';
import { siteFor } from './site.ts';

export const siteRoutes: Pick<Handlers, 'siteConfig' | 'branding'> = {
  siteConfig: async ({ context, client, input }) => ({
    status: 200,
    body: await siteFor(context, client.hostname, input.query.customSlug),
  }),
  branding: async ({ context, client, input }) => ({
    status: 200,
    body: (await programFor(context, client.hostname, input.query.customSlug)).branding,
  }),
};
