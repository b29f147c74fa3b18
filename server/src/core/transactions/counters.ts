import { CompiledQuery, sql } from 'kysely';
import { factsAlone, type CardRow } from '../authorizations/facts.ts';
import { readCards } from '../authorizations/statements.ts';
import type { Database } from '../../db/open.ts';
import { calendarOf } from '../policies/calendar.ts';
import { count } from '../policies/decide.ts';
import type { Facts } from '../policies/facts.ts';
import { programOf, type PolicyVersion } from '../policies/program.ts';
import { PolicyVersions } from '../policies/versions.ts';

const kept = new WeakMap<object, PolicyVersions>();

/**
 * The policy versions of a card. A process caches what it has read by `owner`, which is the database, not a transaction
 * of it.
 */
export function versionsOf(tx: Database, owner: object, ids: readonly number[]): Promise<PolicyVersion[]> {
  let versions = kept.get(owner);
  if (!versions) kept.set(owner, (versions = new PolicyVersions()));
  return versions.read(tx, ids);
}

/** Reads a card as decisions read it; null if there is none. */
export async function readCard(tx: Database, cardId: string, now: Date): Promise<CardRow | null> {
  const { rows } = await tx.executeQuery<CardRow>(CompiledQuery.raw(readCards, [[cardId], now]));
  return rows[0] ?? null;
}

/** Writes the counters of a card, its business and its groups from facts. */
export async function writeWindows(tx: Database, card: CardRow, { windows }: Facts): Promise<void> {
  const scopes: [string, object][] = [
    [card.chainId, windows.card],
    [card.businessId, windows.business],
    ...Object.entries(windows.groups),
  ];
  const ids = scopes.map(([id]) => id);
  await sql`insert into limit_state (scope_id, windows)
    select * from unnest(${ids}::uuid[], ${scopes.map(([, value]) => JSON.stringify(value))}::json[])
    on conflict (scope_id) do update set windows = excluded.windows`.execute(tx);
}

/**
 * Changes the counters that limit the card's purchases, in the periods of the purchase: up if it costs more than was
 * counted, down for amounts released or returned.
 * @param amount minor units
 * @param purchases 1 for a purchase that was not counted yet, -1 for one of which nothing is left
 */
export async function moveCounters(
  tx: Database,
  of: { owner: object; card: CardRow; mcc: number; at: Date },
  amount: number,
  purchases: number,
): Promise<void> {
  if (amount === 0 && purchases === 0) return;
  const { owner, card, mcc, at } = of;
  const facts = factsAlone(card, { pool: 0, wallet: null });
  const program = programOf(await versionsOf(tx, owner, card.policyVersions), at.getTime());
  count(facts, mcc, program, calendarOf(card.timeZone, at.getTime()), amount, purchases);
  await writeWindows(tx, card, facts);
  if (purchases !== 0 && card.usesAtMost !== null)
    await tx
      .updateTable('card')
      .set({ uses: Math.max(0, card.uses + purchases) })
      .where('id', '=', card.id)
      .execute();
}
