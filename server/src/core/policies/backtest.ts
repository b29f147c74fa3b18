import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { isLimit, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { calendarOf } from './calendar.ts';
import { apply, decide } from './decide.ts';
import type { Facts, Purchase } from './facts.ts';
import { programOf, type PolicyVersion } from './program.ts';
import type { Windows } from './windows.ts';

/** A stored purchase, as its decision was. */
export interface StoredPurchase {
  id: string;
  purchase: Purchase;
  chainId: string;
  /** It was approved then. */
  approved: boolean;
  /** It was declined only by the policy that is tested. */
  byPolicy: boolean;
  /** Before the period: it moves the counters only. */
  before: boolean;
}

export interface TestedPurchase {
  id: string;
  /** By the rules of the draft. */
  code: DeclineCode;
  /** The rule that decides, by its position in the draft. */
  rule: number;
}

export interface Backtest {
  /** Approved then; the draft would have declined them. */
  declined: TestedPurchase[];
  /** Purchases that only the policy declined and that the draft would have approved. */
  lifted: string[];
}

/**
 * Runs a draft against stored purchases in their order, with the function that decides. Only the draft's rules are
 * evaluated, because the other rules allowed what was approved. Overrides of a card replace them, as they did at the
 * time.
 * @param draft as a version that is in force all the time
 * @param overrides of a chain, with their times
 */
export function backtest(
  draft: PolicyVersion,
  overrides: (chainId: string) => readonly PolicyVersion[],
  purchases: readonly StoredPurchase[],
  zone: string,
): Backtest {
  const chains = new Map<string, Windows>();
  const business: Windows = {};
  const groups = { [draft.subjectId]: {} };
  const result: Backtest = { declined: [], lifted: [] };
  for (const { id, purchase, chainId, approved, byPolicy, before } of purchases) {
    const calendar = calendarOf(zone, purchase.at);
    const program = programOf([draft, ...overrides(chainId)], purchase.at);
    let own = chains.get(chainId);
    if (!own) chains.set(chainId, (own = {}));
    const facts = factsOf({ card: own, business, groups });
    const { outcome, code, trace } = decide(purchase, facts, program, calendar);
    const goesThrough = before ? approved : outcome === 'APPROVED' && (approved || byPolicy);
    if (goesThrough) apply(facts, purchase, program, calendar, purchase.amount);
    if (before) continue;
    const rule = typeof trace.binds === 'number' ? program.rules[trace.binds] : undefined;
    if (approved && code !== null && rule?.versionId === draft.id) result.declined.push({ id, code, rule: rule.index });
    if (byPolicy && outcome === 'APPROVED') result.lifted.push(id);
  }
  return result;
}

/** A card that everything but the rules allows. */
const factsOf = (windows: Facts['windows']): Facts => ({
  eligibility: {},
  card: {
    expiresOn: '9999-12-31',
    receiptsOverdue: 0,
    usesAtMost: null,
    uses: 0,
    amountLock: null,
    merchantLock: null,
    lockedMerchantId: null,
    lockedMerchantName: null,
    validFrom: null,
    validUntil: null,
  },
  funds: { available: Number.MAX_SAFE_INTEGER, source: 'BUSINESS' },
  windows,
});

const daysOf = { purchase: 0, day: 1, week: 7, month: 31, quarter: 92, year: 366, lifetime: 366, since: 366 } as const;

/** How many days before its period a backtest has to start counting: the longest period of a limit, at most a year. */
export const daysToCount = (rules: readonly Rule[]): number =>
  Math.max(0, ...rules.map((rule) => (isLimit(rule) ? daysOf[rule.period] : 0)));
