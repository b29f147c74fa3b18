import { shortProfile, verifyInvite } from '@florin/contract/registration';
import { call, CallFailure } from '../../../api.ts';
import { thisDevice } from '../../../session/device.ts';

export interface Invitation {
  businessName: string;
  name: string;
}

/** What became of an invite code: an invitation, worthless, or a failure that says nothing about the code. */
export type Found =
  | { kind: 'invitation'; invitation: Invitation }
  | { kind: 'worthless' }
  | { kind: 'failure'; correlationId: string | null };

/** Resolves an invite code (specification, section 7). It uses nothing up. It never rejects. */
export async function findInvitation(inviteCode: string, signal: AbortSignal): Promise<Found> {
  try {
    const invite = await call(verifyInvite, { body: { inviteCode, ...thisDevice() } }, { signal });
    if (!invite.ok) return invite.code === 'INVITE_INVALID' ? { kind: 'worthless' } : failure(invite.correlationId);
    const profile = await call(shortProfile, {}, { signal, bearer: invite.body.access_token });
    if (!profile.ok) return failure(profile.correlationId);
    const { businessName, firstName, lastName } = profile.body;
    return { kind: 'invitation', invitation: { businessName, name: `${firstName} ${lastName}` } };
  } catch (error) {
    return failure(error instanceof CallFailure ? error.correlationId : null);
  }
}

const failure = (correlationId: string | null): Found => ({ kind: 'failure', correlationId });
