import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Context } from '../../context.ts';
import { decideBatch } from '../../core/authorizations/decide-batch.ts';
import type { CardRow } from '../../core/authorizations/facts.ts';
import { statements, valuesOf } from '../../core/authorizations/statements.ts';
import { housekeeping } from '../../core/audit/events.ts';
import type { CardChanger } from '../../core/cards/states.ts';
import { post } from '../../core/ledger/queries.ts';
import { PolicyVersions } from '../../core/policies/versions.ts';
import { applyMany } from '../../core/transactions/apply-many.ts';
import type { CardEvent } from '../../core/transactions/event.ts';
import { accountsByKind } from '../../core/transactions/posting.ts';
import type { Schema } from '../../db/schema.ts';
import type { BusinessKey } from '../businesses.ts';
import type { LifePurchase } from './habits.ts';

const day = 86_400_000;
/**
 * Before that, some days are lived through at once: first what people do, then all purchases, then what becomes of purchases.
 */
const exactDays = 3;
/** Days that are lived through at once before that, at most; longer ones in the first year. */
const stretchDays = { first: 20, later: 10 };
const batchAtMost = 200;

/** What a person does at a moment, by the same functions as the call that does it. */
export interface Act {
  at: Date;
  /** What comes before it must not see it, as with a new rule. */
  isTurn?: boolean;
  run: (life: Life) => Promise<void>;
}

interface Membership {
  id: string;
  personId: string;
  businessId: string;
}

/**
 * Lets two years pass in one transaction. Its clock stands where the life is, purchases are decided in batches by the
 * function and the statements of the lanes (core/authorizations/lanes.ts), and every other act by the function that its
 * call uses.
 */
export class Life {
  readonly tx: Transaction<Schema>;
  readonly context: Context;
  /** By the last four digits. */
  readonly cards = new Map<string, { id: string; businessId: string }>();
  readonly businesses: ReadonlyMap<BusinessKey, string>;
  readonly #versions = new PolicyVersions();
  readonly #accounts = new Map<string, ReadonlyMap<string, string>>();
  /** The answers to purchases, by the id of their request. */
  readonly answers = new Map<string, { transactionId: string | null; code: string | null }>();
  #now = new Date(0);
  #items: Item[] = [];
  #keys = 0;

  constructor(tx: Transaction<Schema>, context: Context, businesses: ReadonlyMap<BusinessKey, string>) {
    this.tx = tx;
    this.businesses = businesses;
    // What locks a row elsewhere has one transaction here.
    this.context = { ...context, db: tx, clock: { now: () => this.#now } };
  }

  get now(): Date {
    return this.#now;
  }

  /** A key for a command that is given once. */
  key(): string {
    this.#keys += 1;
    return `01900000-0000-7000-8000-${this.#keys.toString(16).padStart(12, '0')}`;
  }

  card(lastFour: string): string {
    const card = this.cards.get(lastFour);
    if (!card) throw new Error(`There is no card ${lastFour}.`);
    return card.id;
  }

  /** The account of a person in a business. */
  async member(username: string, business: BusinessKey): Promise<Membership> {
    const role = username === 'admin' ? 'ADMIN' : 'CARDHOLDER';
    const row = await this.tx
      .selectFrom('membership')
      .innerJoin('person', 'person.id', 'membership.person_id')
      .select(['membership.id', 'person.id as personId', 'membership.business_id as businessId'])
      .where('username', '=', username)
      .where('role', '=', role)
      .where('membership.business_id', '=', this.businesses.get(business)!)
      .executeTakeFirstOrThrow();
    return row;
  }

  /** A person as the one who changes a card. */
  async changer(username: string, actor: 'ADMIN' | 'HOLDER'): Promise<CardChanger> {
    const { id, personId, businessId } = await this.member(username, 'northwindTrading');
    return {
      actor,
      membershipId: id,
      channel: actor === 'ADMIN' ? 'ADMIN' : 'APP',
      origin: housekeeping,
      subject: { personId, membershipId: id, businessId },
    };
  }

  async accounts(businessId: string): Promise<ReadonlyMap<string, string>> {
    let accounts = this.#accounts.get(businessId);
    if (!accounts) this.#accounts.set(businessId, (accounts = await accountsByKind(this.tx, businessId)));
    return accounts;
  }

  async run(from: Date, until: Date, acts: readonly Act[], purchases: readonly LifePurchase[]): Promise<void> {
    this.#items = [
      ...acts.map((act): Item => ({ at: act.at, order: 0, act })),
      ...purchases.map((purchase): Item => ({ at: purchase.request.at, order: 1, purchase })),
    ];
    const exactFrom = until.getTime() - exactDays * day;
    const turns = acts.flatMap(({ at, isTurn }) => (isTurn ? [at.getTime()] : []));
    for (let end = from.getTime(); end < until.getTime();) {
      const begin = end;
      const isExact = begin >= exactFrom;
      const stretch = begin < until.getTime() - 365 * day ? stretchDays.first : stretchDays.later;
      const longest = isExact ? until.getTime() : Math.min(exactFrom, begin + stretch * day);
      end = Math.min(longest, ...turns.filter((turn) => turn > begin));
      for (;;) {
        const due = this.#items.filter(({ at }) => at.getTime() < end);
        if (due.length === 0) break;
        due.sort((a, b) => (isExact ? 0 : a.order - b.order) || a.at.getTime() - b.at.getTime());
        const [{ order }] = due as [Item];
        const others = due.findIndex((item) => item.order !== order);
        const most = order === 0 ? 1 : batchAtMost;
        const taken = new Set(due.slice(0, Math.min(most, others === -1 ? due.length : others)));
        this.#items = this.#items.filter((item) => !taken.has(item));
        await this.#take([...taken]);
      }
    }
  }

  /** Adds what follows from an act. */
  plan(act: Act): void {
    this.#items.push({ at: act.at, order: 0, act });
  }

  async #take(items: readonly Item[]): Promise<void> {
    const [first] = items;
    this.#now = items.at(-1)!.at;
    if (first!.purchase) await this.#decide(items.map(({ purchase }) => purchase!));
    else if (first!.act) await first!.act.run(this);
    else
      await applyMany(
        this.tx,
        this.context.db,
        items.map(({ event }) => event!),
        this.#now,
      );
  }

