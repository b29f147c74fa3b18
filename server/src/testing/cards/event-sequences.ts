import type { TransactionStatus } from '@florin/contract/cards/transaction-states';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { AuthorizationRequest } from '../../core/authorizations/request.ts';
import { ensureDefaultProgram } from '../../core/program/default-program.ts';
import { applyEvent } from '../../core/transactions/apply-event.ts';
import { applyMany } from '../../core/transactions/apply-many.ts';
import { authorize } from '../../core/transactions/authorize.ts';
import type { CardEvent } from '../../core/transactions/event.ts';
import { feesOf } from '../../core/transactions/fees.ts';
import { overdrafts } from './overdraft.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { at } from '../business.ts';
import { eventFor, purchase } from './spending.ts';

type Context = Parameters<typeof applyEvent>[0];

/** A message about one of the purchases of a sequence; `repeats` is how often it comes again. */
export interface Message {
  purchase: number;
  type: CardEvent['type'];
  amount: number;
  isFinal: boolean;
  isDeclined: boolean;
  /** For an advice or a reversal: the amount is what stays on hold. */
  statesRest: boolean;
  repeats: number;
}

interface PlannedPurchase {
  /** ASKED: we decide it · REPORTED: the network reports it · CREDIT: money comes without a purchase. */
  kind: 'ASKED' | 'TOLD' | 'CREDIT';
  amount: number;
  place: 'HOME' | 'ABROAD' | 'ABROAD_CONVERTED';
}

export interface Sequence {
  /** What the card draws on. */
  funding: 'BUSINESS' | 'WALLET' | 'CREDIT';
  /** Minor units; of a line of credit, its limit. */
  balance: number;
  purchases: readonly PlannedPurchase[];
  messages: readonly Message[];
  /** Another order of the same messages. */
  order: readonly number[];
}

