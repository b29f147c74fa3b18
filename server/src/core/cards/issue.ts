import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { Pan } from './pan.ts';
import { findCardByNumber, storeCardNumber } from './vault.ts';

/** How long a new card is valid. */
const validYears = 3;

/**
 * Issues a physical card to a membership, numbered from the program's BIN of the payment network; it is yet to be
 * produced.
 */
export async function issueCard(
  tx: Database,
  context: Pick<Context, 'keys' | 'clock'>,
  { businessId, membershipId }: { businessId: string; membershipId: string },
): Promise<{ cardId: string; lastFour: string }> {
  const now = context.clock.now();
  const program = await tx
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['program.id', 'payment_network', 'visa_bin', 'mastercard_bin'])
    .where('business.id', '=', businessId)
    .executeTakeFirstOrThrow();
  const pan = await freeNumber(
    tx,
    context,
    program.payment_network === 'Visa' ? program.visa_bin : program.mastercard_bin,
  );
  const cardId = newId(now.getTime());
  await tx
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: membershipId,
      last_four: pan.lastFour,
      bin: pan.bin,
      status: 'PENDING_FULFILLMENT',
      expires_on: lastDay(now.getUTCFullYear() + validYears, now.getUTCMonth()),
      wrong_codes_since: null,
    })
    .execute();
  if (!(await storeCardNumber(tx, context, { cardId, programId: program.id, pan })))
    throw new Error('Another card took the number in between.');
  return { cardId, lastFour: pan.lastFour };
}

async function freeNumber(tx: Database, context: Pick<Context, 'keys'>, bin: string): Promise<Pan> {
  for (;;) {
    const pan = Pan.generate(bin);
    if ((await findCardByNumber(tx, context, pan)) === null) return pan;
  }
}

/** The last day of a month (0 to 11) as yyyy-mm-dd. */
const lastDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
