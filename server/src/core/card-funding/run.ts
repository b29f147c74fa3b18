import { createHash } from 'node:crypto';
import type { FundingLine, WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { money } from '@florin/contract/money';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { namedCards } from '../cards/vault/reveal.ts';
import { lockMoney, type LockedAccount } from '../ledger/lock.ts';
import { post } from '../ledger/queries.ts';
import { planFunding, type PlannedFunding } from './plan.ts';

/** Section 9: the currency of the product. */
export const currency = 'USD';
export const usd = (amount: bigint) => money(amount, currency);

export interface OrderedCard {
  cardId: string;
  amount: bigint | null;
}

export interface Order {
  businessId: string;
  act: FundingAct;
  whenShort: WhenShort;
  cards: readonly OrderedCard[];
}

/** A plan with the current balances and the cards' names. */
export interface ReadPlan extends PlannedFunding {
  shown: FundingLine[];
}

interface Accounts {
  account: LockedAccount | undefined;
  wallets: ReadonlyMap<string, Pick<LockedAccount, 'id' | 'available'>>;
}

/**
 * Plans an order over the balances that are there now.
 * @param lock locks the balances until the end of the transaction, so that the plan can be carried out
 * @returns null if a card is not one of the business
 */
export async function readPlan(
  tx: Database,
  { businessId, act, whenShort, cards }: Order,
  { lock }: { lock: boolean },
): Promise<{ plan: ReadPlan; accounts: Accounts } | null> {
  const cardIds = cards.map(({ cardId }) => cardId);
  const accounts = lock ? await lockMoney(tx, businessId, cardIds) : await readMoney(tx, businessId, cardIds);
  const rows = await namedCards(tx)
    .select(['card.name as cardName', 'card.kind'])
    .where('card.business_id', '=', businessId)
    .where('card.id', 'in', cardIds)
    .execute();
  const known = new Map(rows.map((row) => [row.cardId, row]));
  if (cardIds.some((cardId) => !known.has(cardId))) return null;
  const planned = planFunding({
    act,
    whenShort,
    account: accounts.account?.available ?? 0n,
    cards: cards.map(({ cardId, amount }) => ({
      cardId,
      amount,
      status: known.get(cardId)!.status,
      available: (accounts.account && accounts.wallets.get(cardId)?.available) ?? null,
    })),
  });
  const shown = planned.lines.map(({ cardId, before, change, reason }): FundingLine => {
    const { cardName, kind, last4, status, firstName, lastName } = known.get(cardId)!;
    const holder = firstName === null ? null : `${firstName} ${lastName}`;
    return {
      cardId,
      cardName,
      kind,
      last4,
      holder,
      before: usd(before),
      change: usd(change),
      after: usd(before + change),
      reason,
      ...(status.startsWith('PENDING')
        ? { idle: 'NOT_ACTIVATED' as const }
        : holder === null && { idle: 'NO_HOLDER' as const }),
    };
  });
  return { plan: { ...planned, shown }, accounts };
}

/** As `lockMoney`, without a lock. */
async function readMoney(tx: Database, businessId: string, cardIds: readonly string[]): Promise<Accounts> {
  const rows = await tx
    .selectFrom('financial_account')
    .select(['id', 'kind', 'card_id as cardId', 'available_balance as available', 'ledger_balance as ledger'])
    .where('business_id', '=', businessId)
    .where((eb) =>
      eb.or([eb('kind', 'in', ['business_available', 'credit_receivable']), eb('card_id', 'in', [...cardIds])]),
    )
    .execute();
  return {
    account: rows.find(({ cardId }) => cardId === null),
    wallets: new Map(rows.filter(({ cardId }) => cardId !== null).map((row) => [row.cardId!, row])),
  };
}

/** The figures of a plan in the form of the contract. */
export const figuresOf = (plan: ReadPlan) => ({
  account: { before: usd(plan.account.before), after: usd(plan.account.after) },
  total: usd(plan.account.before - plan.account.after),
  cardsChanged: plan.lines.filter(({ change }) => change !== 0n).length,
  cardsUnchanged: plan.lines.filter(({ change }) => change === 0n).length,
  missing: usd(plan.missing),
  lines: plan.shown,
});

export interface Cause {
  actorMembershipId: string | null;
  scheduleId: string | null;
  /** Of a schedule by the clock. */
  dueAt: Date | null;
  idempotencyKey: string;
  contentHash: Buffer;
}

/**
 * Moves the money of a locked plan and stores its report. The caller holds the locks of the plan's accounts.
 * @returns the id of the run
 */
export async function doPlan(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { businessId, act, whenShort }: Order,
  { plan, accounts }: { plan: ReadPlan; accounts: Accounts },
  cause: Cause,
): Promise<string> {
  const at = clock.now();
  const runId = newId(at.getTime());
  await tx
    .insertInto('funding_run')
    .values({
      id: runId,
      business_id: businessId,
      at,
      actor_membership_id: cause.actorMembershipId,
      schedule_id: cause.scheduleId,
      due_at: cause.dueAt,
      idempotency_key: cause.idempotencyKey,
      content_hash: cause.contentHash,
      act,
      when_short: whenShort,
      outcome: plan.outcome,
      account_before: plan.account.before,
      account_after: plan.account.after,
      missing: plan.missing,
      cards_changed: plan.lines.filter(({ change }) => change !== 0n).length,
      cards_unchanged: plan.lines.filter(({ change }) => change === 0n).length,
    })
    .execute();
  const lines = plan.lines.map((line, position) => ({ ...line, position }));
  // Cards give money back first, because other cards may get it.
  const inOrder = lines.toSorted((a, b) => Number(a.change > 0n) - Number(b.change > 0n));
  const transfers = new Map<number, string>();
  for (const { position, cardId, change } of inOrder) {
    if (change === 0n) continue;
    const wallet = accounts.wallets.get(cardId)!.id;
    const key = `funding-run|${runId}|${position}`;
    transfers.set(position, await moveToCard(tx, { key, account: accounts.account!.id, wallet, change, at }));
  }
  await tx
    .insertInto('funding_run_line')
    .values(
      lines.map(({ position, cardId, before, change, reason }) => ({
        run_id: runId,
        position,
        card_id: cardId,
        balance_before: before,
        change,
        reason,
        transfer_id: transfers.get(position) ?? null,
      })),
    )
    .execute();
  return runId;
}

interface Move {
  key: string;
  /** Ids of ledger accounts, locked before. */
  account: string;
  wallet: string;
  /** Above zero to the card, below zero back. */
  change: bigint;
  at: Date;
}

/** @returns the transfer. @throws if the balances are not those of the plan: they were not locked */
async function moveToCard(tx: Database, { key, account, wallet, change, at }: Move): Promise<string> {
  const isLoad = change > 0n;
  const answer = await post(tx, {
    key,
    debitAccountId: isLoad ? account : wallet,
    creditAccountId: isLoad ? wallet : account,
    amount: isLoad ? change : -change,
    code: isLoad ? 'CARD_LOAD' : 'CARD_UNLOAD',
    description: isLoad ? 'Card funding' : 'Card funding returned',
    at,
  });
  if (!answer.done) throw new Error(`Card funding: ${answer.refusal}`);
  return answer.transferId;
}

/** What an idempotency key stands for. */
export const contentHash = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest();
