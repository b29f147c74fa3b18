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

interface Counter {
  key: Buffer;
  windowSeconds: number;
  /** Not admitted at that many; none: always counted. */
  cap?: number;
}

/**
 * Counts under a key within a window that starts with its first count.
 * @returns the count with this one, or null where the cap is reached
 */
export async function count(db: Database, { key, windowSeconds, cap }: Counter, now: Date): Promise<number | null> {
  const isOver = sql`throttle.window_started_at <= ${new Date(now.getTime() - windowSeconds * 1000)}::timestamptz`;
  const { rows } = await sql<{ failures: number }>`
    insert into throttle (key, failures, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else throttle.failures + 1 end,
      window_started_at = case when ${isOver} then ${now} else throttle.window_started_at end
      where ${cap ?? null}::int is null or throttle.failures < ${cap ?? null}::int or ${isOver}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

/** Takes one count back. */
export async function uncount(db: Database, key: Buffer): Promise<void> {
  await sql`update throttle set failures = failures - 1 where key = ${key} and failures > 0`.execute(db);
}

/** What stands under a key, and until when. */
export async function readCount(db: Database, { key, windowSeconds }: Counter, now: Date) {
  const row = await db
    .selectFrom('throttle')
    .select(['failures', 'window_started_at'])
    .where('key', '=', key)
    .where('window_started_at', '>', new Date(now.getTime() - windowSeconds * 1000))
    .executeTakeFirst();
  if (!row) return { failures: 0, until: now };
  return { failures: row.failures, until: new Date(row.window_started_at.getTime() + windowSeconds * 1000) };
}

export const programWindowSeconds = 10 * MINUTE;
