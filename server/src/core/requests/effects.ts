import type { CardKind } from '@florin/contract/cards/card-states';
import type { Shipping } from '@florin/contract/cards/shipping';
import type { ErrorCode } from '@florin/contract/errors';
import { amountAtMost } from '@florin/contract/money';
import type { AskedException, RequestPeriod } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import {
  isSharedLimit,
  type AmountPeriod,
  type LimitRule,
  type Rule,
} from '@florin/contract/cards/policies/spend-rules';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import type { Origin } from '../audit/events.ts';
import { limitAt, policyOfRule, readSituations, type Situation } from '../authorizations/limits.ts';
import { doPlan, readPlan } from '../card-funding/run.ts';
import { orderCard } from '../cards/order.ts';
import { lockCard, unfreezeCard, type CardChanger } from '../cards/states.ts';
import { calendarOf } from '../policies/calendar.ts';
import { decide } from '../policies/decide.ts';
import { noCategory } from '../policies/facts.ts';
import { addOverride } from '../policies/overrides.ts';
import { declinedPurchase, exceptionFor, ruleOf } from './exceptions.ts';

/** An approved request: what was asked for, with the changes of the person who approves it. */
export interface Approval {
  requestId: string;
  businessId: string;
  askerMembershipId: string;
  deciderMembershipId: string;
  deciderPersonId: string;
  sessionId: string | null;
  origin: Origin;
  contentHash: Buffer;
  cardId: string | null;
  requestedAt: Date;
  declinedTransactionId: string | null;
  exception: AskedException | null;
  /** Minor units. */
  amount: bigint | null;
  period: RequestPeriod | null;
  countries: readonly string[];
  until: Date | null;
  cardName: string | null;
  cardKind: CardKind | null;
  shipping: Shipping | null;
  purpose: string | null;
}

type EffectRefusal = Extract<
  ErrorCode,
  'INSUFFICIENT_FUNDS' | 'CARD_STATE' | 'CARD_LIMIT_REACHED' | 'STEP_NOT_POSSIBLE' | 'BUSINESS_NOT_OPEN' | 'VALIDATION'
>;

/**
 * What the approval of each kind of request does, in the transaction of the decision. A refusal leaves the request
 * pending and must not change anything.
 */
export type Effect = (tx: Database, context: Context, approval: Approval) => Promise<Made | Refused<EffectRefusal>>;

/** What an approval has made: a card, or a temporary change of one. */
interface Made {
  issuedCardId: string | null;
  overrideId: string | null;
}
const nothingMade: Made = { issuedCardId: null, overrideId: null };

/** FUNDING: the amount goes from the account to the card, or nothing does. */
const fundCard: Effect = async (tx, context, approval) => {
  const { businessId, cardId, amount } = approval;
  const order = { businessId, act: 'FUND', whenShort: 'NONE', cards: [{ cardId: cardId!, amount }] } as const;
  const read = await readPlan(tx, order, { lock: true });
  const line = read?.plan.lines[0];
  if (!read || !line) return refuse('STEP_NOT_POSSIBLE');
  if (line.reason === 'ACCOUNT_SHORT')
    return refuse('INSUFFICIENT_FUNDS', { Available: Number(read.plan.account.before) });
  if (line.reason === 'CARD_CLOSED') return refuse('CARD_STATE', { Obstacle: 'CARD_CLOSED' });
  if (line.reason === 'CARD_FROZEN') return refuse('CARD_STATE', { Obstacle: 'CARD_FROZEN' });
  if (line.reason !== null) return refuse('STEP_NOT_POSSIBLE');
  await doPlan(tx, context, order, read, {
    actorMembershipId: approval.deciderMembershipId,
    scheduleId: null,
    dueAt: null,
    // A request is approved once. The key of the decision may belong to another run.
    idempotencyKey: newId(context.clock.now().getTime()),
    contentHash: approval.contentHash,
  });
  return nothingMade;
};

const periods = {
  PURCHASE: 'purchase',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
  QUARTER: 'quarter',
  YEAR: 'year',
  LIFETIME: 'lifetime',
} as const satisfies Record<RequestPeriod, AmountPeriod>;
/** A limit since a date has none, and is never raised. */
export const requestPeriods = Object.fromEntries(Object.entries(periods).map(([period, of]) => [of, period])) as Record<
  AmountPeriod,
  RequestPeriod
