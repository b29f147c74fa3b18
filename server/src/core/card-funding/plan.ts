import { createHash } from 'node:crypto';
import type { FundingReason, FundingRun, WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import type { CardStatus } from '@florin/contract/cards/card-states';
import { whyNot } from '@florin/contract/eligibility';
import { cardFunding } from '@florin/contract/limits';

/** A card of an order. Amounts are minor units. */
export interface FundableCard {
  cardId: string;
  status: CardStatus;
  /** What can be spent on it; null for a card without a balance of its own. */
  available: bigint | null;
  /** The amount in the order; null for ZERO. */
  amount: bigint | null;
}

export interface FundingOrder {
  act: FundingAct;
  whenShort: WhenShort;
  /** In the order in which they are funded. */
  cards: readonly FundableCard[];
  /** What is available on the account that cards are funded from. */
  account: bigint;
}

interface PlannedLine {
  cardId: string;
  before: bigint;
  /** Below zero: back to the account. */
  change: bigint;
  reason: FundingReason | null;
}

export interface PlannedFunding {
  lines: PlannedLine[];
  account: { before: bigint; after: bigint };
  /** What the account lacks to do everything. */
  missing: bigint;
  outcome: FundingRun['outcome'];
}

const none = (reason: FundingReason) => ({ change: 0n, reason });

/** What a card would get from an account that has enough. */
function wantedChange(act: FundingAct, card: FundableCard): { change: bigint; reason: FundingReason | null } {
  const { available, status } = card;
  if (available === null) return none('NO_BALANCE');
  const amount = card.amount ?? 0n;
  if (act === 'DEFUND') return available < amount ? none('CARD_SHORT') : { change: -amount, reason: null };
  const target = act === 'ZERO' ? 0n : act === 'FUND' ? available + amount : amount;
  const change = target - available;
  if (change === 0n || (act === 'ZERO' && available < 0n)) return none('AT_TARGET');
  if (change < 0n) return act === 'TOP_UP' ? none('ABOVE_TARGET') : { change, reason: null };
  const obstacle = whyNot('card.fund', { card: { status } });
  if (obstacle) return none(obstacle);
  return target > BigInt(cardFunding.cardMaxCents) ? none('OVER_MAXIMUM') : { change, reason: null };
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
const positive = (amount: bigint) => (amount > 0n ? amount : 0n);

/**
 * The shares of an amount that is smaller than the sum of all requests, in whole cents. Remaining cents are given out
 * in order.
 */
function sharesOf(pot: bigint, wishes: readonly bigint[]): bigint[] {
  const all = sum(wishes);
  const shares = wishes.map((wish) => (wish * pot) / all);
  let odd = pot - sum(shares);
  return shares.map((share, i) => {
    if (odd === 0n || share === wishes[i]) return share;
    odd -= 1n;
    return share + 1n;
  });
}

/** What each request gets from an amount that is smaller than their sum. */
function divide(whenShort: WhenShort, pot: bigint, wishes: readonly bigint[]): bigint[] {
  if (whenShort === 'NONE') return wishes.map(() => 0n);
  if (whenShort === 'ALL') return sharesOf(pot, wishes);
  let left = pot;
  return wishes.map((wish) => {
    const got = wish < left ? wish : left;
    left -= got;
    return got;
  });
}

/**
 * What an order does to the balances. The preview and the run use this function, so they agree. Money that cards give
 * back can go to other cards of the order.
 */
export function planFunding({ act, whenShort, cards, account }: FundingOrder): PlannedFunding {
  const wanted = cards.map((card) => ({
    cardId: card.cardId,
    before: card.available ?? 0n,
    ...wantedChange(act, card),
  }));
  const wishes = wanted.map(({ change }) => positive(change));
  const needed = sum(wishes);
  const pot = positive(account + sum(wanted.map(({ change }) => positive(-change))));
  const missing = positive(needed - pot);
  const got = missing > 0n ? divide(whenShort, pot, wishes) : wishes;
  // Nothing moves. Cards that would give money back keep it.
  const isStopped = missing > 0n && whenShort === 'NONE';
  const lines = wanted.map((line, i): PlannedLine => {
    if (line.change === 0n || (line.change < 0n && !isStopped)) return line;
    const change = line.change < 0n ? 0n : got[i]!;
    return change === line.change ? line : { ...line, change, reason: 'ACCOUNT_SHORT' };
  });
  const after = account - sum(lines.map(({ change }) => change));
  const changed = lines.some(({ change }) => change !== 0n);
  const outcome = missing > 0n ? 'SHORT' : changed ? 'DONE' : 'NOTHING';
  return { lines, account: { before: account, after }, missing, outcome };
}

/**
 * Identifies a plan by the balance of the account and by what it moves. A purchase that changes the balance of a card but
 * no amount keeps the basis: otherwise a business that spends all day is asked again and again. A second run of the same
 * plan has another basis, because the first one changed the account.
 */
export function basisOf({ lines, account }: PlannedFunding): string {
  const facts = [account.before, ...lines.flatMap(({ cardId, change, reason }) => [cardId, change, reason])];
  return createHash('sha256').update(facts.join('|')).digest('hex').slice(0, 32);
}
