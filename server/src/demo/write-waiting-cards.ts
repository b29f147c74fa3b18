import { DAY, invite as limits } from '@florin/contract/limits';
import { Pan } from '../core/cards/vault/pan.ts';
import { storeCardNumber } from '../core/cards/vault/vault.ts';
import { emailContext, inviteEmailIndex } from '../core/invites/queries.ts';
import { nameOnCard, saveHolder } from '../core/cards/holder.ts';
import { hashToken } from '../core/tokens.ts';
import { newId } from '../db/ids.ts';
import { demoBusinesses, type BusinessKey } from './businesses.ts';
import type { Seeding } from './seed.ts';
import { demoInvites, waitingCards, type DemoInvite, type WaitingCard } from './waiting-cards.ts';
import type { BusinessIds } from './write-businesses.ts';
import type { CardIds } from './write-people.ts';
import type { ProgramIds } from './write-programs.ts';
import { writeTransitions } from './write-transitions.ts';
import { afterSeconds } from '../core/time.ts';

/** In the mail since, and not registered yet. */
const orderedDaysAgo = 12;

/** Puts a demo card's number into the vault. */
export async function writeCardNumber(
  { tx, keys }: Seeding,
  { cardId, programId, number }: { cardId: string; programId: string; number: string },
): Promise<void> {
  const pan = Pan.parse(number);
  if (!pan || !(await storeCardNumber(tx, { keys }, { cardId, programId, pan })))
    throw new Error(`The demo card ending in ${number.slice(-4)} is wrong or there twice.`);
}

/** Writes the ordered cards and adds them to the cards with a history. */
export async function writeWaitingCards(
  seeding: Seeding,
  programs: ProgramIds,
  businesses: BusinessIds,
): Promise<CardIds> {
  const cards = new Map<string, { id: string; business: BusinessKey }>();
  for (const card of waitingCards) {
    const programId = programs[demoBusinesses[card.business].program ?? 'florin'];
    const id = await writeCard(seeding, card, programId, businesses.get(card.business)!);
    cards.set(card.number.slice(-4), { id, business: card.business });
  }
  return cards;
}

async function writeCard(seeding: Seeding, card: WaitingCard, programId: string, businessId: string) {
  const { tx, keys, now } = seeding;
  const cardId = newId();
  const orderedAt = afterSeconds(now, -orderedDaysAgo * DAY);
  await tx
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: null,
      last_four: card.number.slice(-4),
      bin: card.number.slice(0, 6),
      status: card.status ?? 'PENDING_ACTIVATION',
      expires_on: `${now.getUTCFullYear() + 3}-09-30`,
      wrong_codes_since: null,
      substatus: card.status === 'CLOSED' ? 'ISSUER_REQUEST' : null,
      issued_at: orderedAt,
      closed_at: card.status === 'CLOSED' ? afterSeconds(orderedAt, 7 * DAY) : null,
    })
    .execute();
  await writeTransitions(tx, cardId, [
    { act: 'issue', to: 'PENDING_FULFILLMENT', at: orderedAt, by: 'SYSTEM' },
    { act: 'fulfill', to: 'PENDING_ACTIVATION', at: afterSeconds(orderedAt, 2 * DAY), by: 'PROCESSOR' },
    ...(card.status === 'CLOSED'
      ? [{ act: 'close', to: 'CLOSED', at: afterSeconds(orderedAt, 7 * DAY), by: 'SYSTEM' } as const]
      : []),
  ]);
  await writeCardNumber(seeding, { cardId, programId, number: card.number });
  const [firstName = '', lastName = ''] = card.holder.split(' ');
  const { email = null, mobilePhone = null, dateOfBirth = null } = card;
  const holder = {
    firstName,
    middleName: null,
    lastName,
    nameOnCard: nameOnCard(firstName, lastName),
    details: { email, mobilePhone, homePhone: mobilePhone, dateOfBirth },
  };
  await saveHolder(tx, { keys }, { cardId, programId, holder });
  return cardId;
}

/** Writes the invites of `admin`. */
export async function writeInvites(seeding: Seeding, programs: ProgramIds): Promise<void> {
  const inviter = await seeding.tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select(['membership.id', 'membership.business_id'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  for (const invite of demoInvites) await writeInvite(seeding, invite, { programId: programs.florin, ...inviter });
}

async function writeInvite(
  { tx, keys, now }: Seeding,
  invite: DemoInvite,
  by: { id: string; business_id: string; programId: string },
) {
  const id = newId();
  const sentAt = afterSeconds(now, -invite.sentDaysAgo * 24 * 60 * 60);
  const [first_name = '', last_name = ''] = invite.name.split(' ');
  await tx
    .insertInto('invite')
    .values({
      id,
      business_id: by.business_id,
      role: invite.role,
      first_name,
      middle_name: null,
      last_name,
      email_sealed: keys.seal(invite.email, emailContext({ inviteId: id, programId: by.programId })),
      email_index: inviteEmailIndex({ keys }, invite.email),
      code_hash: hashToken(invite.code),
      invited_by: by.id,
      created_at: sentAt,
      sends: [sentAt],
      expires_at: afterSeconds(sentAt, limits.lifetimeSeconds),
      accepted_at: null,
      accepted_by: null,
      revoked_at: invite.revoked ? now : null,
    })
    .execute();
}
