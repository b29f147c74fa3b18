import type { FinancialAccountKind } from '../../db/ledger-schema.ts';
import {
  holdAnyway,
  post,
  postHold,
  voidHold,
  type Hold,
  type Post,
  type PostHold,
  type VoidHold,
} from '../ledger/queries.ts';
import type { LedgerAnswer, TransferCode } from '../ledger/rules.ts';
import type { Database } from '../../db/open.ts';

/** The ledger commands of events, run one after the other or many at once (apply-many.ts). */
export interface LedgerCommands {
  post(command: Post): Promise<LedgerAnswer>;
  holdAnyway(command: Omit<Hold, 'expiresAfterSeconds'> & { expiresAt: Date | null }): Promise<LedgerAnswer>;
  postHold(command: PostHold): Promise<LedgerAnswer>;
  voidHold(command: VoidHold): Promise<LedgerAnswer>;
}

/** The ledger itself. */
export const ledgerOf = (tx: Database): LedgerCommands => ({
  post: (command) => post(tx, command),
  holdAnyway: (command) => holdAnyway(tx, command),
  postHold: (command) => postHold(tx, command),
  voidHold: (command) => voidHold(tx, command),
});

/** The accounts that an event moves money between. */
export interface Sides {
  /** The account that the purchase draws on. */
  accountId: string;
  /** The debt to the network, or suspense where an operator resolves it from there. */
  networkId: string;
}

/** What is pending: a transfer and its amount. */
export interface Pending {
  id: string;
  amount: bigint;
}

/**
 * The ledger commands of one event. Their keys contain the event's id, so that a repeated event changes nothing and an
 * entry can be traced to its event (features/cards/transactions/balances.ts).
 */
export class Posting {
  readonly #ledger: LedgerCommands;
  readonly #eventId: string;
  readonly #sides: Sides;
  readonly #description: string;
  readonly #at: Date;
  #commands = 0;
  /** At most one of each: a hold that is raised or lowered is released and reserved again. */
  hold: Pending | null;
  credit: Pending | null;
  /** How much more, or less, the account has available after the commands so far. */
  change = 0n;

  constructor(
    ledger: LedgerCommands,
    of: { eventId: string; sides: Sides; description: string; at: Date },
    open: { hold: Pending | null; credit: Pending | null },
  ) {
    this.#ledger = ledger;
    this.#eventId = of.eventId;
    this.#sides = of.sides;
    this.#description = of.description === '' ? 'Card' : of.description;
    this.#at = of.at;
    this.hold = open.hold;
    this.credit = open.credit;
  }

  get held(): bigint {
    return this.hold?.amount ?? 0n;
  }

  get incoming(): bigint {
    return this.credit?.amount ?? 0n;
  }

