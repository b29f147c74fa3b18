import { nameOnCard, saveHolder } from '../../../core/cards/holder.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { eventInsert, type AuditEvent, type Origin } from '../../../core/audit/events.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { letterOf, type Letter } from '../../../core/notices/letter.ts';
import { notifyEveryAddress } from '../../../core/notices/notify-every-address.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { lockPerson, type PersonForUpdate } from '../../../core/people/lock-person.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import { revokeEverywhere } from '../../../identity/credentials/revoke.ts';
import { presentFactors } from '../../../identity/factors/present.ts';
import { hasWayLeft } from '../../../identity/factors/rules.ts';
import { requiresSecondFactor } from '../../../identity/sessions/rules.ts';

/** Locks two people in the order of their ids, so that two links that meet do not wait for each other. */
export async function lockBoth(tx: Database, ownId: string, otherId: string) {
  const [first, second] = [ownId, otherId].toSorted();
  const locked = [await lockPerson(tx, first!), first === second ? null : await lockPerson(tx, second!)];
  const personOf = (id: string) => locked.find((person) => person?.id === id) ?? null;
  return { own: personOf(ownId), other: personOf(otherId) };
}

/** Whether two people have different names: a warning before another's cards are used in one's own name. */
export async function areNamedDifferently(
  tx: Database,
  ...people: readonly Pick<PersonForUpdate, 'id'>[]
): Promise<boolean> {
  const found = await tx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  return new Set(found.map((name) => `${name.first_name} ${name.last_name}`.toLowerCase())).size > 1;
}

/** Why a login cannot be linked to another; null if it can. */
export async function linkProblem(
  tx: Database,
  { context, client: { hostname } }: { context: Context; client: { hostname: string } },
  own: PersonForUpdate,
  other: PersonForUpdate,
): Promise<Refused<'ACCOUNT_NOT_AVAILABLE' | 'MFA_EMAIL_NOT_EXISTS'> | null> {
  const isSame = own.id === other.id || own.programId !== other.programId;
  // A restricted login is restricted for a reason; its accounts do not get out of it, and none comes in.
  if (isSame || own.riskFlagOpen || other.riskFlagOpen) return refuse('ACCOUNT_NOT_AVAILABLE');
  if (!other.accounts.some(requiresSecondFactor)) return null;
  const { authenticators, passkeys } = await presentFactors(tx, own.id, hostname);
  const contacts = await contactsOf(tx, context, own.id);
  return hasWayLeft({ contacts, factors: authenticators + passkeys }) ? null : refuse('MFA_EMAIL_NOT_EXISTS');
}

/**
 * Moves the accounts of one login to another, whose owner has proven both factors of it (decision 037). The other login's
 * sessions end; without accounts, it opens nothing any more. Every confirmed address of both is notified. The caller holds
 * both locks.
 * @returns the sessions that ended, to be forgotten after the commit
 */
export async function linkLogins(
  tx: Database,
  context: Context,
  origin: Origin,
  { own, other }: { own: PersonForUpdate; other: PersonForUpdate },
): Promise<string[]> {
  const letters = { own: await letterOf(tx, context, own.id), other: await letterOf(tx, context, other.id) };
  const ended = await revokeEverywhere(tx, context, origin, { personId: other.id, except: null });
  await keepNamesOnCards(tx, context, other);
  await sql`update membership set person_id = ${own.id},
    position = position + 1 + (select coalesce(max(position), -1) from membership where person_id = ${own.id})
    where person_id = ${other.id}`.execute(tx);
  const accounts = other.accounts.length;
  const events: AuditEvent[] = [
    ...other.accounts.map(({ id: membershipId, role, businessId }): AuditEvent => ({
      type: 'account_linked',
      details: { by: 'login', role, card: null },
      personId: own.id,
      membershipId,
      businessId,
    })),
    { type: 'authn_login_linked', details: { from: other.id, accounts }, personId: own.id },
    { type: 'authn_login_moved', details: { into: own.id, accounts }, personId: other.id },
  ];
  await eventInsert(tx, context, origin, events).execute();
  const kind = 'loginLinked';
  const notices = [
    { personId: own.id, ...linkedNotice(letters.own, letters.other.username) },
    { personId: other.id, ...movedNotice(letters.other, letters.own.username) },
  ];
  for (const { personId, ...words } of notices) await notifyEveryAddress(tx, context, personId, { kind, ...words });
  return ended;
}

/** A card without a name of its own on record has its holder's name printed on it, and keeps that. */
async function keepNamesOnCards(tx: Database, context: Context, { id, programId }: PersonForUpdate): Promise<void> {
  const cards = await tx
    .selectFrom('card')
    .innerJoin('membership', 'membership.id', 'card.membership_id')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .select(['card.id as cardId', 'person.first_name as firstName', 'person.last_name as lastName'])
    .where('person.id', '=', id)
    .where('card_holder.card_id', 'is', null)
    .execute();
  const details = { email: null, mobilePhone: null, homePhone: null, dateOfBirth: null };
  for (const { cardId, firstName, lastName } of cards) {
    const holder = { firstName, middleName: null, lastName, nameOnCard: nameOnCard(firstName, lastName), details };
    await saveHolder(tx, context, { cardId, programId, holder });
  }
}

const textOf = (text: string) => ({ subject: null, text, html: null });

/** For the login that has the accounts now. */
const linkedNotice = (letter: Letter, username: string) => ({
  mail: letterMail(letter, {
    title: 'Another login was linked to yours',
    paragraphs: [
      `On ${easternTime(letter.at)}, the accounts of the login ${username} were added to your login ${letter.username}. Both its password and its second factor were entered.`,
      'If this was you, you need not do anything. If it was not, someone else is using your login. Reset your password now and tell your administrator:',
    ],
    link: `${letter.origin}/forgot-password`,
    close: ['This message went to every confirmed address of both logins.'],
  }),
  text: textOf(
    `${letter.programName}: the accounts of the login ${username} were added to yours. If this was not you, go to ${letter.origin}/forgot-password at once.`,
  ),
});

/** For the login that they have left: its own password opens nothing any more. */
const movedNotice = (letter: Letter, username: string) => ({
  mail: letterMail(letter, {
    title: 'Your accounts were linked to another login',
    paragraphs: [
      `On ${easternTime(letter.at)}, the accounts of your login ${letter.username} were added to the login ${username}. Both your password and your second factor were entered. Log in as ${username} from now on; ${letter.username} does not open them anymore.`,
      'If this was you, you need not do anything. If it was not, someone else knows your password and can receive your codes. Tell your administrator and support at once, so that the accounts are closed to them:',
    ],
    link: `${letter.origin}/contact-us`,
    close: [
      'Change that password wherever else you use it. This message went to every confirmed address of both logins.',
    ],
  }),
  text: textOf(
    `${letter.programName}: the accounts of your login ${letter.username} were moved to the login ${username}. If this was not you, tell your administrator and support at once.`,
  ),
});
