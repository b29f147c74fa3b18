import type { ReplaceReason } from '@florin/contract/cards/card-states';
import type { Database } from '../../db/open.ts';
import type { CardOrder, ReplacementReason } from '../../ports/card-processor/card-processor.ts';
import { contactsOf } from '../people/contacts.ts';
import { programOfCard } from '../policies/versions.ts';
import { standInOf } from '../processor/stand-in.ts';
import { instructProcessor } from '../processor/instruct.ts';
import { readHolder } from './holder.ts';
import { addressOfShipment } from './shipping.ts';
import type { CardContext } from './states.ts';

/** The reason for a replacement in the processor's terms. */
const reasons: Record<ReplaceReason, ReplacementReason> = {
  LOST: 'LOST',
  UNDELIVERABLE: 'LOST',
  STOLEN: 'STOLEN',
  COMPROMISED: 'STOLEN',
  DAMAGED: 'DAMAGED',
  EXPIRING: 'EXPIRED',
};

/**
 * Orders a new card from an external processor, after its holder and shipment are written. The embedded processor needs
 * no order. The rules for outages go with it (processor/stand-in.ts).
 */
export async function produceCard(tx: Database, context: CardContext, cardId: string): Promise<void> {
  if (context.cardProcessor.name === 'embedded') return;
  const card = await tx
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('processor_card as old', 'old.card_id', 'card.replaces_id')
    .select(['card.kind', 'card.membership_id', 'card.amount_lock', 'card.replaces_for'])
    .select(['business.program_id', 'business.profile_address', 'membership.person_id', 'old.reference'])
    .where('card.id', '=', cardId)
    .executeTakeFirstOrThrow();
  const ofProgram = { cardId, programId: card.program_id };
  const holder = await readHolder(tx, context, ofProgram);
  const address = await addressOfShipment(tx, context, ofProgram);
  const contacts = card.person_id === null ? [] : await contactsOf(tx, context, card.person_id);
  const contactOf = (kind: 'Email' | 'PhoneNumber') =>
    contacts.find((contact) => contact.kind === kind && contact.verified)?.address ?? null;
  const postal = address && {
    line1: address.line1,
    line2: address.line2 || null,
    city: address.city,
    state: address.state,
    postalCode: address.zip,
    country: 'US',
  };
  const program = await programOfCard(tx, cardId, context.clock.now().getTime());
  await instructProcessor(tx, context, cardId, {
    act: 'ISSUE',
    membershipId: card.membership_id,
    order: {
      kind: card.kind,
      holder: {
        reference: null,
        firstName: holder?.firstName ?? '',
        lastName: holder?.lastName ?? '',
        email: contactOf('Email'),
        phone: contactOf('PhoneNumber'),
        billing: postal ?? billingOf(card.profile_address ?? ''),
      },
      currency: 'USD',
      shipping: postal && address && { ...postal, name: address.recipient, method: address.method },
      replaces:
        card.reference !== null && card.replaces_for !== null
          ? { reference: card.reference, reason: reasons[card.replaces_for] }
          : null,
      standIn: standInOf(program, card.amount_lock),
    },
  });
}

/**
 * The postal address of a business. Its last line is 'City, ST 12345'. A processor refuses an address that it cannot
 * read, and operators see the refusal.
 */
export function billingOf(profileAddress: string): CardOrder['holder']['billing'] {
  const lines = profileAddress.split('\n').map((line) => line.trim());
  const last = lines.length > 1 ? (lines.at(-1) ?? '') : '';
  const [, city = '', state = '', postalCode = ''] = /^(.+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(last) ?? [];
  const line2 = lines.slice(1, -1).join(', ') || null;
  return { line1: lines[0] ?? '', line2, city, state, postalCode, country: 'US' };
}
