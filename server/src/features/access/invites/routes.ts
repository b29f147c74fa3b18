import type { Handlers } from '../../../http/call.ts';
import { resend, revoke } from './change.ts';
import { create } from './create.ts';
import { unlock } from './locked-cards.ts';
import { team } from './team.ts';

export const invitesRoutes: Pick<
  Handlers,
  'teamMembers' | 'createInvite' | 'resendInvite' | 'revokeInvite' | 'unlockRegistration'
> = {
  teamMembers: team,
  createInvite: create,
  resendInvite: resend,
  revokeInvite: revoke,
  unlockRegistration: unlock,
};
