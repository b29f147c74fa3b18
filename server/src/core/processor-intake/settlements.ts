import { DAY } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { SettlementLine } from '../../ports/card-processor/incoming.ts';
import { takeSettlement } from '../transactions/settlement.ts';
import type { RealProcessor } from './webhooks.ts';

/** A report that its processor has not closed yet is requested again on the next days. */
const daysBack = [1, 2, 3, 4, 5];

/**
 * The daily job: fetches each processor's settlement of the last days, once for every program with cards there. Amounts
 * that agree with the events and the entries are settled. Every difference becomes a row for an operator.
 */
export async function takeSettlements(context: Context): Promise<void> {
  for (const name of ['stripe', 'lithic'] as const) {
    const processor = context.cardProcessors[name];
    if (!processor) continue;
    for (const back of daysBack) {
      const day = new Date(context.clock.now().getTime() - back * DAY * 1000).toISOString().slice(0, 10);
      const report = await processor.settlement(day);
      if (report) await take(context, name, day, report.lines);
    }
  }
}

async function take(
  context: Context,
  name: RealProcessor,
  day: string,
  lines: readonly SettlementLine[],
): Promise<void> {
  const cards = await programsOf(context, name);
  const programs = [...new Set(cards.values())];
  for (const programId of programs)
    await takeSettlement(context, {
      reference: `${name}/${day}/${programId}`,
      programId,
      day,
      // A line for an unknown card is assigned to the first program and becomes a difference.
      lines: lines.filter(({ cardReference }) => (cards.get(cardReference) ?? programs[0]) === programId),
    });
}

/** The program of each card at a processor, by its id there. */
async function programsOf({ db }: Context, name: RealProcessor): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('processor_card')
    .innerJoin('card', 'card.id', 'processor_card.card_id')
    .innerJoin('business', 'business.id', 'card.business_id')
    .select(['processor_card.reference', 'business.program_id as programId'])
    .where('processor_card.processor', '=', name)
    .orderBy('processor_card.created_at')
    .execute();
  return new Map(rows.map(({ reference, programId }) => [reference, programId]));
}
