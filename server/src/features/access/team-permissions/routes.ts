import { whyNotPermitted, flagsOf } from '@florin/contract/permissions';
import type * as contract from '@florin/contract/access/team-permissions';
import { whyNotChangeable } from '@florin/contract/access/team-permissions';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type HandlersOf } from '../../../http/call.ts';
import { answerChange, asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import {
  administratorOf,
  administratorsOf,
  applyPermissions,
  isSame,
  normalized,
  permissionsOf,
  sessionsOf,
} from '../../../identity/four-eyes/permissions.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';

type ChangeCall = Call<'changeTeamPermissions'>;

/** PUT /api/team-permissions/{membershipId}: at once, or once a second administrator has approved it. */
const changeTeamPermissions: Handler<'changeTeamPermissions'> = async (call) => {
  const { context, caller: session, input } = call;
  const { membershipId } = input.params;
  const changed = await makeChange(call, (tx) => write(tx, call));
  if (isRefused(changed)) return changed;
  if (changed.pending !== null) return answerChange(call, changed.pending);
  forgetSessions(context, await sessionsOf(context.db, membershipId));
  const administrators = await administratorsOf(context.db, session.businessId);
  const target = administrators.find((each) => each.membershipId === membershipId);
  return target ? { status: 200, body: { administrator: administratorOf(target, session) } } : refuse('NOT_FOUND');
};

/** @returns the change that waits for a second administrator, if it needs one */
async function write(tx: Database, call: ChangeCall) {
  const { caller: session, input } = call;
  const { businessId } = session;
  const needsSecond = await asksForFourEyes(tx, businessId);
  const administrators = await administratorsOf(tx, businessId);
  const actor = administrators.find(({ membershipId }) => membershipId === session.membershipId);
  const target = administrators.find(({ membershipId }) => membershipId === input.params.membershipId);
  // What the session knows may be a moment old.
  if (!actor || whyNotPermitted('team-permissions.change', { role: actor.role, flags: flagsOf(actor) }))
    return refuse('FORBIDDEN');
  // Another business's administrator is not found.
  if (!target) return refuse('NOT_FOUND');
  const before = permissionsOf(target);
  const { replaces, ...wanted } = input.body;
  if (replaces && !isSame(replaces, before)) return refuse('VERSION_CONFLICT');
  const after = normalized(wanted);
  const owners = administrators.filter(({ preset }) => preset === 'OWNER').length;
  const Reason = whyNotChangeable(actor, target, after, owners);
  if (Reason) return refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason });
  if (isSame(before, after)) return { pending: null };
  if (!needsSecond) {
    await applyPermissions(tx, call, target, after, null);
    return { pending: null };
  }
  const { membershipId } = target;
  const administrator = `${target.firstName} ${target.lastName}`;
  const details = { kind: 'PERMISSIONS', membershipId, administrator, before, after } as const;
  const subject = JSON.stringify([membershipId, before, after]);
  return { pending: await requestChange(tx, call, { subject, details }) };
}

export const teamPermissionsRoutes: HandlersOf<typeof contract> = {
  teamPermissions: async ({ context, caller: session }) => {
    const { db } = context;
    const { four_eyes: fourEyes } = await db
      .selectFrom('business')
      .select('four_eyes')
      .where('id', '=', session.businessId)
      .executeTakeFirstOrThrow();
    const administrators = await administratorsOf(db, session.businessId);
    return {
      status: 200,
      body: { fourEyes, administrators: administrators.map((row) => administratorOf(row, session)) },
    };
  },
  changeTeamPermissions,
};