  #command(code: TransferCode) {
    this.#commands += 1;
    const key = ledgerKey(this.#commands, this.#eventId);
    return { key, code, description: this.#description, at: this.#at };
  }

  /** Raises or lowers the amount on hold. */
  async holdExactly(amount: bigint, code: TransferCode, until: Date | null): Promise<void> {
    if (amount === this.held) return;
    if (this.hold) await done(this.#ledger.voidHold({ ...this.#command(code), holdId: this.hold.id }));
    this.change += this.held;
    this.hold = amount === 0n ? null : await this.#reserve(amount, until);
  }

  async #reserve(amount: bigint, expiresAt: Date | null): Promise<Pending> {
    const { accountId: debitAccountId, networkId: creditAccountId } = this.#sides;
    const command = { ...this.#command('AUTHORIZATION'), debitAccountId, creditAccountId, amount, expiresAt };
    this.change -= amount;
    return { id: await done(this.#ledger.holdAnyway(command)), amount };
  }

  /**
   * Settles an amount: first from the hold, and above it even if it is not available, because the merchant has been
   * paid. The rest of the hold is released, or stays on hold if more clearings follow.
   */
  async settle(amount: bigint, { isFinal, until }: { isFinal: boolean; until: Date | null }): Promise<void> {
    const { hold } = this;
    const fromHold = amount < this.held ? amount : this.held;
    this.hold = null;
    if (hold && fromHold === 0n) {
      if (isFinal) {
        await done(this.#ledger.voidHold({ ...this.#command('CLEARING'), holdId: hold.id }));
        this.change += hold.amount;
      } else this.hold = hold;
    } else if (hold) {
      await done(this.#ledger.postHold({ ...this.#command('CLEARING'), holdId: hold.id, amount: fromHold }));
      const rest = hold.amount - fromHold;
      this.change += rest;
      if (!isFinal && rest > 0n) this.hold = await this.#reserve(rest, until);
    }
    if (amount > fromHold) await this.charge(amount - fromHold, 'CLEARING');
  }

  /** Takes an amount from the account, even if it is not available. */
  async charge(amount: bigint, code: TransferCode): Promise<void> {
    const { accountId: debitAccountId, networkId: creditAccountId } = this.#sides;
    this.change -= amount;
    if (amount > 0n)
      await done(
        this.#ledger.post({ ...this.#command(code), debitAccountId, creditAccountId, amount, mayOverdraw: true }),
      );
  }

  /** Shows an amount as incoming until it is returned. */
  async expectCredit(amount: bigint): Promise<void> {
    const { accountId: creditAccountId, networkId: debitAccountId } = this.#sides;
    const total = this.incoming + amount;
    if (total === 0n) return;
    if (this.credit)
      await done(this.#ledger.voidHold({ ...this.#command('CREDIT_AUTHORIZATION'), holdId: this.credit.id }));
    const command = { ...this.#command('CREDIT_AUTHORIZATION'), debitAccountId, creditAccountId, amount: total };
    this.credit = { id: await done(this.#ledger.holdAnyway({ ...command, expiresAt: null })), amount: total };
  }

  /** Credits an amount to the account, first from what was announced. */
  async giveBack(amount: bigint, code: TransferCode): Promise<void> {
    const { accountId: creditAccountId, networkId: debitAccountId } = this.#sides;
    const { credit } = this;
    this.change += amount;
    const announced = amount < this.incoming ? amount : this.incoming;
    if (credit && announced > 0n) {
      await done(this.#ledger.postHold({ ...this.#command(code), holdId: credit.id, amount: announced }));
      this.credit = null;
    }
    const rest = amount - announced;
    if (rest > 0n)
      await done(
        this.#ledger.post({ ...this.#command(code), debitAccountId, creditAccountId, amount: rest, mayOverdraw: true }),
      );
  }

  /** Ends an announced credit. */
  async dropCredit(): Promise<void> {
    if (this.credit)
      await done(this.#ledger.voidHold({ ...this.#command('CREDIT_AUTHORIZATION'), holdId: this.credit.id }));
    this.credit = null;
  }

  /**
   * Charges a fee to the account. The business owes what it cannot cover.
   * @returns whether it was paid
   */
  async fee(amount: bigint, code: TransferCode, income: string, owed: string): Promise<boolean> {
    const paid = await this.#ledger.post({
      ...this.#command(code),
      debitAccountId: this.#sides.accountId,
      creditAccountId: income,
      amount,
    });
    if (paid.done) return true;
    const command = { ...this.#command('FEE_UNPAID'), debitAccountId: owed, creditAccountId: income, amount };
    await done(this.#ledger.post({ ...command, mayOverdraw: true }));
    return false;
  }
}

/** The key of a ledger command that an event causes. The lanes' own holds are number 0 (authorizations/statements.ts). */
export function ledgerKey(command: number, eventId: string): string {
  if (command > 35) throw new RangeError(`event ${eventId} causes too many ledger commands`);
  return `card/${command.toString(36)}/${eventId}`;
}

/** @throws Error for a refusal: none of these commands can be refused while the business's accounts are locked */
async function done(answer: Promise<LedgerAnswer>): Promise<string> {
  const given = await answer;
  if (!given.done) throw new Error(`the ledger refused an event's command: ${given.refusal}`);
  return given.transferId;
}

/** Pending transfers with their amounts. */
export async function pendingOf(tx: Database, id: string | undefined): Promise<Pending | null> {
  if (id === undefined) return null;
  const row = await tx.selectFrom('transfer').select(['id', 'amount']).where('id', '=', id).executeTakeFirstOrThrow();
  return row;
}

/** The other accounts of a business, by kind. */
export async function accountsByKind(
  tx: Database,
  businessId: string,
): Promise<ReadonlyMap<FinancialAccountKind, string>> {
  const rows = await tx
    .selectFrom('financial_account')
    .select(['id', 'kind'])
    .where('business_id', '=', businessId)
    .where('card_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, kind }) => [kind, id]));
}
