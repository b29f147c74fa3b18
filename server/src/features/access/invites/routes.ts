import type * as contract from '@florin/contract/invites';
import type { HandlersOf } from '../../../http/call.ts';
import { resendInvite, revokeInvite } from './change.ts';
import { createInvite } from './create.ts';
import { unlockRegistration } from './locked-cards.ts';
import { teamMembers } from './team.ts';

export const invitesRoutes: HandlersOf<typeof contract> = {
  teamMembers,
  createInvite,
  resendInvite,
  revokeInvite,
  unlockRegistration,
};
