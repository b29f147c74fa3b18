import { merchantCategories } from '@florin/contract/cards/policies/merchant-categories';
import type { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { StandIn } from '../../ports/card-processor/card-processor.ts';
import { countryCodes } from '../../ports/card-processor/countries.ts';
import { calendarOf } from '../policies/calendar.ts';
import { cashCodes, refused, type Facts, type Purchase } from '../policies/facts.ts';
import type { Program } from '../policies/program.ts';
import { programOfCard } from '../policies/versions.ts';
import { instructProcessor } from './instruct.ts';

type Period = StandIn['limits'][number]['period'];

/**
 * The periods that processors know. What may be spent in a quarter is also the most for each of its months; a limit since
 * a date has no period.
 */
const periods: Record<AmountPeriod, Period | null> = {
  purchase: 'purchase',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'month',
  year: 'year',
  lifetime: 'lifetime',
  since: null,
};

const codes = merchantCategories.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));

/** A purchase that no list has a reason to refuse, to be varied. */
const plain: Purchase = {
  amount: 1,
  currency: 'USD',
  mcc: 5999,
  merchantId: '',
  merchant: '',
  country: 'US',
  presence: 'PRESENT',
  partialOk: false,
  at: 0,
};
/** Lists read the purchase alone. */
const unread = {} as Facts;
const anyDay = calendarOf('UTC', 0);

/**
 * A card's rules as a processor can hold them: limits for all purchases, categories and countries, and never cash. The
 * others (counts, limits of single categories, merchants, states, hours) are left to the real-time decision.
 * @param amountLock what the card may spend in its life, in minor units
 */
export function standInOf({ rules }: Pick<Program, 'rules'>, amountLock: bigint | null): StandIn {
  const least = new Map<Period, number>();
  const atMost = (period: Period, amount: number) =>
    // At processors, a limit of zero is none.
    least.set(period, Math.max(1, Math.min(amount, least.get(period) ?? Infinity)));
  if (amountLock !== null) atMost('lifetime', Number(amountLock));
  for (const { rule } of rules) {
    const period = rule.kind === 'amount' && rule.group === undefined ? periods[rule.period] : null;
    if (rule.kind === 'amount' && period !== null) atMost(period, rule.limit);
  }
  const refuses = (fields: readonly string[], change: Partial<Purchase>) =>
    rules.some(
      ({ rule, room }) =>
        (rule.kind === 'allow' || rule.kind === 'block') &&
        fields.includes(rule.field) &&
        room({ ...plain, ...change }, unread, anyDay) === refused,
    );
  const blocked = codes.filter((mcc) => refuses(['group', 'mcc'], { mcc }));
  const allowed = countryCodes.filter((country) => !refuses(['country'], { country }));
  return {
    limits: [...least].map(([period, amount]) => ({ period, amount })),
    blockedMccs: [...new Set([...blocked, ...cashCodes])],
    allowedCountries: allowed.length === countryCodes.length ? null : allowed,
  };
}

const batchSize = 200;

/**
 * The job that copies the rules of cards to processors: of each card there whose versions in force or amount lock are
 * others than when it was last sent, whatever changed them: a policy, an override, its end, a group, the card itself.
 */
export async function sendStandIns(context: Context): Promise<void> {
  const { db, cardProcessors, clock } = context;
  const names = Object.keys(cardProcessors).filter((name) => name !== 'embedded');
  if (names.length === 0) return;
  for (;;) {
    const now = clock.now();
    const { rows } = await sql<{ cardId: string; amountLock: bigint | null; basis: string }>`
      select pc.card_id as "cardId", c.amount_lock as "amountLock", current.basis
      from processor_card pc
      join card c on c.id = pc.card_id
      join business b on b.id = c.business_id
      join program p on p.id = b.program_id
      cross join lateral (
        select concat_ws(':', c.amount_lock, string_agg(v.id::text, ',' order by v.id)) as basis
        from spend_policy_version v
        where v.id = any (p.policy_versions || b.policy_versions || c.policy_versions)
          and v.valid_from <= ${now} and (v.valid_until is null or v.valid_until > ${now})
      ) current
      where pc.processor = any (${names}) and c.status <> 'CLOSED' and pc.stand_in_basis is distinct from current.basis
      limit ${batchSize}`.execute(db);
    for (const { cardId, amountLock, basis } of rows)
      await inTransaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('processor_card')
          .set({ stand_in_basis: basis })
          .where('card_id', '=', cardId)
          .where('stand_in_basis', 'is distinct from', basis)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        const standIn = standInOf(await programOfCard(tx, cardId, now.getTime()), amountLock);
        await instructProcessor(tx, context, cardId, { act: 'STAND_IN', standIn });
      });
    if (rows.length < batchSize) return;
  }
}
