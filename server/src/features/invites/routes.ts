import type { Handlers } from '../../http/call.ts';
import { resend, revoke } from './change.ts';
import { create } from './create.ts';
import { team } from './team.ts';

export const invitesRoutes: Pick<Handlers, 'teamMembers' | 'createInvite' | 'resendInvite' | 'revokeInvite'> = {
  teamMembers: team,
  createInvite: create,
  resendInvite: resend,
  revokeInvite: revoke,
};
