import { DAY } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { ProcessorName } from '../../ports/card-processor/card-processor.ts';
import type { SettlementLine } from '../../ports/card-processor/incoming.ts';
import { takeSettlement } from '../transactions/settlement.ts';

/** A report that its processor has not closed yet is requested again on the next days. */
const daysBack = 5;
/** The furthest day back after an outage, or after the clock was moved. */
const daysBackAtMost = 400;

const names: readonly ProcessorName[] = ['stripe', 'lithic', 'embedded'];

/**
 * The daily job: fetches each processor's settlement of the days since its last report, and of a few before, once for
 * every program with cards there. Amounts that agree with the events and the entries are settled. Every difference becomes
 * a row for an operator.
 */
export async function takeSettlements(context: Context, of: readonly ProcessorName[] = names): Promise<void> {
  for (const name of of) {
    const processor = context.cardProcessors[name];
    if (!processor) continue;
    const cards = await programsOf(context, name);
    const programs = [...new Set(cards.values())];
    if (programs.length === 0) continue;
    for (let back = await daysToTake(context, name); back > 0; back -= 1) {
      const day = dayBefore(context, back);
      const report = await processor.settlement(day);
      // Days long ago on which nothing was settled need no report.
      if (!report || (back > daysBack && report.lines.length === 0)) continue;
      await take(context, name, { day, lines: report.lines, cards, programs });
    }
  }
}

const dayBefore = ({ clock }: Pick<Context, 'clock'>, days: number) =>
  new Date(clock.now().getTime() - days * DAY * 1000).toISOString().slice(0, 10);

async function daysToTake(context: Pick<Context, 'db' | 'clock'>, name: ProcessorName): Promise<number> {
  const last = await context.db
    .selectFrom('settlement_report')
    .select('day')
    .where('reference', 'like', `${name}/%`)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return daysBack;
  const since = Math.ceil((context.clock.now().getTime() - new Date(`${last.day}T00:00:00Z`).getTime()) / (DAY * 1000));
  return Math.min(daysBackAtMost, Math.max(daysBack, since));
}

async function take(
  context: Context,
  name: ProcessorName,
  of: {
    day: string;
    lines: readonly SettlementLine[];
    cards: ReadonlyMap<string, string>;
    programs: readonly string[];
  },
): Promise<void> {
  const { day, lines, cards, programs } = of;
  for (const programId of programs)
    await takeSettlement(context, {
      reference: reportOf(name, day, programId),
      programId,
      processor: name,
      day,
      // A line for an unknown card is assigned to the first program and becomes a difference.
      lines: lines.filter(({ cardReference }) => (cards.get(cardReference) ?? programs[0]) === programId),
    });
}

/** The name of a processor's report of a day about one program. */
const reportOf = (name: ProcessorName, day: string, programId: string): string => `${name}/${day}/${programId}`;

/** The program of each card at a processor, by its id there. */
async function programsOf({ db }: Pick<Context, 'db'>, name: ProcessorName): Promise<ReadonlyMap<string, string>> {
  if (name === 'embedded') {
    const rows = await db
      .selectFrom('card')
      .innerJoin('business', 'business.id', 'card.business_id')
      .leftJoin('processor_card', 'processor_card.card_id', 'card.id')
      .select(['card.id as reference', 'business.program_id as programId'])
      .where('processor_card.card_id', 'is', null)
      .orderBy('card.id')
      .execute();
    return new Map(rows.map(({ reference, programId }) => [reference, programId]));
  }
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
