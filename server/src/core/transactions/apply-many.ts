import { CompiledQuery, sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { factsOf, sourceOf, type CardRow, type Shared } from '../authorizations/facts.ts';
import { readCards } from '../authorizations/statements.ts';
import { newId } from '../../db/ids.ts';
import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import type { Schema } from '../../db/schema.ts';
import type { LedgerAnswer } from '../ledger/rules.ts';
import { calendarOf } from '../policies/calendar.ts';
import { count } from '../policies/decide.ts';
import { programOf } from '../policies/program.ts';
import type { Windows } from '../policies/windows.ts';
import { Application, type EventStore, type Known } from './apply-event.ts';
import { versionsOf } from './counters.ts';
import type { CardEvent } from './event.ts';
import type { LedgerCommands, Pending } from './posting.ts';
import type { StatedEvent } from './status.ts';
import { whySuspended } from './suspense.ts';

type Tx = Transaction<Schema>;

/** One call of a function of the ledger. */
interface Command {
  kind: 'post' | 'hold' | 'postHold' | 'voidHold';
  key: string;
  id: string;
  debit: string | null;
  credit: string | null;
  hold: string | null;
  amount: bigint | null;
  code: string;
  description: string;
  mayOverdraw: boolean;
  expiresAt: Date | null;
  at: Date;
}

/**
 * Applies events in the given order, those that are new, as `applyEvent` does one by one and by the same class, and writes them in a
 * few statements: for data that is written in bulk, such as two years of a demo business. Nothing else may move money
 * of these businesses in the meantime, so the caller has locked or just created them.
 * @param owner keeps the policy versions that were read, as in `versionsOf`
 * @throws Error for an event that belongs in suspense, which is not supported in bulk
 */
export async function applyMany(tx: Tx, owner: object, events: readonly CardEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const batch = await read(tx, owner, events, now);
  const known = await knownOf(tx, events);
  for (const event of events) {
    if (known.has(event.eventId)) continue;
    known.add(event.eventId);
    await batch.apply(event);
  }
  await batch.write(tx);
}

/** The ids of the events that were received before. */
async function knownOf(tx: Tx, events: readonly CardEvent[]): Promise<Set<string>> {
  const ids = events.map(({ eventId }) => eventId);
  const { rows } = await sql<{ id: string }>`select event_id as id from card_event
    where event_id = any(${ids}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

const unique = <T>(values: readonly T[]) => [...new Set(values)];

async function read(tx: Tx, owner: object, events: readonly CardEvent[], now: Date): Promise<Batch> {
  const cardIds = unique(events.map(({ cardId }) => cardId));
  const { rows: cards } = await tx.executeQuery<CardRow>(CompiledQuery.raw(readCards, [cardIds, now]));
  const accounts = await tx
    .selectFrom('financial_account')
    .select(['id', 'kind', 'card_id as cardId', 'business_id as businessId', 'available_balance as available'])
    .where('business_id', 'in', unique(cards.map(({ businessId }) => businessId)))
    .execute();
  const references = unique(events.map(({ reference }) => reference));
  const stored = await tx
    .selectFrom('card_event')
    .select(['reference', 'transaction_id as transactionId', 'type', 'amount', 'outcome', 'held', 'incoming', 'flags'])
    .where('reference', 'in', references)
    .orderBy('sequence')
    .execute();
  const ids = unique(stored.map(({ transactionId }) => transactionId));
  const transactions =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('card_transaction')
          .select(['id', 'reference', 'account_id as accountId', 'at', 'open_holds as openHolds'])
          .select(['open_credits as openCredits', 'is_final as isFinal', 'hold_until as holdUntil'])
          .select(['mcc', 'country', 'state', 'merchant_currency as merchantCurrency'])
          .where('id', 'in', ids)
          .execute();
  const open = transactions.flatMap(({ openHolds, openCredits }) => [...openHolds, ...openCredits]);
  const pending =
    open.length === 0 ? [] : await tx.selectFrom('transfer').select(['id', 'amount']).where('id', 'in', open).execute();
  await versionsOf(tx, owner, unique(cards.flatMap(({ policyVersions }) => policyVersions)));
  const byReference = Map.groupBy(stored, ({ reference }) => reference);
  const known = transactions.map(({ reference, openHolds, openCredits, ...row }): [string, Known] => [
    reference,
    { ...row, holdId: openHolds[0], creditId: openCredits[0], events: byReference.get(reference)! },
  ]);
  const versions = new Map(
    await Promise.all(cards.map(async (card) => [card.id, await versionsOf(tx, owner, card.policyVersions)] as const)),
  );
  return new Batch({ cards, accounts, known, pending, versions });
}

interface Read {
  cards: readonly CardRow[];
  accounts: readonly {
    id: string;
    kind: FinancialAccountKind;
    cardId: string | null;
    businessId: string;
    available: bigint;
  }[];
  known: readonly [reference: string, Known][];
  pending: readonly Pending[];
  versions: ReadonlyMap<string, Awaited<ReturnType<typeof versionsOf>>>;
}

/** What was read, with the changes of the events so far, and what has to be written. */
class Batch {
  readonly #cards: ReadonlyMap<string, CardRow>;
  readonly #versions: Read['versions'];
  readonly #accounts = new Map<string, Map<FinancialAccountKind, string>>();
  readonly #wallets = new Map<string, string>();
  readonly #available = new Map<string, bigint>();
  readonly #known: Map<string, Known>;
  /** Holds and announced credits, with the account that each takes from or gives to. */
  readonly #pending = new Map<string, Pending & { from: string | null; to: string | null }>();
  readonly #shared = new Map<string, Shared>();
  readonly #windows = new Map<string, Windows>();
  readonly #uses = new Map<string, number>();
  readonly #commands: Command[] = [];
  readonly #events: Insertable<Schema['card_event']>[] = [];
  readonly #inserted: Insertable<Schema['card_transaction']>[] = [];
  readonly #updated = new Map<string, Updateable<Schema['card_transaction']>>();
  readonly #fees = new Map<string, bigint>();

  constructor({ cards, accounts, known, pending, versions }: Read) {
    this.#cards = new Map(cards.map((card) => [card.id, card]));
    this.#versions = versions;
    this.#known = new Map(known);
    for (const { id, kind, cardId, businessId, available } of accounts) {
      this.#available.set(id, available);
      if (cardId !== null) this.#wallets.set(cardId, id);
      else {
        const ofBusiness = this.#accounts.get(businessId) ?? new Map<FinancialAccountKind, string>();
        this.#accounts.set(businessId, ofBusiness.set(kind, id));
      }
    }
    const payers = new Map(known.map(([, { holdId, accountId }]) => [holdId, accountId]));
    const payees = new Map(known.map(([, { creditId, accountId }]) => [creditId, accountId]));
    for (const one of pending)
      this.#pending.set(one.id, { ...one, from: payers.get(one.id) ?? null, to: payees.get(one.id) ?? null });
  }

  async apply(event: CardEvent): Promise<void> {
    const card = this.#cards.get(event.cardId);
    if (!card) throw new Error(`${event.eventId}: its card is not known`);
    const known = this.#known.get(event.reference) ?? null;
    const accounts = this.#accounts.get(card.businessId)!;
    const own =
      sourceOf(card) === 'WALLET'
        ? this.#wallets.get(card.id)
        : (accounts.get('business_available') ?? accounts.get('credit_receivable'));
    const accountId = known?.accountId ?? own ?? null;
    const reason = whySuspended(event, card, known, accountId);
    if (reason) throw new Error(`${event.eventId} belongs in suspense: ${reason}`);
    const of = { event, card, known, accountId, accounts, from: 'network_clearing' } as const;
    await new Application(this.#storeOf(event.reference), of).run();
  }

  #storeOf(reference: string): EventStore {
    return {
      ledger: this.#ledger,
      pendingOf: async (id) => (id === undefined ? null : this.#pending.get(id)!),
      availableOf: async (id) => this.#available.get(id) ?? 0n,
      insertTransaction: async (row) => {
        this.#inserted.push(row);
        this.#known.set(reference, {
          id: row.id,
          accountId: row.account_id ?? null,
          at: row.at,
          mcc: row.mcc,
          country: row.country,
          state: row.state ?? null,
          merchantCurrency: row.merchant_currency ?? null,
          isFinal: row.is_final ?? false,
          holdUntil: (row.hold_until as Date | null) ?? null,
          holdId: row.open_holds?.[0],
          creditId: row.open_credits?.[0],
          events: [],
        });
      },
      updateTransaction: async (id, state) => {
        this.#updated.set(id, { ...this.#updated.get(id), ...state });
        this.#fees.delete(id);
        const known = this.#known.get(reference)!;
        known.isFinal = state.is_final ?? known.isFinal;
        if (state.hold_until) known.holdUntil = state.hold_until;
        known.holdId = state.open_holds?.[0];
        known.creditId = state.open_credits?.[0];
      },
      insertEvent: async (row) => {
        this.#events.push(row);
        const { type, amount, outcome = null, held, incoming, flags = [] } = row;
        const stated = { type, amount, outcome, held, incoming, flags } as StatedEvent;
        this.#known.get(reference)!.events.push(stated);
      },
      addFees: async (id, total) => void this.#fees.set(id, (this.#fees.get(id) ?? 0n) + total),
      moveCounters: async (of, amount, purchases) => this.#count(of, amount, purchases),
      // Cards that close with their capture are those of vendor links, whose purchases are not written in bulk.
      closeAfterCapture: async () => {},
    };
  }

  #count({ card, mcc, at }: { card: CardRow; mcc: number; at: Date }, amount: number, purchases: number): void {
    if (amount === 0 && purchases === 0) return;
    const { businessId, chainId } = card;
    let shared = this.#shared.get(businessId);
    if (!shared) {
      const pool = { available: 0, source: 'BUSINESS' } as const;
      const business = card.businessWindows ?? {};
      shared = { pool: { ...pool }, wallets: new Map(), business, groups: new Map(), chains: new Map() };
      this.#shared.set(businessId, shared);
    }
    const facts = factsOf(card, shared);
    const program = programOf(this.#versions.get(card.id)!, at.getTime());
    count(facts, mcc, program, calendarOf(card.timeZone, at.getTime()), amount, purchases);
    this.#windows.set(chainId, facts.windows.card).set(businessId, facts.windows.business);
    for (const [id, windows] of Object.entries(facts.windows.groups)) this.#windows.set(id, windows);
    if (purchases === 0 || card.usesAtMost === null) return;
    this.#uses.set(card.id, Math.max(0, (this.#uses.get(card.id) ?? card.uses) + purchases));
  }

  readonly #ledger: LedgerCommands = {
    post: async (command) => {
      const { debitAccountId: debit, creditAccountId: credit, amount, mayOverdraw = false } = command;
      const available = this.#available.get(debit) ?? 0n;
      if (!mayOverdraw && available < amount) return { done: false, refusal: 'INSUFFICIENT_FUNDS' };
      this.#take(debit, amount);
      this.#take(credit, -amount);
      return this.#add({ ...command, kind: 'post', debit, credit, amount, mayOverdraw });
    },
    holdAnyway: async (command) => {
      const { debitAccountId: debit, creditAccountId: credit, amount } = command;
      this.#take(debit, amount);
      const answer = this.#add({ ...command, kind: 'hold', debit, credit, amount });
      if (answer.done) this.#pending.set(answer.transferId, { id: answer.transferId, amount, from: debit, to: credit });
      return answer;
    },
    postHold: async (command) => {
      const { holdId: hold, amount } = command;
      const { amount: held, from, to } = this.#pending.get(hold)!;
      if (from !== null) this.#take(from, amount - held);
      if (to !== null) this.#take(to, -amount);
      return this.#add({ ...command, kind: 'postHold', hold, amount });
    },
    voidHold: async (command) => {
      const { holdId: hold } = command;
      const { amount, from } = this.#pending.get(hold)!;
      if (from !== null) this.#take(from, -amount);
      return this.#add({ ...command, kind: 'voidHold', hold });
    },
  };

  #take(accountId: string, amount: bigint): void {
    this.#available.set(accountId, (this.#available.get(accountId) ?? 0n) - amount);
  }

  #add(
    command: Pick<Command, 'kind' | 'key' | 'code' | 'description' | 'at'> & Partial<Command>,
  ): Extract<LedgerAnswer, { done: true }> {
    const { kind, key, code, description, at } = command;
    const id = newId(at.getTime());
    const { debit = null, credit = null, hold = null, amount = null, expiresAt = null, mayOverdraw = false } = command;
    this.#commands.push({ kind, key, code, description, at, id, debit, credit, hold, amount, expiresAt, mayOverdraw });
    return { done: true, transferId: id };
  }

  async write(tx: Tx): Promise<void> {
    for (const rows of chunks(this.#inserted)) await tx.insertInto('card_transaction').values(rows).execute();
    await this.#command(tx);
    for (const rows of chunks(this.#events)) await tx.insertInto('card_event').values(rows).execute();
    await this.#update(tx);
    if (this.#windows.size > 0)
      await sql`insert into limit_state (scope_id, windows)
        select * from unnest(${[...this.#windows.keys()]}::uuid[],
          ${[...this.#windows.values()].map((windows) => JSON.stringify(windows))}::json[])
        on conflict (scope_id) do update set windows = excluded.windows`.execute(tx);
    for (const [id, uses] of this.#uses) await tx.updateTable('card').set({ uses }).where('id', '=', id).execute();
  }

  /** Passes the commands to the ledger's own functions, in their order. */
  async #command(tx: Tx): Promise<void> {
    const all = this.#commands;
    if (all.length === 0) return;
    const column = <K extends keyof Command>(name: K) => all.map((command) => command[name]);
    const texts = (name: 'amount') => all.map((command) => command[name]?.toString() ?? null);
    const { rows } = await sql<{ key: string; refusal: string | null }>`
      select c.key, (case c.kind
          when 'post' then ledger_post(c.key, c.id, c.debit, c.credit, c.amount, c.code, c.description, c.overdraw, c.at)
          when 'hold' then ledger_hold_anyway(c.key, c.id, c.debit, c.credit, c.amount, c.code, c.description, c.until, c.at)
          when 'postHold' then ledger_post_hold(c.key, c.id, c.hold, c.amount, c.code, c.description, c.at)
          else ledger_void_hold(c.key, c.id, c.hold, c.code, c.description, c.at) end).refusal
      from (select * from unnest(${column('kind')}::text[], ${column('key')}::text[], ${column('id')}::uuid[],
        ${column('debit')}::uuid[], ${column('credit')}::uuid[], ${column('hold')}::uuid[], ${texts('amount')}::bigint[],
        ${column('code')}::text[], ${column('description')}::text[], ${column('mayOverdraw')}::boolean[],
        ${column('expiresAt')}::timestamptz[], ${column('at')}::timestamptz[]) with ordinality
        as c (kind, key, id, debit, credit, hold, amount, code, description, overdraw, until, at, number)
        order by number) c`.execute(tx);
    const refused = rows.find(({ refusal }) => refusal !== null);
    if (refused) throw new Error(`the ledger refused ${refused.key}: ${refused.refusal}`);
  }

  async #update(tx: Tx): Promise<void> {
    const rows = [...this.#updated].map(([id, state]) => {
      const fees = state.fees! + (this.#fees.get(id) ?? 0n);
      return { id, ...state, fees, keeps_reason: !('hold_reason' in state) };
    });
    const json = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    if (rows.length > 0)
      await sql`update card_transaction t set status = s.status, amount = s.amount, requested = s.requested, held = s.held,
          incoming = s.incoming, settled = s.settled, returned = s.returned, fees = s.fees, is_final = s.is_final,
          open_holds = s.open_holds, open_credits = s.open_credits, hold_until = s.hold_until,
          hold_reason = case when s.keeps_reason then t.hold_reason else s.hold_reason end
        from jsonb_to_recordset(${json}::jsonb) as s (id uuid, status text, amount bigint, requested bigint, held bigint,
          incoming bigint, settled bigint, returned bigint, fees bigint, is_final boolean, open_holds uuid[],
          open_credits uuid[], hold_until timestamptz, hold_reason text, keeps_reason boolean)
        where t.id = s.id`.execute(tx);
    // Those that were inserted in this batch and not changed again.
    for (const [id, fees] of this.#fees)
      if (!this.#updated.has(id)) await tx.updateTable('card_transaction').set({ fees }).where('id', '=', id).execute();
  }
}

const chunkSize = 500;

function* chunks<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += chunkSize) yield rows.slice(from, from + chunkSize);
}
