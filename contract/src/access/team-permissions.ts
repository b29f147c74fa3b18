import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../fields.ts';
import { PendingChange } from './pending-changes.ts';
import { flagsOf, permissionFlags, presets, type Entrusted, type Preset } from '../permissions.ts';

export const AdministratorPreset = v.picklist(Object.keys(presets) as Preset[], 'format');
const Flags = v.pipe(
  v.array(v.picklist(permissionFlags, 'format'), 'type'),
  v.maxLength(permissionFlags.length, 'tooLong'),
);

/** An administrator's preset, and the flags that they have in addition to it or lack from it. */
export const TeamPermissions = v.object({ preset: AdministratorPreset, granted: Flags, withheld: Flags });
export type TeamPermissions = v.InferOutput<typeof TeamPermissions>;

const Administrator = v.object({
  membershipId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  isYou: v.boolean(),
  ...TeamPermissions.entries,
  /** All flags, the exceptions included. */
  flags: Flags,
});
export type Administrator = v.InferOutput<typeof Administrator>;

export const teamPermissions = endpoint({
  method: 'GET',
  path: '/api/team-permissions',
  summary: 'What each administrator of the current business may do',
  access: 'session',
  permission: 'team-permissions.view',
  answers: {
    200: v.object({
      /** Changes need a second administrator. */
      fourEyes: v.boolean(),
      administrators: v.array(Administrator),
    }),
  },
  errors: [],
});

/** 202: it waits for a second administrator (pending-changes.ts). The same request again finds the same change. */
export const changeTeamPermissions = endpoint({
  method: 'PUT',
  path: '/api/team-permissions/{membershipId}',
  summary: 'Change what an administrator may do',
  access: 'session',
  permission: 'team-permissions.change',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  params: v.object({ membershipId: Uuid }),
  body: v.object({
    ...TeamPermissions.entries,
    /** The permissions as they were read. If they have changed since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(TeamPermissions),
  }),
  answers: { 200: v.object({ administrator: Administrator }), 202: v.object({ change: PendingChange }) },
  errors: ['STEP_UP_REQUIRED', 'PERMISSIONS_NOT_CHANGEABLE', 'VERSION_CONFLICT'],
});

/**
 * Why an administrator cannot make this change to another administrator's permissions; null if they can. `OWN`: nobody
 * can change their own · `OWNER`: only an owner can make or change an owner · `LAST_OWNER`: a business keeps at least
 * one owner · `FLAGS`: nobody can give or take flags that they lack.
 * @param owners the owners of the business
 */
export function whyNotChangeable(
  actor: Entrusted & { membershipId: string },
  target: Entrusted & { membershipId: string },
  wanted: TeamPermissions,
  owners: number,
): 'OWN' | 'OWNER' | 'LAST_OWNER' | 'FLAGS' | null {
  if (actor.membershipId === target.membershipId) return 'OWN';
  const touchesOwner = target.preset === 'OWNER' || wanted.preset === 'OWNER';
  if (touchesOwner && actor.preset !== 'OWNER') return 'OWNER';
  if (target.preset === 'OWNER' && wanted.preset !== 'OWNER' && owners <= 1) return 'LAST_OWNER';
  const before = flagsOf(target);
  const after = flagsOf({ role: 'ADMIN', ...wanted });
  const own = flagsOf(actor);
  const changed = permissionFlags.filter((flag) => before.includes(flag) !== after.includes(flag));
  return changed.every((flag) => own.includes(flag)) ? null : 'FLAGS';
}

/**
 * Why an administrator cannot make another person an administrator with this preset; null if they can. Nobody can give
 * flags that they lack.
 */
export function whyNotGrantable(actor: Entrusted, preset: Preset): 'OWNER' | 'FLAGS' | null {
  if (preset === 'OWNER' && actor.preset !== 'OWNER') return 'OWNER';
  const own = flagsOf(actor);
  return flagsOf({ role: 'ADMIN', preset }).every((flag) => own.includes(flag)) ? null : 'FLAGS';
}

/**
 * Why an administrator cannot close another one's account; null if they can. Closing takes all permissions, so the
 * rules of a change apply.
 */
export function whyNotClosable(
  actor: Entrusted & { membershipId: string },
  target: Entrusted & { membershipId: string },
  owners: number,
): ReturnType<typeof whyNotChangeable> {
  if (actor.membershipId === target.membershipId) return 'OWN';
  if (target.preset === 'OWNER') return actor.preset !== 'OWNER' ? 'OWNER' : owners <= 1 ? 'LAST_OWNER' : null;
  const own = flagsOf(actor);
  return flagsOf(target).every((flag) => own.includes(flag)) ? null : 'FLAGS';
}
