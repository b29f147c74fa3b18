import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sourceOf } from '../authorizations/facts.ts';
import { accountCurrency } from '../authorizations/request.ts';
import { lockMoney } from '../ledger/lock.ts';
import { readCard } from './counters.ts';
import { accountsByKind, ledgerOf, Posting } from './posting.ts';
import { stateOf } from './status.ts';

/** The fees without a purchase, each with the text of its entry and the column of the program's table. */
const cardFees = {
  REPLACEMENT_CARD: { description: 'Replacement card', column: 'replacement_fee' },
  EXPIRED_CARD_MONTH: { description: 'Monthly fee of an expired card', column: 'expired_card_monthly_fee' },
} as const;

/**
 * Charges a card a fee of the program's fee table, as a line of its own. The business owes what the balance cannot
 * cover.
 * @param once identifies the charge, such as the replacement's id or the month; a second call with it changes nothing
 */
export async function chargeCardFee(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  of: { businessId: string; cardId: string; kind: keyof typeof cardFees; once: string },
): Promise<void> {
  const { businessId, cardId, kind, once } = of;
  const money = await lockMoney(tx, businessId, [cardId]);
  const at = clock.now();
  const card = await readCard(tx, cardId, at);
  const eventId = `fee/${kind}/${once}`;
  const before = await tx
    .selectFrom('card_event')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (!card || before) return;
  const { description, column } = cardFees[kind];
  const program = await tx
    .selectFrom('program')
    .select(column)
    .where('id', '=', card.programId)
    .executeTakeFirstOrThrow();
  const amount = program[column];
  const account = sourceOf(card) === 'WALLET' ? (money.wallets.get(cardId) ?? money.account) : money.account;
  if (amount === 0n || !account) return;
  const accounts = await accountsByKind(tx, businessId);
  const networkId = accounts.get('network_clearing')!;
  const posting = new Posting(
    ledgerOf(tx),
    { eventId, sides: { accountId: account.id, networkId }, description, at },
    { hold: null, credit: null },
  );
  await posting.fee(amount, 'FEE', accounts.get('fees_income')!, accounts.get('fees_receivable')!);
  const id = newId(at.getTime());
  const {
    status,
    amount: total,
    requested,
    fees,
  } = stateOf([{ type: 'FEE', amount, outcome: null, held: 0n, incoming: 0n, flags: [] }]);
  await tx
    .insertInto('card_transaction')
    .values({
      id,
      reference: eventId,
      business_id: businessId,
      card_id: cardId,
      account_id: account.id,
      at,
      status,
      requested,
      amount: total,
      fees,
      currency: accountCurrency,
      merchant_amount: null,
      merchant_currency: null,
      mcc: 0,
      merchant_id: '',
      merchant: description,
      city: null,
      state: null,
      country: 'US',
      presence: 'NOT_PRESENT',
      decline_code: null,
      hold_until: null,
      hold_reason: null,
    })
    .execute();
  await tx
    .insertInto('card_event')
    .values({
      event_id: eventId,
      reference: eventId,
      transaction_id: id,
      type: 'FEE',
      business_id: businessId,
      card_id: cardId,
      at,
      amount,
      currency: accountCurrency,
      fingerprint: once,
      held: 0n,
      fee_kind: kind,
      raw: '{}',
    })
    .execute();
}

/**
 * Charges the monthly fee on the balance of expired cards. Only the agreement for own funds on Visa cards of BANCORP has
 * it (reading 12). A balance below the fee is not charged.
 */
export async function chargeExpiredCards(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = context.clock.now();
  const month = now.toISOString().slice(0, 7);
  const cards = await context.db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .innerJoin('program', 'program.id', 'business.program_id')
    .innerJoin('financial_account as wallet', 'wallet.card_id', 'card.id')
    .select(['card.id as cardId', 'business.id as businessId'])
    .where('business.program_type', '=', 'OwnedFunds')
    .where('business.bank_id', '=', 'BANCORP')
    .where('business.payment_network', '=', 'Visa')
    .where('business.funding_source', '=', 'Prepaid')
    .where('card.expires_on', '<', `${month}-01`)
    .where('program.expired_card_monthly_fee', '>', 0n)
    .whereRef('wallet.available_balance', '>=', 'program.expired_card_monthly_fee')
    .execute();
  for (const { cardId, businessId } of cards)
    await inTransaction(context.db, (tx) =>
      chargeCardFee(tx, context, { businessId, cardId, kind: 'EXPIRED_CARD_MONTH', once: `${cardId}/${month}` }),
    );
}
