import type { CardKind } from '@florin/contract/cards/card-states';
import { money } from '@florin/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { Place } from '../../../http/cursor.ts';

export interface Figures {
  accountId: string;
  currency: string;
  posted: bigint;
  onHold: bigint;
  creditLimit: bigint;
  available: bigint;
  incoming: bigint;
}

/** The account that a business spends from, or the wallet of one of its cards; null where there is none. */
export async function figuresOf(db: Database, businessId: string, cardId: string | null): Promise<Figures | null> {
  const row = await db
    .selectFrom('financial_account')
    .select([
      'id as accountId',
      'currency',
      'ledger_balance as posted',
      'debits_pending as onHold',
      'credit_limit as creditLimit',
      'available_balance as available',
      'credits_pending as incoming',
    ])
    .where('business_id', '=', businessId)
    .$if(cardId === null, (query) => query.where('kind', 'in', ['business_available', 'credit_receivable']))
    .$if(cardId !== null, (query) => query.where('card_id', '=', cardId))
    .executeTakeFirst();
  return row ?? null;
}

/** The account of the fees that a business owes. */
export async function feesAccountOf(
  db: Database,
  businessId: string,
): Promise<Pick<Figures, 'accountId' | 'currency'> | null> {
  const row = await db
    .selectFrom('financial_account')
    .select(['id as accountId', 'currency'])
    .where('business_id', '=', businessId)
    .where('kind', '=', 'fees_receivable')
    .executeTakeFirst();
  return row ?? null;
}

/** The figures as the answer has them. */
export const figuresAnswer = ({ currency, posted, onHold, creditLimit, available, incoming }: Figures) => ({
  posted: money(posted, currency),
  onHold: money(onHold, currency),
  creditLimit: money(creditLimit, currency),
  available: money(available, currency),
  incoming: money(incoming, currency),
});

interface EntryRow {
  id: string;
  at: Date;
  code: string;
  description: string;
  amount: bigint;
  balanceAfter: bigint | null;
  until: Date | null;
  transactionId: string | null;
}

/** The key of a ledger command that an event caused ends with the event's id (core/transactions/ledger-keys.ts). */
const transactionOf = sql`(select e.transaction_id from card_event e
  where t.idempotency_key like 'card/%' and e.event_id = substr(t.idempotency_key, 8))`;

const unresolved = sql`t.kind = 'PENDING' and not exists (select from transfer r where r.pending_id = t.id)`;

/** Posted entries by their number, newest first. `sign` is -1 where what is owed counts. */
const postedEntries = (accountId: string, place: Place | null, limit: number, sign: 1 | -1 = 1) => sql`
  select t.id, e.at, t.code, t.description,
    ${sql.lit(sign)} * case e.side when 'DEBIT' then -e.amount else e.amount end as amount,
    ${sql.lit(sign)} * e.balance_after as "balanceAfter", null::timestamptz as until, ${transactionOf} as "transactionId", e.number as key
  from entry e join transfer t on t.id = e.transfer_id
  where e.account_id = ${accountId} and ${place ? sql`e.number < ${place.key}::bigint` : sql`true`}
  order by e.number desc limit ${sql.lit(limit)}`;

/** Purchases on hold, one line each, and other holds. */
const heldLines = (accountId: string, businessId: string, place: Place | null, limit: number) => sql`
  select * from (
    (select c.id, c.at, 'AUTHORIZATION' as code, c.merchant as description, -c.held as amount,
      null::bigint as "balanceAfter", c.hold_until as until, c.id as "transactionId", c.at as key
    from card_transaction c
    where c.business_id = ${businessId} and c.status = 'PENDING' and c.account_id = ${accountId} and c.held > 0
      and ${place ? sql`(c.at, c.id) < (${place.key}::timestamptz, ${place.id}::uuid)` : sql`true`}
    order by c.at desc, c.id desc limit ${sql.lit(limit)})
    union all
    (select t.id, t.at, t.code, t.description, -t.amount, null, t.expires_at, null, t.at
    from transfer t
    where t.debit_account_id = ${accountId} and t.kind = 'PENDING' and t.code <> 'AUTHORIZATION' and ${unresolved}
      and ${place ? sql`(t.at, t.id) < (${place.key}::timestamptz, ${place.id}::uuid)` : sql`true`}
    order by t.at desc, t.id desc limit ${sql.lit(limit)})
  ) line order by key desc, id desc limit ${sql.lit(limit)}`;

const incomingLines = (accountId: string, place: Place | null, limit: number) => sql`
  select t.id, t.at, t.code, t.description, t.amount, null::bigint as "balanceAfter", t.expires_at as until,
    ${transactionOf} as "transactionId", t.at as key
  from transfer t
  where t.credit_account_id = ${accountId} and (t.kind <> 'PENDING' or t.code <> 'AUTHORIZATION') and ${unresolved}
    and ${place ? sql`(t.at, t.id) < (${place.key}::timestamptz, ${place.id}::uuid)` : sql`true`}
  order by t.at desc, t.id desc limit ${sql.lit(limit)}`;

/** The lines that a figure is made of, newest first. */
export async function figureLines(
  db: Database,
  { accountId, businessId }: { accountId: string; businessId: string },
  figure: 'POSTED' | 'ON_HOLD' | 'INCOMING' | 'FEES_OWED',
  { limit, place }: { limit: number; place: Place | null },
): Promise<{ rows: EntryRow[]; next: Place | null }> {
  const query = {
    POSTED: () => postedEntries(accountId, place, limit + 1),
    FEES_OWED: () => postedEntries(accountId, place, limit + 1, -1),
    ON_HOLD: () => heldLines(accountId, businessId, place, limit + 1),
    INCOMING: () => incomingLines(accountId, place, limit + 1),
  }[figure]();
  const { rows } = await sql<EntryRow & { key: bigint | Date }>`${query}`.execute(db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { rows: page, next: null };
  return {
    rows: page,
    next: { key: last.key instanceof Date ? last.key.toISOString() : String(last.key), id: last.id },
  };
}

/** The card and the run of each entry that moved money between an account and a card, by the entry's id. */
export async function fundingsOf(
  db: Database,
  rows: readonly Pick<EntryRow, 'id' | 'code'>[],
): Promise<
  ReadonlyMap<
    string,
    { card: { id: string; kind: CardKind; name: string | null; last4: string }; runId: string | null }
  >
> {
  const ids = rows.filter(({ code }) => code === 'CARD_LOAD' || code === 'CARD_UNLOAD').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('transfer')
    .innerJoin('financial_account as wallet', (join) =>
      join.on((on) =>
        on.and([
          on.or([
            on('wallet.id', '=', on.ref('transfer.debit_account_id')),
            on('wallet.id', '=', on.ref('transfer.credit_account_id')),
          ]),
          on('wallet.kind', '=', 'card_wallet'),
        ]),
      ),
    )
    .innerJoin('card', 'card.id', 'wallet.card_id')
    .leftJoin('funding_run_line as line', 'line.transfer_id', 'transfer.id')
    .select([
      'transfer.id as entry',
      'card.id',
      'card.kind',
      'card.name',
      'card.last_four as last4',
      'line.run_id as runId',
    ])
    .where('transfer.id', 'in', ids)
    .execute();
  return new Map(found.map(({ entry, runId, ...card }) => [entry, { card, runId }]));
}
