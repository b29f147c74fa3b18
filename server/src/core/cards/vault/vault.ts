import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { recordContext } from '../../../ports/keys/keys.ts';
import { Pan } from './pan.ts';

/*
 * The server's role cannot read the vault's table: its functions do, with the rights of the vault's role (db/roles.ts).
 */

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
  const sealed = context.keys.seal(card.pan.reveal(), sealContext(card));
  const { rows } = await sql<{ isStored: boolean }>`
    select vault.store_number(${card.cardId}, ${sealed}, ${indexOf(context, card.pan)}) as "isStored"`.execute(tx);
  return rows[0]!.isStored;
}

/** The id of the card with this number. */
export async function findCardByNumber(db: Database, context: VaultContext, pan: Pan): Promise<string | null> {
  const { rows } = await sql<{ cardId: string | null }>`
    select vault.find_card(${indexOf(context, pan)}) as "cardId"`.execute(db);
  return rows[0]!.cardId;
}

/** @throws KeyError if the record was altered or belongs to another card or program */
export async function openCardNumber(db: Database, context: VaultContext, card: VaultedCard): Promise<Pan | null> {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select vault.sealed_number(${card.cardId}) as sealed`.execute(db);
  const { sealed } = rows[0]!;
  return sealed ? Pan.parse(context.keys.open(sealed, sealContext(card)).toString()) : null;
}

/** Whether the vault has a number of the card of a query. */
export const hasCardNumber = sql<boolean>`vault.has_number(card.id)`;