>;

/** A raise of the limits of a period; a declined purchase says on which categories. */
interface Raise extends Pick<Approval, 'businessId' | 'cardId' | 'declinedTransactionId' | 'requestedAt'> {
  period: AmountPeriod;
  amount: number;
  at: number;
}

/**
 * Whether a raise of the limits of a period changes a rule. With the limit that declined a purchase, those of other
 * periods that stand in its way are raised. A limit that other cards share cannot be raised for one of them.
 */
const isRaisable = (rule: Rule, period: AmountPeriod, isDeclined: boolean): boolean =>
  rule.kind === 'amount' && !isSharedLimit(rule) && (rule.period === period || (isDeclined && rule.period !== 'since'));

/** By how much temporary changes have raised a limit since a request. */
function raisedSince(
  { versions }: Situation,
  rule: LimitRule,
  { requestedAt, at }: Pick<Raise, 'requestedAt' | 'at'>,
): number {
  const known = [...versions].filter(([, { layer, from }]) => layer !== 'OVERRIDE' || from <= requestedAt.getTime());
  const before = limitAt({ versions: new Map(known) }, rule, at);
  return before ? Math.max(0, rule.limit - before.rule.limit) : 0;
}

/** The limits of a period that a raise is about, with what is left of each. Undefined for a card without rules. */
async function limitsToRaise(
  db: Database,
  { businessId, cardId, declinedTransactionId, requestedAt, period, amount, at }: Raise,
) {
  const [situation] = await readSituations(db, businessId, [cardId!], at);
  if (!situation) return undefined;
  const declined = await declinedPurchase(db, declinedTransactionId, { cardId: cardId! });
  const purchase = {
    amount,
    currency: declined?.currency ?? situation.currency,
    mcc: declined?.mcc ?? noCategory,
    merchantId: declined?.merchantId ?? '',
    merchant: declined?.merchant ?? '',
    country: declined?.country ?? 'US',
    state: declined?.state ?? null,
    presence: declined?.presence ?? 'PRESENT',
    partialOk: true,
    at,
  };
  const calendar = calendarOf(situation.timeZone, at);
  const all = situation.program.rules.flatMap(({ rule, layer, versionId, room, counter }) => {
    if (rule.kind !== 'amount') return [];
    const allowed = room(purchase, situation.facts, calendar);
    if (allowed === null) return [];
    // Below zero where the limit was lowered under what is spent.
    const left = counter === null ? allowed : rule.limit - counter.used(situation.facts, calendar);
    return [{ rule, versionId, left, layer }];
  });
  const usedUp = situation.program.rules.flatMap(({ rule, versionId, room }) =>
    rule.kind === 'count' && room(purchase, situation.facts, calendar) === 0 ? [{ rule, versionId }] : [],
  );
  const isRaised = ({ rule, layer }: (typeof all)[number]) =>
    layer !== 'PROGRAM' && isRaisable(rule, period, declined !== undefined);
  const raised = all.filter(isRaised);
  // An override replaces the limits of all layers of the same period on the same category.
  const tightest = [...Map.groupBy(raised, ({ rule }) => `${rule.period} ${rule.group ?? ''}`).values()]
    .map((same) => same.reduce((least, each) => (each.left < least.left ? each : least)))
    .toSorted((a, b) => a.left - b.left);
  const limits = tightest.filter(({ rule }) => rule.period === period);
  return {
    situation,
    limits,
    since: declined && limits[0] ? raisedSince(situation, limits[0].rule, { requestedAt, at }) : 0,
    allowedNow:
      declined !== undefined &&
      decide({ ...purchase, amount: Number(declined.requested) }, situation.facts, situation.program, calendar)
        .outcome === 'APPROVED',
    besides: tightest.filter(({ rule }) => rule.period !== period),
    others: all.filter((limit) => !isRaised(limit)),
    usedUp,
    declined,
  };
}

