import type * as contract from '@florin/contract/access/pending-changes';
import { permissionOfChange } from '@florin/contract/access/pending-changes';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { whyNotChangeable, whyNotClosable } from '@florin/contract/access/team-permissions';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import {
  asksForFourEyes,
  changeOf,
  changesOf,
  detailsOf,
  recordChange,
  statusOf,
  type ChangeDetails,
} from '../../../identity/four-eyes/changes.ts';
import {
  applyCardUpdate,
  applyGroupMembers,
  applyOverride,
  applyOverrideEnd,
} from '../../../identity/four-eyes/cards.ts';
import { closeMember } from '../../../identity/four-eyes/closing.ts';
import { writeFourEyes } from '../../../identity/four-eyes/four-eyes.ts';
import { dropInvite, lockAwaitingInvite, sendApprovedInvite } from '../../../identity/four-eyes/invites.ts';
import {
  administratorsOf,
  applyPermissions,
  isSame,
  permissionsOf,
  sessionsOf,
  type AdministratorRow,
} from '../../../identity/four-eyes/permissions.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { makeChange, underLock } from '../../../identity/step-up/make-change.ts';

type DecideCall = Call<'decidePendingChange'>;

/** POST /api/pending-changes/{id}/decide: a second administrator approves or rejects; of several at once, one does. */
const decidePendingChange: Handler<'decidePendingChange'> = async (call) => {
  const { context } = call;
  const decided = await makeChange(call, (tx) => decide(tx, call));
  if (isRefused(decided)) return decided;
  const { target, ended } = decided;
  forgetSessions(context, [...ended, ...(target === null ? [] : await sessionsOf(context.db, target))]);
  return answer(call);
};

/** Whose sessions know something else now. */
interface Decided {
  /** A membership with other permissions. */
  target: string | null;
  /** Sessions that have ended. */
  ended: string[];
}
const nothingElse: Decided = { target: null, ended: [] };

async function decide(tx: Database, call: DecideCall) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { id } = input.params;
  await asksForFourEyes(tx, businessId);
  const row = await changesOf(tx, businessId).where('pending_change.id', '=', id).executeTakeFirst();
  // Another business's change is not found.
  if (!row) return refuse('NOT_FOUND');
  const now = context.clock.now();
  if (statusOf(row, now) !== 'PENDING') return refuse('REQUEST_NOT_PENDING');
  const administrators = await administratorsOf(tx, businessId);
  const mayStill = (membershipId: string) =>
    administrators.find(
      (each) =>
        each.membershipId === membershipId &&
        whyNotPermitted(permissionOfChange[detailsOf(row).kind], { role: each.role, flags: flagsOf(each) }) === null,
    );
  const actor = mayStill(session.membershipId);
  if (!actor) return refuse('FORBIDDEN');
  // One person may have two accounts in a business.
  if (row.requesterPersonId === session.personId) return refuse('OWN_CHANGE');
  const approved = input.body.decision === 'APPROVE';
  // An administrator who may not ask for it any more has nothing approved.
  if (approved && !mayStill(row.requested_by)) return refuse('REQUEST_NOT_PENDING');
  const details = detailsOf(row);
  const ready = approved
    ? await prepare(tx, call, { id, details, actor, administrators, requestedBy: row.requested_by })
    : null;
  if (isRefused(ready)) return ready;
  await tx
    .updateTable('pending_change')
    .set({ status: approved ? 'APPROVED' : 'REJECTED', decided_by: session.membershipId, decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .execute();
  await recordChange(tx, call, { type: 'change_decided', details: { change: id, kind: details.kind, approved } });
  if (!approved && details.kind === 'INVITE') await dropInvite(tx, context, details.inviteId);
  return ready ? ready() : nothingElse;
}

interface Prepared {
  id: string;
  details: ChangeDetails;
  actor: AdministratorRow;
  administrators: readonly AdministratorRow[];
  /** The membership of who asked for it. */
  requestedBy: string;
}

/** Checks an approved change, and returns what makes it; bank accounts and policies are changed by their authors. */
async function prepare(tx: Database, call: DecideCall, wanted: Prepared) {
  const { id, details, actor, administrators, requestedBy } = wanted;
  const { context, caller: session } = call;
  const { businessId } = session;
  if (details.kind === 'PERMISSIONS') {
    const refused = whyNotApplied(administrators, actor, details);
    if (refused) return refused;
    const target = administrators.find(({ membershipId }) => membershipId === details.membershipId)!;
    return async (): Promise<Decided> => {
      await applyPermissions(tx, call, target, details.after, id);
      return { target: target.membershipId, ended: [] };
    };
  }
  if (details.kind === 'INVITE') {
    const invite = await lockAwaitingInvite(tx, details.inviteId, businessId, actor);
    if (isRefused(invite)) return invite;
    return async (): Promise<Decided> => {
      await sendApprovedInvite(tx, context, invite);
      return nothingElse;
    };
  }
  if (details.kind === 'CLOSING') {
    const target = administrators.find(({ membershipId }) => membershipId === details.membershipId);
    if (!target) return refuse('REQUEST_NOT_PENDING');
    const owners = administrators.filter(({ preset }) => preset === 'OWNER').length;
    const Reason = whyNotClosable(actor, target, owners);
    if (Reason) return refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason });
    return async (): Promise<Decided> => {
      const ended = await closeMember(tx, call, { ...target, businessId }, { seen: null, change: id });
      return { target: null, ended: ended ?? [] };
    };
  }
  if (details.kind === 'FOUR_EYES')
    return async (): Promise<Decided> => {
      await writeFourEyes(tx, call, { on: false, change: id });
      return nothingElse;
    };
  // These refuse before they have changed anything.
  if (details.kind === 'CARD_UPDATE') return applyCardUpdate(tx, call, details);
  if (details.kind === 'CARD_GROUP') return applyGroupMembers(tx, call, details);
  if (details.kind === 'SPEND_OVERRIDE') return applyOverride(tx, call, details, requestedBy);
  if (details.kind === 'SPEND_OVERRIDE_END') return applyOverrideEnd(tx, call, details);
  return null;
}

