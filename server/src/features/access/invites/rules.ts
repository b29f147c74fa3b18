import { flagsOf, whyNotPermitted, type Preset } from '@florin/contract/permissions';
import { whyNotGrantable } from '@florin/contract/access/team-permissions';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { requireStepUp } from '../../../identity/step-up/make-change.ts';

/**
 * Why a caller cannot invite an administrator with a preset, or send such an invite again; null if they can. A person who
 * may invite administrators may hand over the business: it needs a fresh proof, and gives at most what the sender has.
 */
export function refuseAdministrator(
  { context, caller: session }: { context: Context; caller: CurrentSession },
  preset: Preset | null,
) {
  const holder = { role: session.role, flags: flagsOf(session) };
  if (whyNotPermitted('administrators.invite', holder) !== null) return refuse('FORBIDDEN');
  const Reason = whyNotGrantable(session, preset ?? 'ADMINISTRATOR');
  if (Reason) return refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason });
  return requireStepUp(context, session);
}
