import { registration as limits, DAY, MINUTE } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** A card with what decides whether and how it can be registered. */
export function readCard(db: Database, cardId: string) {
  return db
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
    .where('card.id', '=', cardId)
    .executeTakeFirst();
}
export type CardRow = NonNullable<Awaited<ReturnType<typeof readCard>>>;

type Counts = Pick<CardRow, 'wrongCodes' | 'wrongCodesTotal'>;

/** Whether too many wrong codes have locked a card: of a day, or of its whole life. */
export const isCodeLocked = ({ wrongCodes, wrongCodesTotal }: Counts): boolean =>
  wrongCodes >= limits.lockFromWrongCodes || wrongCodesTotal >= limits.lockFromWrongCodesEver;

/** The wrong codes that count now: of the last day, or as many as lock it once the card is locked. */
export function wrongCodesNow(card: CardRow, now: Date): number {
  if (isCodeLocked(card)) return limits.lockFromWrongCodes;
  return card.wrongCodesSince !== null && card.wrongCodesSince > dayBefore(now) ? card.wrongCodes : 0;
}

export const dayBefore = (now: Date) => new Date(now.getTime() - DAY * 1000);

/**
 * Counts a verification code as wrong before it is compared (security design P3, P7): one statement, guarded by the row.
 * @param admitsBelow what the caller has proven admits it while the card has fewer wrong codes
 * @returns the wrong codes with this one, or null where it was not admitted
 */
export async function countCode(db: Database, cardId: string, admitsBelow: number, now: Date): Promise<Counts | null> {
  const isOver = sql<boolean>`(wrong_codes < ${limits.lockFromWrongCodes}::int
    and (wrong_codes_since is null or wrong_codes_since <= ${dayBefore(now)}::timestamptz))`;
  const { rows } = await sql<Counts>`
    update card set
      wrong_codes = case when ${isOver} then 1 else wrong_codes + 1 end,
      wrong_codes_since = case when ${isOver} then ${now}::timestamptz else wrong_codes_since end,
      wrong_codes_total = wrong_codes_total + 1
    where id = ${cardId} and wrong_codes_total < ${limits.lockFromWrongCodesEver}::int
      and (${isOver} or wrong_codes < ${admitsBelow}::int)
    returning wrong_codes as "wrongCodes", wrong_codes_total as "wrongCodesTotal"`.execute(db);
  return rows[0] ?? null;
}

/** Takes the count of a right code back; the wrong ones of other days are forgotten with it. */
export async function uncountCode(tx: Database, cardId: string): Promise<void> {
  await sql`update card set wrong_codes = greatest(wrong_codes - 1, 0), wrong_codes_total = 0
    where id = ${cardId}`.execute(tx);
}

export const programWindowSeconds = 10 * MINUTE;
