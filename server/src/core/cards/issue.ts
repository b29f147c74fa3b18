import type { CardKind, ReplaceReason } from '@florin/contract/cards/card-states';
import type { Shipping } from '@florin/contract/cards/shipping';
import { newCardsPerPersonAndDay } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { recordEvent } from '../audit/events.ts';
import { Pan } from './vault/pan.ts';
import { orderShipment } from './shipping.ts';
import { bySystem, copyFreezes, recordCardAct, type CardChanger, type CardContext, type LockedCard } from './states.ts';
import { findCardByNumber, storeCardNumber } from './vault/vault.ts';

/** How long a new card is valid. */
const validYears = 3;

/** The parts of a card that an administrator chooses. */
export interface CardDescription {
  name?: string | null;
  purpose?: string | null;
  externalId?: string | null;
}

/** What limits a card's life; amounts in minor units of US dollars. */
export interface CardControls {
  usesAtMost?: number | null;
  amountLock?: bigint | null;
  merchantLock?: { kind: 'FIRST' | 'NAMED'; merchantId: string | null; merchant: string | null } | null;
  validFrom?: Date | null;
  validUntil?: Date | null;
}

export interface NewCard extends CardDescription {
  businessId: string;
  /** The holder; null for a card of the business itself. */
  membershipId: string | null;
  kind: CardKind;
  controls?: CardControls;
  shipping?: Shipping | null;
  /** The locked card that this one replaces. */
  replaces?: { card: LockedCard; reason: ReplaceReason };
  /** Demo data has fixed numbers. All others are generated at random. */
  number?: string;
  /** Closed by its capture. */
  closesOnCapture?: boolean;
}

/** The columns of a card's controls. */
export function columnsOf({ usesAtMost, amountLock, merchantLock, validFrom, validUntil }: CardControls) {
  return {
    ...(usesAtMost !== undefined && { uses_at_most: usesAtMost }),
    ...(amountLock !== undefined && { amount_lock: amountLock }),
    ...(merchantLock !== undefined && {
      merchant_lock: merchantLock?.kind ?? null,
      locked_merchant_id: merchantLock?.merchantId ?? null,
      locked_merchant_name: merchantLock?.merchant ?? null,
    }),
    ...(validFrom !== undefined && { valid_from: validFrom }),
    ...(validUntil !== undefined && { valid_until: validUntil }),
  };
}

/**
 * What a replacement takes over: its place in the chain, controls, and uses so far. Limits and groups belong to the
 * chain, and the database gives the card the policy versions of its chain.
 */
const inherited = ({ card, reason }: NonNullable<NewCard['replaces']>) => ({
  name: card.name,
  purpose: card.purpose,
  external_id: card.external_id,
  replaces_id: card.id,
  replaces_for: reason,
  first_card_id: card.chain_id,
  uses_at_most: card.uses_at_most,
  uses: card.uses,
  amount_lock: card.amount_lock,
  merchant_lock: card.merchant_lock,
  locked_merchant_id: card.locked_merchant_id,
  locked_merchant_name: card.locked_merchant_name,
  valid_from: card.valid_from,
  valid_until: card.valid_until,
  closes_on_capture: card.closes_on_capture,
});

/**
 * Issues a card, numbered from the program's BIN of the payment network. A new virtual card works at once. A
 * replacement has to be activated first, and a physical card has to be produced. Call `produceCard` after its holder is
 * written.
 */
export async function issueCard(
  tx: Database,
  context: CardContext,
  wanted: NewCard,
  by: CardChanger = bySystem,
): Promise<{ cardId: string; lastFour: string; card: LockedCard }> {
  const { businessId, membershipId, kind, replaces, shipping } = wanted;
  const now = context.clock.now();
  const program = await tx
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['program.id', 'payment_network', 'visa_bin', 'mastercard_bin'])
    .where('business.id', '=', businessId)
    .executeTakeFirstOrThrow();
  // An external processor numbers its cards itself. Until then, the card shows zeros.
  const pan = context.cardProcessor.numbersCards
    ? null
    : wanted.number !== undefined
      ? Pan.parse(wanted.number)
      : await freeNumber(tx, context, program.payment_network === 'Visa' ? program.visa_bin : program.mastercard_bin);
  const lastFour = pan?.lastFour ?? '0000';
  const cardId = newId(now.getTime());
  const worksAtOnce = kind === 'VIRTUAL' && !replaces;
  const waiting = kind === 'VIRTUAL' ? ('PENDING_ACTIVATION' as const) : ('PENDING_FULFILLMENT' as const);
  const card = await tx
    .insertInto('card')
    .values({
      id: cardId,
      business_id: businessId,
      membership_id: membershipId,
      last_four: lastFour,
      bin: pan?.bin ?? null,
      status: worksAtOnce ? 'OPEN' : waiting,
      substatus: kind === 'VIRTUAL' && !worksAtOnce ? 'NOT_ACTIVE' : null,
      kind,
      expires_on: lastDay(now.getUTCFullYear() + validYears, now.getUTCMonth()),
      wrong_codes_since: null,
      issued_at: now,
      activated_at: worksAtOnce ? now : null,
      name: wanted.name ?? null,
      purpose: wanted.purpose ?? null,
      external_id: wanted.externalId ?? null,
      closes_on_capture: wanted.closesOnCapture ?? false,
      ...columnsOf(wanted.controls ?? {}),
      ...(replaces && inherited(replaces)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (pan && !(await storeCardNumber(tx, context, { cardId, programId: program.id, pan })))
    throw new Error('Another card took the number in between.');
  if (shipping) await orderShipment(tx, context, { cardId, programId: program.id }, shipping);
  if (replaces) await copyFreezes(tx, replaces.card.id, cardId);
  await recordCardAct(tx, context, card, by, { act: 'issue', from: null, isPart: replaces !== undefined });
  await recordEvent(tx, context, by.origin, {
    type: 'card_issued',
    details: { card: cardId, kind, replaces: replaces?.card.id ?? null },
    businessId,
    ...by.subject,
  });
  return { cardId, lastFour, card };
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

interface CardsLeft {
  /** For the person, today; null without one. */
  today: number | null;
  /** Of what the plan of the business allows. */
  inPlan: number;
}

/**
 * How many cards can still be issued: to the person of a membership today, by the calendar of the business, and to the
 * business by its plan. Lock the business before issuing, so that cards issued at the same time exceed neither limit.
 */
export async function cardsLeft(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { businessId, membershipId }: { businessId: string; membershipId: string | null },
): Promise<CardsLeft> {
  const { rows } = await sql<{ today: number | null; inPlan: number }>`
    select business.cards_at_most - (
        select count(*)::int from card where card.business_id = business.id and card.status <> 'CLOSED'
      ) as "inPlan",
      case when ${membershipId}::uuid is not null then ${newCardsPerPersonAndDay}::int - (
        select count(*)::int from card
        join membership holding on holding.id = card.membership_id
        join membership asked on asked.id = ${membershipId} and asked.person_id = holding.person_id
        where holding.business_id = business.id
          and card.issued_at >= date_trunc('day', ${clock.now()}::timestamptz at time zone business.time_zone)
            at time zone business.time_zone
      ) end as today
    from business where business.id = ${businessId}`.execute(db);
  const { today, inPlan } = rows[0]!;
  return { today: today === null ? null : Math.max(0, today), inPlan: Math.max(0, inPlan) };
}
