import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordContext } from '../../ports/keys/keys.ts';
import { Pan } from './pan.ts';

type VaultContext = Pick<Context, 'keys'>;

interface VaultedCard {
  cardId: string;
  programId: string;
}

/** The sealed number opens in its own row, column and program only (security design 3.9). */
const sealContext = ({ cardId, programId }: VaultedCard) =>
  recordContext({ table: 'vault.card_number', row: cardId, column: 'number_sealed', program: programId });

const indexOf = ({ keys }: VaultContext, pan: Pan) => keys.mac('card-number-index', pan.reveal());

/**
 * Stores a card's number: sealed, and searchable by a keyed MAC of the whole number (PCI DSS 3.5.1.1).
 * @returns false if another card has the number
 */
export async function storeCardNumber(
  tx: Database,
  context: VaultContext,
  card: VaultedCard & { pan: Pan },
): Promise<boolean> {
  const stored = await tx
    .insertInto('vault.card_number')
    .values({
      card_id: card.cardId,
      number_sealed: context.keys.seal(card.pan.reveal(), sealContext(card)),
      number_index: indexOf(context, card.pan),
    })
    .onConflict((conflict) => conflict.column('number_index').doNothing())
    .returning('card_id')
    .executeTakeFirst();
  return stored !== undefined;
}

/** The id of the card with this number. */
export async function findCardByNumber(db: Database, context: VaultContext, pan: Pan): Promise<string | null> {
  const row = await db
    .selectFrom('vault.card_number')
    .select('card_id')
    .where('number_index', '=', indexOf(context, pan))
    .executeTakeFirst();
  return row?.card_id ?? null;
}

/** @throws KeyError if the record was altered or belongs to another card or program */
export async function openCardNumber(db: Database, context: VaultContext, card: VaultedCard): Promise<Pan | null> {
  const row = await db
    .selectFrom('vault.card_number')
    .select('number_sealed')
    .where('card_id', '=', card.cardId)
    .executeTakeFirst();
  return row ? Pan.parse(context.keys.open(row.number_sealed, sealContext(card)).toString()) : null;
}
