import { money } from '@florin/contract/money';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import type * as contract from '@florin/contract/access/team-members';
import type { Member } from '@florin/contract/access/team-members';
import { whyNotClosable } from '@florin/contract/access/team-permissions';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type HandlersOf } from '../../../http/call.ts';
import { answerChange, asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import { closeMember as close, closingOf } from '../../../identity/four-eyes/closing.ts';
import { administratorsOf } from '../../../identity/four-eyes/permissions.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { waitingInvites } from '../../../core/invites/queries.ts';
import { exportView } from './export.ts';
import { countMembers, heldCards, listMembers, openSessionsOf, readMember, type MemberRow } from './queries.ts';

const memberOf = ({ lastLoginAt, balance, ...row }: Omit<MemberRow, 'key'>, session: CurrentSession): Member => ({
  ...row,
  balance: balance === null ? null : money(balance, 'USD'),
  isYou: row.membershipId === session.membershipId,
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
});

/** A place in the list as an opaque text: the sort key, which may have spaces, and the id. */
const cursorOf = ({ key, membershipId }: MemberRow) => Buffer.from(`${membershipId} ${key}`).toString('base64url');

function placeOf(cursor: string): { key: string; id: string } | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, id, key] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.*)$/su.exec(text) ?? [];
  return id === undefined || key === undefined || key.includes('\u0000') ? null : { key, id };
}

const team: Handler<'team'> = async ({ context, caller: session, input: { query } }) => {
  const { cursor, limit, ...filters } = query;
  const after = cursor === undefined ? null : placeOf(cursor);
  if (cursor !== undefined && after === null)
    return refuse('VALIDATION', { Fields: [{ Field: 'cursor', Problem: 'format' }] });
  const { db } = context;
  const { businessId } = session;
  const view = { ...filters, businessId };
  const rows = await listMembers(db, view, { after, limit });
  const page = rows.slice(0, limit);
  return {
    status: 200,
    body: {
      items: page.map((row) => memberOf(row, session)),
      nextCursor: rows.length > limit ? cursorOf(page.at(-1)!) : null,
      totals:
        after === null
          ? { ...(await countMembers(db, view)), waitingInvites: await waitingInvites(db, businessId) }
          : null,
    },
  };
};

const exportTeam: Handler<'exportTeam'> = ({ context, caller, input: { query } }) => {
  const { format, ...filters } = query;
  return exportView(context, { ...filters, businessId: caller.businessId }, format);
};

const teamMember: Handler<'teamMember'> = async ({ context, caller: session, input: { params } }) => {
  const { db, clock } = context;
  const row = await readMember(db, session.businessId, params.id);
  // Another business's account is not found.
  if (!row) return refuse('NOT_FOUND');
  const { granted, withheld, since, mfaEnabled, mfaMode, passwordChangedAt, ...member } = row;
  const cards = await heldCards(db, params.id);
  return {
    status: 200,
    body: {
      ...memberOf(member, session),
      flags: flagsOf({ role: row.role, preset: row.preset, granted, withheld }),
      since: since.toISOString(),
      heldCards: cards.map(({ left, ...card }) => ({ ...card, left: left === null ? null : money(left, 'USD') })),
      security: {
        secondFactor: mfaMode !== 'Disabled' && (mfaEnabled || mfaMode === 'Required' || row.role === 'ADMIN'),
        passwordChangedAt: passwordChangedAt.toISOString(),
        openSessions: await openSessionsOf(db, params.id, clock.now()),
      },
    },
  };
};

/** Another administrator's account that is still open, or a cardholder's. */
const openMember = (db: Database, businessId: string, membershipId: string) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'membership.id as membershipId',
      'membership.person_id as personId',
      'membership.business_id as businessId',
      'membership.role',
      'membership.status',
      'person.first_name as firstName',
      'person.last_name as lastName',
    ])
    .where('membership.business_id', '=', businessId)
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();

const memberClosing: Handler<'memberClosing'> = async ({ context, caller: session, input: { params } }) => {
  const { db } = context;
  const member = await openMember(db, session.businessId, params.id);
  if (!member) return refuse('NOT_FOUND');
  const { four_eyes: fourEyes } = await db
    .selectFrom('business')
    .select('four_eyes')
    .where('id', '=', session.businessId)
    .executeTakeFirstOrThrow();
  const closing = await closingOf(db, context, member);
  return { status: 200, body: { ...closing, needsSecond: fourEyes && member.role === 'ADMIN' } };
};

const closeMember: Handler<'closeMember'> = async (call) => {
  const { context } = call;
  const made = await makeChange(call, (tx) => write(tx, call));
  if (isRefused(made)) return made;
  if (made.pending === null) {
    forgetSessions(context, made.ended);
    return { status: 204, body: null };
  }
  return answerChange(call, made.pending);
};

async function write(tx: Database, call: Call<'closeMember'>) {
  const { caller: session, input } = call;
  const { businessId } = session;
  const fourEyes = await asksForFourEyes(tx, businessId);
  const member = await openMember(tx, businessId, input.params.id);
  if (!member) return refuse('NOT_FOUND');
  const administrators = await administratorsOf(tx, businessId);
  const actor = administrators.find(({ membershipId }) => membershipId === session.membershipId);
  const permission = member.role === 'ADMIN' ? 'administrators.close' : 'cardholders.close';
  // What the session knows may be a moment old.
  if (!actor || whyNotPermitted(permission, { role: actor.role, flags: flagsOf(actor) })) return refuse('FORBIDDEN');
  if (member.status === 'CLOSED') return refuse('STEP_NOT_POSSIBLE');
  const target = administrators.find(({ membershipId }) => membershipId === member.membershipId);
  if (target) {
    const owners = administrators.filter(({ preset }) => preset === 'OWNER').length;
    const Reason = whyNotClosable(actor, target, owners);
    if (Reason) return refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason });
    if (fourEyes) {
      const administrator = `${target.firstName} ${target.lastName}`;
      const details = { kind: 'CLOSING', membershipId: target.membershipId, administrator } as const;
      return { pending: await requestChange(tx, call, { subject: target.membershipId, details }), ended: [] };
    }
  }
  const ended = await close(tx, call, member, { seen: input.body, change: null });
  return ended === null ? refuse('VERSION_CONFLICT') : { pending: null, ended };
}

export const teamMembersRoutes: HandlersOf<typeof contract> = {
  team,
  exportTeam,
  teamMember,
  memberClosing,
  closeMember,
};
