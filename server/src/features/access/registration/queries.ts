import { registration as limits, DAY, MINUTE } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { Tally } from '../../../identity/attempts/attempts.ts';
import type { Visitor } from '../../../identity/registrations/visitor.ts';

/** A card with the facts that decide whether and how it can be registered. */
const cards = (db: Database, cardId: string) =>
  db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select([
      'card.id',
      'card.membership_id as membershipId',
      'card.status',
      'card.last_four as lastFour',
      'card.wrong_codes as wrongCodes',
      'card.wrong_codes_since as wrongCodesSince',
      'card.wrong_codes_total as wrongCodesTotal',
      'card.times_unlocked as timesUnlocked',
      'business.id as businessId',
      'business.program_id as programId',
      'business.status as businessStatus',
      'business.verification_mode as verificationMode',
    ])
    .where('card.id', '=', cardId);

export const readCardToRegister = (db: Database, cardId: string) => cards(db, cardId).executeTakeFirst();

/** The same, locked until the transaction ends: codes of a card are sent and tried one after the other. */
export const lockCardToRegister = (tx: Database, cardId: string) =>
  cards(tx, cardId).forNoKeyUpdate('card').executeTakeFirstOrThrow();

export type CardToRegister = NonNullable<Awaited<ReturnType<typeof readCardToRegister>>>;

/** Whether too many wrong codes have locked a card: within a day, or over all days. */
const isCodeLocked = ({ wrongCodes, wrongCodesTotal }: CardToRegister): boolean =>
  wrongCodes >= limits.lockFromWrongCodes || wrongCodesTotal >= limits.lockFromWrongCodesEver;

/** The wrong codes that count now: of the last day, or as many as lock it once the card is locked. */
export function wrongCodesNow(card: CardToRegister, now: Date): number {
  if (isCodeLocked(card)) return limits.lockFromWrongCodes;
  return card.wrongCodesSince !== null && card.wrongCodesSince > dayBefore(now) ? card.wrongCodes : 0;
}

const dayBefore = (now: Date) => new Date(now.getTime() - DAY * 1000);

/**
 * The wrong verification codes of a card, over all browsers. A correct one also clears those of other days.
 * @param admitsBelow the caller's captcha admits a try while the card has fewer wrong codes
 */
export function cardTally(cardId: string, admitsBelow: number, now: Date): Tally {
  const isOver = sql<boolean>`(wrong_codes < ${limits.lockFromWrongCodes}::int
    and (wrong_codes_since is null or wrong_codes_since <= ${dayBefore(now)}::timestamptz))`;
  return {
    counting: (from = sql``) => sql`
      update card set
        wrong_codes = case when ${isOver} then 1 else wrong_codes + 1 end,
        wrong_codes_since = case when ${isOver} then ${now}::timestamptz else wrong_codes_since end,
        wrong_codes_total = wrong_codes_total + 1
      ${from} where card.id = ${cardId} and wrong_codes_total < ${limits.lockFromWrongCodesEver}::int
        and (${isOver} or wrong_codes < ${admitsBelow}::int)
      returning wrong_codes as failures, (wrong_codes >= ${limits.lockFromWrongCodes}::int
        or wrong_codes_total >= ${limits.lockFromWrongCodesEver}::int) as "isFull"`,
    refunding: sql`update card set wrong_codes = greatest(wrong_codes - 1, 0), wrong_codes_total = 0
      where id = ${cardId}`,
  };
}

export const programWindowSeconds = 10 * MINUTE;

/** A registration that this browser has finished, unless another person than its own is signed in there. */
export async function finishedInBrowser(db: Database, { browserHash, personId }: Visitor, now: Date) {
  if (!browserHash) return undefined;
  const found = await db
    .selectFrom('registration')
    .leftJoin('card', 'card.id', 'registration.card_id')
    .leftJoin('invite', 'invite.id', 'registration.invite_id')
    .innerJoin('membership', (join) =>
      join.on('membership.id', '=', sql`coalesce(card.membership_id, invite.accepted_by)`),
    )
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'person.first_name as firstName',
      'person.id as personId',
      'business.id as businessId',
      'business.program_id as programId',
    ])
    .where('registration.browser_hash', '=', browserHash)
    .where('registration.step', '=', 'OVER')
    .where('registration.expires_at', '>', now)
    .whereRef('registration.person_id', '=', 'person.id')
    .executeTakeFirst();
  return found && (personId === null || personId === found.personId) ? found : undefined;
}