/** The tightest limit that an approval would raise, as it is now, with the others; null where the business has set none. */
export async function limitToRaise(
  db: Database,
  period: RequestPeriod,
  { until, ...raise }: Omit<Raise, 'period'> & { until: Date },
) {
  const found = await limitsToRaise(db, { ...raise, period: periods[period] });
  const [tightest, ...same] = found?.limits ?? [];
  if (!found || !tightest) return null;
  const { rule } = tightest;
  const { funds } = found.situation.facts;
  // A limit of one purchase says nothing of a day, but may stop the one that was declined.
  const asked = found.declined ? Number(found.declined.requested) : 0;
  const [next] = found.others
    .filter((other) => other.rule.period !== 'purchase' || other.left < asked)
    .toSorted((a, b) => a.left - b.left);
  const isMoney = !next || funds.available < next.left;
  const placeOf = ({ rule: { period: of, group }, versionId }: { rule: LimitRule; versionId: number }) => ({
    period: of === 'since' ? null : requestPeriods[of],
    policyName: policyOfRule(found.situation, versionId).policyName,
    group: found.situation.versions.get(versionId)?.document.groups.find(({ key }) => key === group)?.name ?? null,
  });
  const named = (raised: typeof tightest) => ({
    ...placeOf(raised),
    period: requestPeriods[raised.rule.period],
    limit: raised.rule.limit,
    left: raised.left,
  });
  const again = limitAt(found.situation, rule, until.getTime());
  return {
    ...named(tightest),
    // A raise that is in force now has no name that says anything, and may end before this one.
    ...(tightest.layer === 'OVERRIDE' && {
      policyName: again ? policyOfRule(found.situation, again.versionId).policyName : '',
    }),
    again: again?.rule.limit ?? null,
    also: [...same, ...found.besides].map(named),
    next: isMoney
      ? { left: Math.max(0, funds.available), policyName: null }
      : { left: Math.max(0, next.left), policyName: policyOfRule(found.situation, next.versionId).policyName },
    since: found.since,
    allowedNow: found.allowedNow,
    usedUp: found.usedUp.map((of) => ({ ...placeOf(of), purchases: of.rule.limit })),
    kept: policiesOf(found.situation, (other) => !isRaisable(other, rule.period, found.declined !== undefined)),
  };
}

/** The names of the policies of business, group and card that have such rules in force, in the order of their layers. */
const policiesOf = (situation: Situation, isMeant: (rule: Rule) => boolean): string[] => [
  ...new Set(
    situation.program.rules
      .filter(({ rule, layer }) => layer !== 'PROGRAM' && layer !== 'OVERRIDE' && isMeant(rule))
      .map(({ versionId }) => policyOfRule(situation, versionId).policyName)
      .filter((name) => name !== ''),
  ),
];

/** The policies of a card with rules that an exception leaves as they are; of all rules where none is lifted. */
export async function policiesBeside(
  db: Database,
  { businessId, cardId, lifted, at }: { businessId: string; cardId: string; lifted: Rule | null; at: number },
): Promise<string[]> {
  const [situation] = await readSituations(db, businessId, [cardId], at);
  return situation ? policiesOf(situation, (rule) => lifted === null || subjectOf(rule) !== subjectOf(lifted)) : [];
}

/** What a rule is about; a category and a group of them are the same subject. */
const subjectOf = (rule: Rule): string =>
  rule.kind !== 'allow' && rule.kind !== 'block' ? rule.kind : rule.field === 'mcc' ? 'group' : rule.field;

/**
 * The limits that an override puts in place of those of a period, so that the tightest one leaves so much more. With a
 * declined purchase, the limits on its category and those of other periods are raised, too, and none more than it takes.
 * Undefined where the business has set no limit of the period.
 */
async function raisedLimits(tx: Database, raise: Raise): Promise<Rule[] | undefined> {
  const found = await limitsToRaise(tx, raise);
  const [tightest] = found?.limits ?? [];
  if (!found || !tightest) return undefined;
  const now = Math.max(0, tightest.left);
  const purchase = Number(found.declined?.requested ?? 0);
  const wanted = now + raise.amount;
  const taken = Math.min(wanted, purchase);
  const raised = (limits: readonly (typeof tightest)[], needed: number) =>
    limits.flatMap(({ rule: { group, limit, period }, left }): Rule[] =>
      left < needed
        ? [{ kind: 'amount', period, limit: Math.min(limit + needed - left, amountAtMost), ...(group && { group }) }]
        : [],
    );
  return [...raised(found.limits, wanted), ...raised(found.besides, taken)];
}

