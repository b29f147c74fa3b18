import { isEligible } from '@florin/contract/eligibility';
import { flagsOf, type PermissionFlag, type Preset } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { hasSender } from '../../../core/invites/queries.ts';
import { issueCard } from '../../../core/cards/issue.ts';
import { produceCard } from '../../../core/cards/produce.ts';
import { registerCard } from '../../../core/cards/register.ts';
import type { CardContext } from '../../../core/cards/states.ts';
import { openCardWallet } from '../../../core/cards/wallet.ts';
import type { CheckedDetails } from './details.ts';
import { eraseDrafts } from '../../../identity/registrations/erase-drafts.ts';
import { nameOnCard, saveHolder, type Holder } from '../../../core/cards/holder.ts';
import { cardProblem } from './rules.ts';

type Refusal = 'REGISTRATION_EXPIRED' | 'ALREADY_REGISTERED' | 'CARD_CLOSED_OR_CANCELLED';

/**
 * Locks a registration with its card or invite until the end of the transaction, and checks whether it can still be
 * finished: meanwhile another person may have registered the card, or an administrator closed it (section 8). A
 * registration that cannot be finished is ended.
 */
export async function lockRegistration(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  registration: CurrentRegistration,
): Promise<Refused<Refusal> | null> {
  const own = await tx
    .selectFrom('registration')
    .select('invite_code_hash as codeHash')
    .where('id', '=', registration.id)
    .where('step', '=', 'DETAILS')
    .where('expires_at', '>', clock.now())
    .forUpdate()
    .executeTakeFirst();
  if (!own) return refuse('REGISTRATION_EXPIRED');
  const problem =
    registration.cardId === null
      ? await inviteProblem(tx, registration.inviteId!, own.codeHash!)
      : await lockedCardProblem(tx, registration.cardId);
  if (problem === null) return null;
  await endRegistration(tx, registration.id);
  return refuse(problem);
}

async function lockedCardProblem(tx: Database, cardId: string): Promise<Refusal | null> {
  const card = await tx
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select(['card.membership_id', 'card.status', 'business.status as businessStatus'])
    .where('card.id', '=', cardId)
    .forNoKeyUpdate('card')
    .executeTakeFirst();
  if (!card) return 'CARD_CLOSED_OR_CANCELLED';
  const problem = cardProblem({ ...card, isRegistered: card.membership_id !== null });
  if (problem === null) return null;
  return problem === 'registered' ? 'ALREADY_REGISTERED' : 'CARD_CLOSED_OR_CANCELLED';
}

/** An invite that has expired since it was opened can still be finished: the registration has its own time. */
async function inviteProblem(tx: Database, inviteId: string, codeHash: Buffer): Promise<Refusal | null> {
  const invite = await tx
    .selectFrom('invite')
    .innerJoin('business', 'business.id', 'invite.business_id')
    .innerJoin('membership as inviter', 'inviter.id', 'invite.invited_by')
    .select([
      'invite.accepted_at',
      'invite.revoked_at',
      'invite.code_hash',
      'business.status',
      hasSender.as('hasSender'),
    ])
    .where('invite.id', '=', inviteId)
    .forNoKeyUpdate('invite')
    .executeTakeFirst();
  // Sent again, it has another link, and the old one has stopped working.
  const isReplaced = !invite?.code_hash.equals(codeHash);
  if (isReplaced || !invite || invite.revoked_at) return 'REGISTRATION_EXPIRED';
  if (!isEligible('invite.accept', { business: invite })) return 'REGISTRATION_EXPIRED';
  if (!invite.accepted_at && !invite.hasSender) return 'REGISTRATION_EXPIRED';
  return invite.accepted_at ? 'ALREADY_REGISTERED' : null;
}

/**
 * Ends a registration that is finished, or cannot be finished any more: its token stops working, and its details are
 * erased.
 */