/** The approver answers for the change as if it were their own. */
function whyNotApplied(
  administrators: readonly AdministratorRow[],
  actor: AdministratorRow,
  details: ChangeDetails & { kind: 'PERMISSIONS' },
): Refused<'REQUEST_NOT_PENDING' | 'VERSION_CONFLICT' | 'PERMISSIONS_NOT_CHANGEABLE'> | null {
  const target = administrators.find(({ membershipId }) => membershipId === details.membershipId);
  if (!target) return refuse('REQUEST_NOT_PENDING');
  if (!isSame(permissionsOf(target), details.before)) return refuse('VERSION_CONFLICT');
  const owners = administrators.filter(({ preset }) => preset === 'OWNER').length;
  const Reason = whyNotChangeable(actor, target, details.after, owners);
  return Reason && refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason });
}

/** POST /api/pending-changes/{id}/cancel: the person who has asked takes it back. */
const cancelPendingChange: Handler<'cancelPendingChange'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const canceled = await underLock(call, async (tx) => {
    await asksForFourEyes(tx, session.businessId);
    const row = await changesOf(tx, session.businessId).where('pending_change.id', '=', id).executeTakeFirst();
    if (row?.requested_by !== session.membershipId) return refuse('NOT_FOUND');
    const now = context.clock.now();
    if (statusOf(row, now) !== 'PENDING') return refuse('REQUEST_NOT_PENDING');
    await tx
      .updateTable('pending_change')
      .set({ status: 'CANCELED', decided_by: session.membershipId, decided_at: now })
      .where('id', '=', id)
      .execute();
    const { kind } = detailsOf(row);
    await recordChange(tx, call, { type: 'change_canceled', details: { change: id, kind } });
    const details = detailsOf(row);
    if (details.kind === 'INVITE') await dropInvite(tx, context, details.inviteId);
    return null;
  });
  return canceled ?? answer(call);
};

async function answer({ context, caller: session, input }: DecideCall | Call<'cancelPendingChange'>) {
  const row = await changesOf(context.db, session.businessId)
    .where('pending_change.id', '=', input.params.id)
    .executeTakeFirstOrThrow();
  return { status: 200, body: changeOf(row, session, context.clock.now()) } as const;
}

export const pendingChangesRoutes: HandlersOf<typeof contract> = {
  pendingChanges: async ({ context, caller: session }) => {
    const { db, clock } = context;
    const { four_eyes: fourEyes } = await db
      .selectFrom('business')
      .select('four_eyes')
      .where('id', '=', session.businessId)
      .executeTakeFirstOrThrow();
    const rows = await changesOf(db, session.businessId).execute();
    return { status: 200, body: { fourEyes, changes: rows.map((row) => changeOf(row, session, clock.now())) } };
  },
  decidePendingChange,
  cancelPendingChange,
};