/** The card and its replacements, as rules name them. */
async function chainOf(tx: Database, cardId: string): Promise<string> {
  const card = await tx.selectFrom('card').select('chain_id').where('id', '=', cardId).executeTakeFirstOrThrow();
  return card.chain_id;
}

/**
 * LIMIT: an override until the end of the request, with the current limits plus the amount, and the countries as an
 * exception. A limit that other cards share cannot be raised for one of them.
 */
const raiseLimit: Effect = async (tx, { clock }, approval) => {
  const { businessId, cardId, requestedAt, declinedTransactionId, amount, period, countries } = approval;
  const at = clock.now();
  // Of two approvals at once, the second raises what the first has set.
  await lockCard(tx, cardId!, { businessId });
  const rules: Rule[] = [];
  if (amount !== null && period !== null) {
    const limits = await raisedLimits(tx, {
      businessId,
      cardId,
      requestedAt,
      declinedTransactionId,
      period: periods[period],
      amount: Number(amount),
      at: at.getTime(),
    });
    if (limits === undefined) return refuse('STEP_NOT_POSSIBLE');
    rules.push(...limits);
  }
  if (countries.length > 0) rules.push({ kind: 'allow', field: 'country', values: [...countries] });
  const made = await addOverride(tx, {
    businessId,
    chainId: await chainOf(tx, cardId!),
    rules,
    from: at,
    until: approval.until!,
    note: approval.purpose,
    createdBy: approval.deciderMembershipId,
    at,
    isRaise: true,
  });
  return 'problems' in made ? refuse('STEP_NOT_POSSIBLE') : { ...nothingMade, overrideId: made.id };
};

const changerOf = ({ deciderMembershipId, deciderPersonId, sessionId, businessId, origin }: Approval): CardChanger => ({
  actor: 'ADMIN',
  membershipId: deciderMembershipId,
  channel: 'ADMIN',
  origin,
  subject: { personId: deciderPersonId, membershipId: deciderMembershipId, businessId, sessionId },
});

/**
 * UNBLOCK with an end: an override until then, which allows what a purchase was refused for, or what was asked for before
 * one was.
 */
async function allowException(
  tx: Database,
  { clock }: Context,
  { businessId, cardId, declinedTransactionId, exception, until, purpose, deciderMembershipId }: Approval,
): ReturnType<Effect> {
  const at = clock.now();
  const declined = await declinedPurchase(tx, declinedTransactionId, { cardId: cardId! });
  const rule = exception ? ruleOf(exception) : declined && exceptionFor(declined);
  if (!rule) return refuse('STEP_NOT_POSSIBLE');
  const made = await addOverride(tx, {
    businessId,
    chainId: await chainOf(tx, cardId!),
    rules: [rule],
    from: at,
    until: until!,
    note: purpose,
    createdBy: deciderMembershipId,
    at,
  });
  return 'problems' in made ? refuse('STEP_NOT_POSSIBLE') : { ...nothingMade, overrideId: made.id };
}

/** UNBLOCK: lifts the freezes that an administrator may lift, or allows what was declined. */
const unblockCard: Effect = async (tx, context, approval) => {
  if (approval.until !== null) return allowException(tx, context, approval);
  const card = await lockCard(tx, approval.cardId!, { businessId: approval.businessId });
  if (!card) return refuse('STEP_NOT_POSSIBLE');
  const lifted = await unfreezeCard(tx, context, card, changerOf(approval), { reason: approval.purpose });
  return isRefused(lifted) ? lifted : nothingMade;
};

/** CARD: a card for the cardholder, with the requested limit. */
const issueCard: Effect = async (tx, context, approval) => {
  const { businessId, askerMembershipId: holder, cardName: name, cardKind, shipping, purpose } = approval;
  const { amount, period } = approval;
  const limit =
    amount === null || period === null
      ? null
      : { amount: Math.min(Number(amount), amountAtMost), period: periods[period] };
  const order = { businessId, holder, kind: cardKind!, name, purpose, shipping, limit };
  const issued = await orderCard(tx, context, order, changerOf(approval));
  return isRefused(issued) ? issued : { ...nothingMade, issuedCardId: issued.cardId };
};

/** What the approval of each kind does. */
export const effects: Readonly<Record<RequestKind, Effect>> = {
  FUNDING: fundCard,
  LIMIT: raiseLimit,
  UNBLOCK: unblockCard,
  CARD: issueCard,
};