export async function endRegistration(tx: Database, id: string): Promise<void> {
  await tx.updateTable('registration').set({ step: 'OVER', details_sealed: null }).where('id', '=', id).execute();
}

interface Joining {
  registration: CurrentRegistration;
  /** As `knownHolder` reads it under the locks. */
  holder: Holder | null;
  personId: string;
  details: CheckedDetails;
}
export interface Joined {
  membershipId: string;
  role: Role;
  cardId: string | null;
  lastFour: string | null;
}

/**
 * Gives a person the account of a registration: the card is registered or the invite accepted, and the registration
 * ends in every browser. The caller holds the locks of `lockRegistration`.
 */
export async function join(
  tx: Database,
  context: CardContext,
  { registration, holder, personId, details }: Joining,
): Promise<Joined> {
  const { cardId, inviteId, businessId, role } = registration;
  const now = context.clock.now();
  const membershipId = newId(now.getTime());
  const { position } = await tx
    .selectFrom('membership')
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('position'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('membership')
    .values({
      id: membershipId,
      person_id: personId,
      business_id: businessId,
      role,
      ...(role === 'ADMIN' && inviteId !== null && (await entrusted(tx, inviteId))),
      status: 'OPEN',
      position,
      created_at: now,
    })
    .execute();
  let lastFour = registration.cardLast4;
  let ownCard = cardId;
  if (cardId !== null) await registerCard(tx, context, { cardId, membershipId });
  else {
    await tx
      .updateTable('invite')
      .set({ accepted_at: now, accepted_by: membershipId })
      .where('id', '=', inviteId)
      .where('accepted_at', 'is', null)
      .execute();
    if (role === 'CARDHOLDER')
      ({ cardId: ownCard, lastFour } = await issueCard(tx, context, { businessId, membershipId, kind: 'PHYSICAL' }));
  }
  if (ownCard !== null && holder) {
    await openCardWallet(tx, businessId, ownCard, now);
    await saveHolder(tx, context, {
      cardId: ownCard,
      programId: registration.programId,
      holder: entered(holder, details),
    });
    if (cardId === null) await produceCard(tx, context, ownCard);
  }
  await endRegistration(tx, registration.id);
  await (cardId === null ? eraseDrafts(tx, 'invite_id', inviteId!) : eraseDrafts(tx, 'card_id', cardId));
  return { membershipId, role, cardId: ownCard, lastFour };
}

/** What an invited administrator may do: their preset, without what its sender may no longer do. */
async function entrusted(
  tx: Database,
  inviteId: string,
): Promise<{ preset: Preset; flags_withheld: PermissionFlag[] }> {
  const { wanted, ...sender } = await tx
    .selectFrom('invite')
    .innerJoin('membership as sender', 'sender.id', 'invite.invited_by')
    .select([
      'invite.preset as wanted',
      'sender.role',
      'sender.preset',
      'sender.flags_granted as granted',
      'sender.flags_withheld as withheld',
    ])
    .where('invite.id', '=', inviteId)
    .executeTakeFirstOrThrow();
  // Owners are made by owners.
  const preset = wanted === 'OWNER' && sender.preset !== 'OWNER' ? 'ADMINISTRATOR' : (wanted ?? 'ADMINISTRATOR');
  const own = flagsOf(sender);
  return {
    preset,
    flags_withheld: flagsOf({ role: 'ADMIN', preset }).filter((flag) => !own.includes(flag)),
  };
}

/** The cardholder's entries replace those of the business; the name on the card is printed already. */
function entered(holder: Holder, { dateOfBirth, homePhone, mobilePhone, ...names }: CheckedDetails): Holder {
  const firstName = names.firstName ?? holder.firstName;
  const lastName = names.lastName ?? holder.lastName;
  const { email } = holder.details;
  return {
    firstName,
    middleName: names.middleName ?? holder.middleName,
    lastName,
    nameOnCard: holder.nameOnCard || nameOnCard(firstName, lastName),
    details: { email, dateOfBirth, homePhone, mobilePhone },
  };
}
