import type * as contract from '@florin/contract/program/legal-texts';
import type { HandlersOf } from '../../../http/call.ts';
import { programOfVisitor } from '../../../identity/sessions/site-of-visitor.ts';
import { renderOnce } from '../../../ports/legal-texts/render.ts';

export const legalTextsRoutes: HandlersOf<typeof contract> = {
  legalText: async ({ context, client, input }) => {
    const program = await programOfVisitor(context, { ...client, customSlug: input.query.customSlug });
    const { text } = renderOnce(context.texts.of(input.params.name, program.slug), program);
    return { status: 200, body: text };
  },
};
