import { isEligible } from '@florin/contract/eligibility';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { nameOnCard } from '../holder.ts';
import { hasCardNumber, openCardNumber } from './vault.ts';

/** The details embossed on a card, and the security code on its back (section 3, card details response). */
export interface CardDetails {
  /** Sixteen digits. */
  cardNumber: string;
  nameOnCard: string;
  /** yyyy-mm-dd. */
  expirationDate: string;
  cvV2: string;
}

/**
 * Reads a card's number for a caller who may see it. The processor supplies the security code at that moment. The
 * caller records the view before the answer is sent.
 * @returns null if the card does not exist or its details may not be shown now (isViewable)
 * @throws CardProcessorError
 */
export async function revealCard(
  context: Pick<Context, 'db' | 'keys' | 'cardProcessor'>,
  cardId: string,
): Promise<CardDetails | null> {
  const { db, cardProcessor } = context;
  const card = await namedCards(db).where('card.id', '=', cardId).executeTakeFirst();
  if (!card || !isViewable(card)) return null;
  const number = await openCardNumber(db, context, card);
  if (!number) return null;
  const { expiresOn } = card;
  return {
    cardNumber: number.reveal(),
    nameOnCard: nameOf(card),
    expirationDate: expiresOn,
    cvV2: await cardProcessor.securityCode({ cardId, number, expiresOn }),
  };
}

/** Cards joined with the sources of the name on them. */
export const namedCards = (db: Database) =>
  db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'card.id as cardId',
      'card.business_id as businessId',
      'business.program_id as programId',
      'card.last_four as last4',
      'card.status',
      'membership.status as accountStatus',
      'business.status as businessStatus',
      'card.expires_on as expiresOn',
      'card_holder.name_on_card as embossed',
      'person.first_name as firstName',
      'person.last_name as lastName',
      hasCardNumber.as('hasNumber'),
    ]);

type NamedCard = Awaited<ReturnType<ReturnType<typeof namedCards>['executeTakeFirstOrThrow']>>;

/** For a card ordered here, the printed name is stored. For other cards, the cardholder's name is used. */
export const nameOf = ({
  embossed,
  firstName,
  lastName,
}: Pick<NamedCard, 'embossed' | 'firstName' | 'lastName'>): string =>
  embossed ?? nameOnCard(firstName ?? '', lastName ?? '');

type Viewability = Pick<NamedCard, 'status' | 'hasNumber' | 'accountStatus' | 'businessStatus'>;

/**
 * Whether a card's details can be shown now: its number is in the vault, and card, membership and business allow it.
 */
export const isViewable = ({ status, hasNumber, accountStatus, businessStatus }: Viewability): boolean =>
  hasNumber &&
  isEligible('card.reveal', {
    card: { status },
    business: { status: businessStatus },
    ...(accountStatus && { membership: { status: accountStatus } }),
  });
