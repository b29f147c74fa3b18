import type { Closing } from '@florin/contract/access/team-members';
import type { Context } from '../../context.ts';
import { originOf, recordEvent } from '../../core/audit/events.ts';
import { contentHash, doPlan, readPlan, usd, type ReadPlan } from '../../core/card-funding/run.ts';
import { closeCard, lockCard, type CardChanger } from '../../core/cards/states.ts';
import { letterMail } from '../../core/notices/letter-mail.ts';
import { letterOf } from '../../core/notices/letter.ts';
import { notifyEveryAddress } from '../../core/notices/notify-every-address.ts';
import { announce } from '../../core/announcements/announce.ts';
import { cancelRequest } from '../../core/requests/settle.ts';
import { hasSender } from '../../core/invites/queries.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { isRefused } from '../../http/call.ts';
import { endSessions } from '../sessions/end.ts';
import type { CurrentSession } from '../sessions/current-session.ts';

/** An account that is to be closed. */
export interface ClosedMember {
  membershipId: string;
  personId: string;
  businessId: string;
}

const cardsOf = (db: Database, membershipId: string) =>
  db
    .selectFrom('card')
    .leftJoin('financial_account as wallet', 'wallet.card_id', 'card.id')
    .select(['card.id', 'card.name', 'card.last_four as last4', 'wallet.id as walletId', 'debits_pending as held'])
    .where('card.membership_id', '=', membershipId)
    .where('card.status', '<>', 'CLOSED')
    .orderBy('card.id')
    .execute();

const pendingRequests = (db: Database, membershipId: string, now: Date) =>
  db
    .selectFrom('card_request')
    .select('id')
    .where('requested_by', '=', membershipId)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();

const openSessions = (db: Database, membershipId: string, now: Date) =>
  db
    .selectFrom('session')
    .select('id')
    .where('membership_id', '=', membershipId)
    .where('ended_at', 'is', null)
    .where('absolute_expires_at', '>', now)
    .execute();

/** The balances of the cards back to the account; null where no card has one. */
async function planOf(tx: Database, businessId: string, cardIds: readonly string[], lock: boolean) {
  if (cardIds.length === 0) return null;
  const cards = cardIds.map((cardId) => ({ cardId, amount: null }));
  const order = { businessId, act: 'ZERO', whenShort: 'NONE', cards } as const;
  const read = await readPlan(tx, order, { lock });
  return read && { order, read };
}

const returnedBy = ({ account }: ReadPlan): bigint => account.after - account.before;

/** What closing an account would change now. */
export async function closingOf(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { membershipId, businessId }: ClosedMember,
): Promise<Omit<Closing, 'needsSecond'>> {
  const now = clock.now();
  const cards = await cardsOf(db, membershipId);
  const wallets = cards.filter(({ walletId }) => walletId !== null);
  const planned = await planOf(
    db,
    businessId,
    wallets.map(({ id }) => id),
    false,
  );
  const lines = new Map(planned?.read.plan.lines.map((line) => [line.cardId, line]));
  const invites = await db
    .selectFrom('invite')
    .innerJoin('membership as inviter', 'inviter.id', 'invite.invited_by')
    .select('invite.id')
    .where('invited_by', '=', membershipId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(hasSender)
    .execute();
  return {
    cards: cards.map(({ id, name, last4 }) => {
      const line = lines.get(id);
      return { id, name, last4, left: line ? usd(line.before) : null };
    }),
    returned: usd(planned ? returnedBy(planned.read.plan) : 0n),
    onHold: usd(wallets.reduce((sum, { held }) => sum + (held ?? 0n), 0n)),
    requests: (await pendingRequests(db, membershipId, now)).length,
    invites: invites.length,
    openSessions: (await openSessions(db, membershipId, now)).length,
  };
}

interface ClosingCall {
  context: Context;
  caller: CurrentSession;
  correlationId: string;
  client: { ipPrefix: string };
}

/**
 * Closes an account: its cards' balances go back, the cards are closed, pending requests canceled, the sessions ended.
 * @param seen what the administrator saw; null: a second administrator approved it, whatever has changed since
 * @param change the change that a second administrator has approved
 * @returns the sessions that ended, to be forgotten after the commit; null if the account differs from what was seen
 */
export async function closeMember(
  tx: Database,
  call: ClosingCall,
  member: ClosedMember,
  { seen, change }: { seen: { cards: number; returned: number } | null; change: string | null },
): Promise<string[] | null> {
  const { context, caller: session } = call;
  const { membershipId, personId, businessId } = member;
  const now = context.clock.now();
  const origin = originOf(call);
  const subject = { ...session, sessionId: session.id };
  const known = await cardsOf(tx, membershipId);
  const cards = [];
  for (const { id } of known) cards.push((await lockCard(tx, id, { membershipId }))!);
  const wallets = known.filter(({ walletId }) => walletId !== null).map(({ id }) => id);
  const planned = await planOf(tx, businessId, wallets, true);
  const returned = planned ? returnedBy(planned.read.plan) : 0n;
  if (seen && (seen.cards !== cards.length || BigInt(seen.returned) !== returned)) return null;
  if (planned && returned !== 0n) {
    const run = await doPlan(tx, context, planned.order, planned.read, {
      actorMembershipId: session.membershipId,
      scheduleId: null,
      dueAt: null,
      idempotencyKey: newId(now.getTime()),
      contentHash: contentHash(['closing', membershipId]),
    });
    const changed = planned.read.plan.lines.filter((line) => line.change !== 0n).length;
    await recordEvent(tx, context, origin, {
      type: 'cards_funded',
      details: { run, schedule: null, act: 'ZERO', cards: changed, amount: String(-returned) },
      ...subject,
    });
  }
  const by: CardChanger = {
    actor: 'ADMIN',
    membershipId: session.membershipId,
    channel: session.delivery === 'token' ? 'API' : 'ADMIN',
    origin,
    subject,
  };
  for (const card of cards) {
    const closed = await closeCard(tx, context, card, by, { because: 'ISSUER_REQUEST', isPart: true });
    if (isRefused(closed)) throw new Error(`The card ${card.id} of a closed account cannot be closed.`);
  }
  const requests = await pendingRequests(tx, membershipId, now);
  for (const { id } of requests)
    await cancelRequest(tx, context, { businessId, membershipId, origin, subject, actor: session.membershipId }, id);
  await tx.updateTable('membership').set({ status: 'CLOSED' }).where('id', '=', membershipId).execute();
  const endings = (await openSessions(tx, membershipId, now)).map(({ id }) => ({
    id,
    personId,
    reason: 'revoked' as const,
  }));
  const ended = await endSessions(tx, context, origin, endings);
  await recordEvent(tx, context, origin, {
    type: 'member_closed',
    details: {
      membership: membershipId,
      cards: cards.length,
      returned: String(returned),
      requests: requests.length,
      change,
    },
    ...subject,
  });
  await announce(tx, context, [{ businessId, membershipId, kind: 'permissions', subjectId: membershipId }]);
  await notify(tx, context, personId);
  return ended;
}

async function notify(tx: Database, context: Context, personId: string): Promise<void> {
  const letter = await letterOf(tx, context, personId);
  const mail = letterMail(letter, {
    title: 'Your account has been closed',
    paragraphs: [
      'an administrator of your business has closed your account and the cards that belong to it. The cards can no longer be used.',
      'If you did not expect this, ask an administrator of your business.',
    ],
    close: ['We sent this message to all your addresses.'],
  });
  await notifyEveryAddress(tx, context, personId, { kind: 'accountClosed', mail, text: null });
}
