import type * as contract from '@florin/contract/invites';
import type { HandlersOf } from '../../../http/call.ts';
import { resendInvite, revokeInvite } from './change.ts';
import { createInvite } from './create.ts';
import { unlockRegistration } from './locked-cards.ts';
import { invites, lockedRegistrations } from './list.ts';
import { teamMembers } from './team.ts';

export const invitesRoutes: HandlersOf<typeof contract> = {
  teamMembers,
  invites,
  lockedRegistrations,
  createInvite,
  resendInvite,
  revokeInvite,
  unlockRegistration,
};
