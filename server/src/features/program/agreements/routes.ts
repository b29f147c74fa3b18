import type * as contract from '@florin/contract/agreements';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { acceptAgreement } from './accept.ts';
import { findOwnAgreement } from './own.ts';
import { acceptanceOf } from './queries.ts';
import { standingOf } from './rules.ts';

export const agreementsRoutes: HandlersOf<typeof contract> = {
  ownAgreement: async ({ context, caller: session }) => ({ status: 200, body: await read(context, session) }),
  agreementStanding: async ({ context, caller: session }) => ({
    status: 200,
    body: (await read(context, session)).standing,
  }),
  acceptAgreement,
};

async function read(context: Context, { membershipId, personId }: CurrentSession) {
  const { agreement, rendered, account } = await findOwnAgreement(context, membershipId);
  const accepted = await acceptanceOf(context.db, personId, agreement, rendered.text.version);
  return { text: rendered.text, standing: standingOf(agreement, rendered.text.version, account, accepted) };
}