const amount = fc.oneof(
  { weight: 14, arbitrary: fc.integer({ min: 1, max: 120_00 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);

const ofPurchases: readonly Message['type'][] = [
  'AUTHORIZATION',
  'AUTHORIZATION_INCREMENTAL',
  'AUTHORIZATION_ADVICE',
  'AUTHORIZATION_REVERSAL',
  'AUTHORIZATION_EXPIRY',
  'CLEARING',
  'CLEARING',
  'FINANCIAL_AUTHORIZATION',
  'CREDIT_AUTHORIZATION',
  'RETURN',
  'RETURN_REVERSAL',
  'CORRECTION_DEBIT',
  'CORRECTION_CREDIT',
  'BALANCE_INQUIRY',
];
const ofCredits: readonly Message['type'][] = ['CREDIT_AUTHORIZATION', 'RETURN', 'RETURN_REVERSAL', 'BALANCE_INQUIRY'];
/** What the network may decline. */
const declinable = new Set<Message['type']>(['AUTHORIZATION', 'AUTHORIZATION_INCREMENTAL', 'CLEARING']);

const plain = { isFinal: true, isDeclined: false, statesRest: false, repeats: 0 };

const free = fc.record({
  purchase: fc.nat(2),
  type: fc.nat(ofPurchases.length * ofCredits.length - 1),
  amount,
  isFinal: fc.boolean(),
  isDeclined: fc.constantFrom(false, false, false, true),
  statesRest: fc.boolean(),
  repeats: fc.constantFrom(0, 0, 1),
});

/** What a processor may say about a few purchases, in two orders; each purchase is completed in the end. */
export const sequences: fc.Arbitrary<Sequence> = fc
  .record({
    funding: fc.constantFrom<Sequence['funding'][]>('BUSINESS', 'BUSINESS', 'WALLET', 'CREDIT'),
    balance: fc.integer({ min: 0, max: 300_00 }),
    purchases: fc.array(
      fc.record({
        kind: fc.constantFrom<PlannedPurchase['kind'][]>('ASKED', 'ASKED', 'ASKED', 'TOLD', 'CREDIT'),
        amount,
        place: fc.constantFrom<PlannedPurchase['place'][]>('HOME', 'HOME', 'ABROAD', 'ABROAD_CONVERTED'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    free: fc.array(free, { maxLength: 6 }),
  })
  .chain(({ funding, balance, purchases, free: said }) => {
    const messages = said.flatMap(({ type: number, ...message }): Message[] => {
      const index = message.purchase % purchases.length;
      const types = purchases[index]!.kind === 'CREDIT' ? ofCredits : ofPurchases;
      const type = types[number % types.length]!;
      const one = { ...message, type, purchase: index, isDeclined: message.isDeclined && declinable.has(type) };
      // Money that is announced comes.
      return type === 'CREDIT_AUTHORIZATION'
        ? [one, { ...plain, type: 'RETURN', purchase: index, amount: one.amount }]
        : [one];
    });
    const last = purchases.flatMap(({ kind, amount: value }, index): Message[] => [
      { ...plain, purchase: index, type: kind === 'CREDIT' ? 'RETURN' : 'CLEARING', amount: value },
    ]);
    const all = [...messages, ...last];
    const indices = all.map((_, index) => index);
    return fc
      .shuffledSubarray(indices, { minLength: all.length, maxLength: all.length })
      .map((order) => ({ funding, balance, purchases, messages: all, order }));
  });

const signs: Partial<Record<Message['type'], number>> = {
  CLEARING: -1,
  FINANCIAL_AUTHORIZATION: -1,
  CORRECTION_DEBIT: -1,
  RETURN_REVERSAL: -1,
  RETURN: 1,
  CORRECTION_CREDIT: 1,
};

const places = {
  HOME: { country: 'US', state: 'OR', merchantCurrency: null },
  ABROAD: { country: 'MX', state: null, merchantCurrency: null },
  ABROAD_CONVERTED: { country: 'MX', state: null, merchantCurrency: 'MXN' },
} as const;

/** What the agreement of a prepaid business charges. */
const feeTable = { isaBasisPoints: 300, conversionBasisPoints: 0 };

/**
 * What a business has after all of that, less the fees that it owes, whatever the order: what was settled has moved.
 */
export function expectedBalance({ funding, balance, purchases, messages }: Sequence): number {
  const start = funding === 'CREDIT' ? 0 : balance;
  return messages.reduce((sum, { type, amount: value, isDeclined, purchase: index }) => {
    if (isDeclined) return sum;
    const isCharged = type === 'CLEARING' || type === 'FINANCIAL_AUTHORIZATION';
    const settled = { ...places[purchases[index]!.place], amount: BigInt(value), currency: 'USD' };
    const fees = isCharged ? feesOf(settled, feeTable) : [];
    return sum + (signs[type] ?? 0) * value - fees.reduce((total, fee) => total + Number(fee.amount), 0);
  }, start);
}

export interface Play {
  sequence: Sequence;
  /** Of its messages. */
  order: readonly number[];
}

/** How a play has ended, in minor units. */
export interface Played {
  /** Less the fees owed. */
  ledger: number;
  onHold: number;
  incoming: number;
  /** What the card's counter says it has spent, and what it has to say. */
  counted: number;
  spent: number;
  /** By purchase; none for a purchase of which nothing came. */
  statuses: (TransactionStatus | null)[];
  settled: number[];
  returned: number[];
  /** Below zero without an event that may do that and says so, or with one that may not. */
  isWronglyOverdrawn: boolean;
}

interface Opened extends Play {
  businessId: string;
  cardId: string;
  accountId: string;
  bankId: string;
  owedId: string;
  asked: AuthorizationRequest[];
}

/**
 * Plays sequences at the same time, each at a business of its own: decides the purchases, then applies the messages in
 * their order.
 * @param way each message in a transaction of its own, or the messages of all plays in a few statements
 */
export async function playAll(
  context: Context,
  plays: readonly Play[],
  way: 'ONE_BY_ONE' | 'AT_ONCE',
): Promise<Played[]> {
  const opened = await open(context.db, plays);
  for (let number = 0; number < 3; number += 1)
    await Promise.all(
      opened.map(async ({ sequence, asked }) => {
        if (sequence.purchases[number]?.kind === 'ASKED') await authorize(context, asked[number]!);
      }),
    );
  const events = opened.flatMap(eventsOf);
  if (way === 'AT_ONCE')
    await inTransaction(context.db, (tx) => applyMany(tx, context.db, events, context.clock.now()));
  else {
    const seen = new Set<string>();
    for (const event of events) {
      const { outcome } = await applyEvent(context, event);
      if (outcome !== (seen.has(event.eventId) ? 'REPEATED' : 'APPLIED'))
        throw new Error(`${event.type} was ${outcome}`);
      seen.add(event.eventId);
    }
  }
  return read(context.db, opened);
}

function eventsOf({ sequence, order, asked }: Opened): CardEvent[] {
  return order.flatMap((index) => {
    const {
      purchase: number,
      type,
      amount: value,
      isFinal,
      isDeclined,
      statesRest,
      repeats,
    } = sequence.messages[index]!;
    const { merchantCurrency = null } = asked[number]!;
    const event = eventFor(asked[number]!, type, value, {
      state: asked[number]!.state ?? null,
      isFinal,
      isDeclined,
      ...(merchantCurrency !== null && { merchantCurrency, merchantAmount: value * 18 }),
      ...(statesRest && { holdAfter: value }),
    });
    return Array.from({ length: repeats + 1 }, () => event);
  });
}

/** Opens the businesses, with the accounts that the messages move money between, in a few statements. */
async function open(db: Database, plays: readonly Play[]): Promise<Opened[]> {
  const programId = await ensureDefaultProgram(db);
  const opened = plays.map((play): Opened => {
    const cardId = newId();
    const asked = play.sequence.purchases.map(({ amount: value, place }) => purchase(cardId, value, places[place]));
    return { ...play, businessId: newId(), cardId, accountId: newId(), bankId: newId(), owedId: newId(), asked };
  });
  await db
    .insertInto('business')
    .values(
      opened.map(({ businessId, sequence: { funding } }) => ({
        id: businessId,
        program_id: programId,
        name: 'Test Business',
        bank_id: 'BANCORP' as const,
        program_type: 'Business' as const,
        payment_network: 'Visa' as const,
        funding_source: funding === 'CREDIT' ? ('Credit' as const) : ('Prepaid' as const),
        status: 'OPEN' as const,
        suspension_mode: null,
        credit_replenishment_delay_days: null,
        start_site_message: null,
        use_business_balance_for_auths: funding !== 'WALLET',
      })),
    )
    .execute();
  await db
    .insertInto('card')
    .values(
      opened.map(({ businessId, cardId }) => ({
        id: cardId,
        business_id: businessId,
        membership_id: null,
        last_four: '4242',
        status: 'OPEN' as const,
        expires_on: '2035-12-31',
        bin: null,
        wrong_codes_since: null,
      })),
    )
    .execute();
  await db.insertInto('financial_account').values(opened.flatMap(accountsOf)).execute();
  const funded = opened.filter(({ sequence: { funding, balance } }) => funding !== 'CREDIT' && balance > 0);
  const ids = (name: 'bankId' | 'accountId') => funded.map((one) => one[name]);
  await sql`select ledger_post(gen_random_uuid()::text, gen_random_uuid(), bank, account, amount, 'FUNDING', 'Bank transfer',
      true, ${at})
    from unnest(${ids('bankId')}::uuid[], ${ids('accountId')}::uuid[],
      ${funded.map(({ sequence }) => sequence.balance)}::bigint[]) as f (bank, account, amount)`.execute(db);
  return opened;
}

function accountsOf({ businessId, cardId, accountId, bankId, owedId, sequence: { funding, balance } }: Opened) {
  const account = (
    kind: 'network_clearing' | 'isa_fee' | 'fx_fee' | 'fees_receivable' | 'bank_settlement',
    id = newId(),
  ) => ({
    id,
    business_id: businessId,
    kind,
    card_id: null,
    currency: 'USD',
    overdraft_allowed: true,
    credit_limit: 0n,
    created_at: at,
  });
  const spending = { ...account('bank_settlement'), overdraft_allowed: false };
  const pool = funding === 'CREDIT' ? ('credit_receivable' as const) : ('business_available' as const);
  const own = { ...spending, kind: pool, id: funding === 'WALLET' ? newId() : accountId };
  return [
    { ...own, credit_limit: funding === 'CREDIT' ? BigInt(balance) : 0n },
    ...(funding === 'WALLET' ? [{ ...spending, kind: 'card_wallet' as const, id: accountId, card_id: cardId }] : []),
    account('bank_settlement', bankId),
    account('fees_receivable', owedId),
    account('network_clearing'),
    account('isa_fee'),
    account('fx_fee'),
  ];
}

async function read(db: Database, opened: readonly Opened[]): Promise<Played[]> {
  const accounts = await db
    .selectFrom('financial_account')
    .select(['id', 'ledger_balance as ledger', 'available_balance as available'])
    .select(['debits_pending as onHold', 'credits_pending as incoming'])
    .where(
      'id',
      'in',
      opened.flatMap(({ accountId, owedId }) => [accountId, owedId]),
    )
    .execute();
  const cards = opened.map(({ cardId }) => cardId);
  const transactions = await db
    .selectFrom('card_transaction')
    .select(['card_id as cardId', 'reference', 'status', 'held', 'settled', 'returned'])
    .where('card_id', 'in', cards)
    .execute();
  const overdrawing = await db
    .selectFrom('card_event')
    .select(['card_id as cardId', 'type', 'flags'])
    .where(
      'business_id',
      'in',
      opened.map(({ businessId }) => businessId),
    )
    .where(sql<boolean>`'OVERDRAWN' = any(flags)`)
    .execute();
  const counters = await db
    .selectFrom('limit_state')
    .select(['scope_id as cardId', 'windows'])
    .where('scope_id', 'in', cards)
    .execute();
  const accountById = new Map(accounts.map((row) => [row.id, row]));
  const byReference = new Map(transactions.map((row) => [row.reference, row]));
  const byCard = Map.groupBy(transactions, ({ cardId }) => cardId);
  const flagged = Map.groupBy(overdrawing, ({ cardId }) => cardId);
  const counterOf = new Map(counters.map(({ cardId, windows }) => [cardId, windows['*']?.at(-2) ?? 0]));
  return opened.map(({ accountId, owedId, cardId, asked }): Played => {
    const account = accountById.get(accountId)!;
    const rows = asked.map(({ eventId, reference }) => byReference.get(reference ?? eventId) ?? null);
    const events = flagged.get(cardId) ?? [];
    const mayOverdraw = ({ type, flags }: (typeof events)[number]) => {
      const reasons = type === 'FEE' ? undefined : overdrafts[type];
      return reasons !== undefined && (reasons.length === 0 || reasons.some((flag) => flags.includes(flag)));
    };
    return {
      ledger: Number(account.ledger + accountById.get(owedId)!.ledger),
      onHold: Number(account.onHold),
      incoming: Number(account.incoming),
      counted: counterOf.get(cardId) ?? 0,
      spent: (byCard.get(cardId) ?? []).reduce(
        (sum, { held, settled, returned }) => sum + Math.max(0, Number(held + settled - returned)),
        0,
      ),
      statuses: rows.map((row) => row?.status ?? null),
      settled: rows.map((row) => Number(row?.settled ?? 0)),
      returned: rows.map((row) => Number(row?.returned ?? 0)),
      isWronglyOverdrawn: (account.available < 0n && events.length === 0) || !events.every(mayOverdraw),
    };
  });
}

/**
 * What is wrong with the ends of a sequence in two orders. The two ends are the same, except that a hold which a reversal
 * and an expiry could have ended was ended by the one that came first.
 */
export function faultsOf(sequence: Sequence, ends: readonly Played[]): string[] {
  const faults: string[] = [];
  for (const { ledger, onHold, incoming, counted, spent, isWronglyOverdrawn } of ends) {
    if (ledger !== expectedBalance(sequence)) faults.push(`has ${ledger} instead of ${expectedBalance(sequence)}`);
    if (onHold !== 0 || incoming !== 0) faults.push(`${onHold} on hold and ${incoming} incoming are left`);
    if (counted !== spent) faults.push(`the limit counts ${counted} instead of ${spent}`);
    if (isWronglyOverdrawn) faults.push('below zero without a reason');
  }
  const [first, ...others] = ends.map(({ statuses, settled, returned }) =>
    JSON.stringify({
      statuses: statuses.map((status) => (status === 'EXPIRED' ? 'VOIDED' : status)),
      settled,
      returned,
    }),
  );
  for (const other of others) if (other !== first) faults.push(`${first} in one order, ${other} in another`);
  return faults;
}

/** Holds and announced credits that were not resolved exactly once. */
export async function wronglyResolved(db: Database): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::float8 as count from transfer h where h.kind = 'PENDING'
    and (select count(*) from transfer r where r.pending_id = h.id) <> 1`.execute(db);
  return rows[0]!.count;
}
