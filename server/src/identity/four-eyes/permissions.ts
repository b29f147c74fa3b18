import { flagsOf } from '@florin/contract/permissions';
import type { Administrator, TeamPermissions } from '@florin/contract/access/team-permissions';
import type { Context } from '../../context.ts';
import { announce } from '../../core/announcements/announce.ts';
import { originOf, recordEvent } from '../../core/audit/events.ts';
import { letterMail } from '../../core/notices/letter-mail.ts';
import { letterOf } from '../../core/notices/letter.ts';
import { notifyEveryAddress } from '../../core/notices/notify-every-address.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentSession } from '../sessions/current-session.ts';

/** The open administrators of a business, by name. */
export function administratorsOf(db: Database, businessId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'membership.id as membershipId',
      'membership.person_id as personId',
      'membership.role',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'person.first_name as firstName',
      'person.last_name as lastName',
    ])
    .where('membership.business_id', '=', businessId)
    .where('membership.role', '=', 'ADMIN')
    .where('membership.status', '=', 'OPEN')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('membership.id')
    .execute();
}

export type AdministratorRow = Awaited<ReturnType<typeof administratorsOf>>[number];

/** An administrator's preset with its exceptions. */
export const permissionsOf = ({ preset, granted, withheld }: AdministratorRow): TeamPermissions => ({
  preset: preset ?? 'ADMINISTRATOR',
  granted,
  withheld,
});

export const administratorOf = (row: AdministratorRow, { membershipId }: CurrentSession): Administrator => ({
  membershipId: row.membershipId,
  firstName: row.firstName,
  lastName: row.lastName,
  isYou: row.membershipId === membershipId,
  ...permissionsOf(row),
  flags: flagsOf(row),
});

/** The same permissions in one form: exceptions without effect left out, flags in their order. */
export function normalized({ preset, granted, withheld }: TeamPermissions): TeamPermissions {
  const ofPreset = flagsOf({ role: 'ADMIN', preset });
  const flags = flagsOf({ role: 'ADMIN', preset, granted, withheld });
  return {
    preset,
    granted: flags.filter((flag) => !ofPreset.includes(flag)),
    withheld: ofPreset.filter((flag) => !flags.includes(flag)),
  };
}

export const isSame = (one: TeamPermissions, other: TeamPermissions): boolean =>
  JSON.stringify(normalized(one)) === JSON.stringify(normalized(other));

interface ChangingCall {
  context: Context;
  caller: CurrentSession;
  correlationId: string;
  client: { ipPrefix: string };
}

/**
 * Gives an administrator other permissions, notifies their open tabs, and notifies them at every address.
 * @param change the change that a second administrator has approved
 */
export async function applyPermissions(
  tx: Database,
  call: ChangingCall,
  target: Pick<AdministratorRow, 'membershipId' | 'personId'>,
  wanted: TeamPermissions,
  change: string | null,
): Promise<void> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const { preset, granted, withheld } = normalized(wanted);
  await tx
    .updateTable('membership')
    .set({ preset, flags_granted: granted, flags_withheld: withheld })
    .where('id', '=', target.membershipId)
    .execute();
  await recordEvent(tx, context, originOf(call), {
    type: 'permissions_changed',
    details: {
      membership: target.membershipId,
      preset,
      granted: granted.join(' '),
      withheld: withheld.join(' '),
      change,
    },
    ...session,
    sessionId: session.id,
  });
  const { membershipId } = target;
  await announce(tx, context, [{ businessId, membershipId, kind: 'permissions', subjectId: membershipId }]);
  const letter = await letterOf(tx, context, target.personId);
  const mail = letterMail(letter, {
    title: 'Your permissions have changed',
    paragraphs: [
      'another administrator of your business has changed what you may do. Your dashboard shows it at once.',
      'If you did not expect this, ask the other administrators.',
    ],
    close: ['We sent this message to all your addresses.'],
  });
  await notifyEveryAddress(tx, context, target.personId, { kind: 'permissionsChanged', mail, text: null });
}

/** The live sessions of an account, to be forgotten after the commit (session-cache.ts). */
export async function sessionsOf(db: Database, membershipId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .select('id')
    .where('membership_id', '=', membershipId)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
