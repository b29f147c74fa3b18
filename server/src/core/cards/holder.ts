import * as v from 'valibot';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordContext } from '../../ports/keys/keys.ts';

const Details = v.object({
  /** Lower case. */
  email: v.nullable(v.string()),
  /** E.164. */
  mobilePhone: v.nullable(v.string()),
  homePhone: v.nullable(v.string()),
  /** yyyy-mm-dd. */
  dateOfBirth: v.nullable(v.string()),
});
export type HolderDetails = v.InferOutput<typeof Details>;

/** The person a card was ordered for, from the records of the business. */
export interface Holder {
  firstName: string;
  middleName: string | null;
  lastName: string;
  nameOnCard: string;
  details: HolderDetails;
}

interface CardOfProgram {
  cardId: string;
  programId: string;
}

const sealContext = ({ cardId, programId }: CardOfProgram) =>
  recordContext({ table: 'card_holder', row: cardId, column: 'details_sealed', program: programId });

/** The name printed on a card: in capitals, without accents. */
export const nameOnCard = (firstName: string, lastName: string): string =>
  `${firstName} ${lastName}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();

/** Saves the person a card is for, replacing earlier records. */
export async function saveHolder(
  tx: Database,
  { keys }: Pick<Context, 'keys'>,
  { cardId, programId, holder }: CardOfProgram & { holder: Holder },
): Promise<void> {
  const row = {
    first_name: holder.firstName,
    middle_name: holder.middleName,
    last_name: holder.lastName,
    name_on_card: holder.nameOnCard,
    details_sealed: keys.seal(JSON.stringify(holder.details), sealContext({ cardId, programId })),
  };
  await tx
    .insertInto('card_holder')
    .values({ card_id: cardId, ...row })
    .onConflict((conflict) => conflict.column('card_id').doUpdateSet(row))
    .execute();
}

export async function readHolder(
  db: Database,
  { keys }: Pick<Context, 'keys'>,
  card: CardOfProgram,
): Promise<Holder | null> {
  const row = await db
    .selectFrom('card_holder')
    .select(['first_name', 'middle_name', 'last_name', 'name_on_card', 'details_sealed'])
    .where('card_id', '=', card.cardId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    firstName: row.first_name,
    middleName: row.middle_name,
    lastName: row.last_name,
    nameOnCard: row.name_on_card,
    details: v.parse(Details, JSON.parse(keys.open(row.details_sealed, sealContext(card)).toString())),
  };
}