  async #decide(purchases: readonly LifePurchase[]): Promise<void> {
    const cardIds = [...new Set(purchases.map(({ card }) => this.card(card)))];
    const businessIds = [...new Set(purchases.map(({ card }) => this.cards.get(card)!.businessId))];
    const read = async <T>(text: string, values: unknown[]) =>
      (await this.tx.executeQuery<T>(CompiledQuery.raw(text, values))).rows;
    const accounts = await read<Account>(statements.lock, [businessIds]);
    const wallets = await read<Wallet>(statements.wallets, [cardIds]);
    const cards = await read<CardRow>(statements.cards, [cardIds, this.#now]);
    await this.#versions.read(this.tx, [...new Set(cards.flatMap(({ policyVersions }) => policyVersions))]);
    const batch = purchases.map(({ card, request, milliseconds = 5 }) => ({
      request: { ...request, cardId: this.card(card) },
      received: -milliseconds,
    }));
    const versionsOf = (ids: readonly number[]) => this.#versions.of(ids);
    const snapshot = { accounts, wallets, cards, known: [], purchases: [], versionsOf };
    const { answers, written, changes } = decideBatch(batch, snapshot, 0);
    if (written.length > 0) await read(statements.write, valuesOf(written, changes));
    for (const [i, purchase] of purchases.entries()) {
      const answer = answers[i];
      if (typeof answer !== 'object') throw new Error(`${purchase.request.eventId} was not decided.`);
      this.answers.set(purchase.request.eventId, answer);
      if (answer.amount > 0) this.#follow(purchase, batch[i]!.request.cardId, answer.amount, written);
    }
  }

  /** What becomes of an approved purchase; of an abandoned one, that its hold ends. */
  #follow(
    { request, after, isAbandoned }: LifePurchase,
    cardId: string,
    approved: number,
    written: readonly { event: unknown; hold_until: unknown }[],
  ): void {
    const { eventId: reference, mcc, merchantId, merchant, city, state, country, presence } = request;
    const merchantFacts = { mcc, merchantId, merchant, city, state, country, presence };
    const { merchantAmount, merchantCurrency } = request;
    for (const [n, next] of after.entries()) {
      const amount = next.amount(approved);
      const at = new Date(request.at.getTime() + next.hours * 3_600_000);
      const foreign = merchantCurrency != null &&
        merchantAmount != null && {
          merchantCurrency,
          merchantAmount: Math.round((merchantAmount * amount) / request.amount),
        };
      const event: CardEvent = {
        ...merchantFacts,
        ...foreign,
        eventId: `${reference}/${n}`,
        reference,
        type: next.type,
        cardId,
        amount,
        currency: 'USD',
        ...(next.isFinal !== undefined && { isFinal: next.isFinal }),
        at,
      };
      this.#items.push({ at, order: 2, event });
    }
    if (!isAbandoned) return;
    const at = new Date(String(written.find(({ event }) => event === reference)!.hold_until));
    const event: CardEvent = {
      eventId: `expiry/${reference}/${at.getTime()}`,
      reference,
      type: 'AUTHORIZATION_EXPIRY',
      cardId,
      amount: approved,
      currency: 'USD',
      at,
    };
    this.#items.push({ at, order: 2, event });
  }

  /** Pays the network what is owed to it, from the bank, or is paid by it. */
  async settle(businessId: string): Promise<void> {
    const accounts = await this.accounts(businessId);
    const { rows } = await sql<{ owed: bigint }>`select ledger_balance as owed from financial_account
      where id = ${accounts.get('network_clearing')}`.execute(this.tx);
    const owed = rows[0]?.owed ?? 0n;
    const words = ['NETWORK_SETTLEMENT', 'Network settlement'] as const;
    if (owed > 0n) await this.post(businessId, 'network_clearing', 'bank_settlement', owed, ...words);
    if (owed < 0n) await this.post(businessId, 'bank_settlement', 'network_clearing', -owed, ...words);
  }

  async post(
    businessId: string,
    debit: string,
    credit: string,
    amount: bigint,
    code: Parameters<typeof post>[1]['code'],
    description: string,
  ): Promise<void> {
    const accounts = await this.accounts(businessId);
    const answer = await post(this.tx, {
      key: `life|${this.key()}`,
      debitAccountId: accounts.get(debit)!,
      creditAccountId: accounts.get(credit)!,
      amount,
      code,
      description,
      at: this.#now,
    });
    if (!answer.done) throw new Error(`${description}: ${answer.refusal}`);
  }
}

interface Item {
  at: Date;
  order: 0 | 1 | 2;
  act?: Act;
  purchase?: LifePurchase;
  event?: CardEvent;
}

interface Account {
  id: string;
  business_id: string;
  kind: string;
  available: number;
}
interface Wallet {
  id: string;
  card_id: string;
  available: number;
}
