import { registration as limits, DAY, MINUTE } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/** A card with what decides whether and how it can be registered. */
export function readCard(db: Database, cardId: string) {
  return db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select([
      'card.id',
      'card.account_id as accountId',
      'card.status',
      'card.last_four as lastFour',
      'card.wrong_codes as wrongCodes',
      'card.wrong_codes_since as wrongCodesSince',
      'business.id as businessId',
      'business.program_id as programId',
      'business.status as businessStatus',
      'business.verification_mode as verificationMode',
    ])
    .where('card.id', '=', cardId)
    .executeTakeFirst();
}
export type CardRow = NonNullable<Awaited<ReturnType<typeof readCard>>>;

/** The wrong codes that count now: of the last day, or all of them once the card is locked. */
export const wrongCodesNow = ({ wrongCodes, wrongCodesSince }: CardRow, now: Date): number =>
  wrongCodes >= limits.lockFromWrongCodes || (wrongCodesSince !== null && wrongCodesSince > dayBefore(now))
    ? wrongCodes
    : 0;

export const dayBefore = (now: Date) => new Date(now.getTime() - DAY * 1000);

/**
 * Counts a verification code as wrong before it is compared (security design P3, P7): one statement, guarded by the row.
 * @param admitsBelow what the caller has proven admits it while the card has fewer wrong codes
 * @returns the wrong codes with this one, or null where it was not admitted
 */
export async function countCode(db: Database, cardId: string, admitsBelow: number, now: Date): Promise<number | null> {
  const isOver = sql<boolean>`(wrong_codes < ${limits.lockFromWrongCodes}::int
    and (wrong_codes_since is null or wrong_codes_since <= ${dayBefore(now)}::timestamptz))`;
  const { rows } = await sql<{ wrongCodes: number }>`
    update card set
      wrong_codes = case when ${isOver} then 1 else wrong_codes + 1 end,
      wrong_codes_since = case when ${isOver} then ${now}::timestamptz else wrong_codes_since end
    where id = ${cardId} and (${isOver} or wrong_codes < ${admitsBelow}::int)
    returning wrong_codes as "wrongCodes"`.execute(db);
  return rows[0]?.wrongCodes ?? null;
}

/** Takes the count of a right code back. */
export async function uncountCode(tx: Database, cardId: string): Promise<void> {
  await sql`update card set wrong_codes = greatest(wrong_codes - 1, 0) where id = ${cardId}`.execute(tx);
}

export const programWindowSeconds = 10 * MINUTE;
