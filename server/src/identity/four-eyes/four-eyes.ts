import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { originOf, recordEvent } from '../../core/audit/events.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentSession } from '../sessions/current-session.ts';
import { endInvitesOfAdministrators } from './invites.ts';

interface SettingCall {
  context: Context;
  caller: CurrentSession;
  correlationId: string;
  client: { ipPrefix: string };
}

/**
 * Turns four eyes of a business on or off.
 * @param options.change the change that a second administrator has approved
 */
export async function writeFourEyes(
  tx: Database,
  call: SettingCall,
  { on, change }: { on: boolean; change: string | null },
): Promise<void> {
  const { context, caller: session } = call;
  await tx
    .updateTable('business')
    .set({ four_eyes: on, settings_version: sql`settings_version + 1` })
    .where('id', '=', session.businessId)
    .execute();
  if (on) await endInvitesOfAdministrators(tx, context, session.businessId);
  await recordEvent(tx, context, originOf(call), {
    type: 'four_eyes_changed',
    details: { on, change },
    ...session,
    sessionId: session.id,
  });
}
