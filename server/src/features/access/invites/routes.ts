import type * as contract from '@florin/contract/access/invites';
import type { HandlersOf } from '../../../http/call.ts';
import { resendInvite, revokeInvite } from './change.ts';
import { createInvite } from './create.ts';
import { unlockRegistration } from './locked-cards.ts';
import { invites, lockedRegistrations } from './list.ts';

export const invitesRoutes: HandlersOf<typeof contract> = {
  invites,
  lockedRegistrations,
  createInvite,
  resendInvite,
  revokeInvite,
  unlockRegistration,
};
