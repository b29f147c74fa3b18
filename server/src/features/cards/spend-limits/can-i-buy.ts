import type { CanIBuy, Help as HelpLine } from '@florin/contract/cards/spend-limits';
import { seesUsage, whyNotPermitted } from '@florin/contract/permissions';
import { isLimit } from '@florin/contract/cards/policies/spend-rules';
import { calendarOf } from '../../../core/policies/calendar.ts';
import { decide } from '../../../core/policies/decide.ts';
import { builtInGroups } from '../../../core/policies/documents.ts';
import { explain, helpFor, type ExplainedRule } from '../../../core/policies/explain.ts';
import { noCategory, type Purchase } from '../../../core/policies/facts.ts';
import { isCategory, isCountry, isCurrency } from '../../../core/policies/known-values.ts';
import { groupsOfBusiness } from '../../../core/policies/documents.ts';
import type { Database } from '../../../db/open.ts';
import { flagsOf } from '@florin/contract/permissions';
import { refuse, type Call, type Handler } from '../../../http/call.ts';
import {
  amountOf,
  cardLimitsOf,
  isHidden,
  policyOfRule,
  readSituations,
  sharedLimitOf,
  type LimitReader,
  type Situation,
} from '../../../core/authorizations/limits.ts';
import { cardOfBusiness } from '../../../core/cards/of-business.ts';

/**
 * POST /api/can-i-buy: what the engine would decide now, without a lock and without an effect. Another's card is not found.
 */
export const canIBuy: Handler<'canIBuy'> = async (call) => {
  const { context, caller: session, input } = call;
  const { db, clock } = context;
  const { cardId } = input.body;
  const unknown = unknownIn(input.body);
  if (unknown.length > 0)
    return refuse('VALIDATION', { Fields: unknown.map((Field) => ({ Field, Problem: 'unknown' as const })) });
  const card = await cardOfBusiness(db, session.businessId, cardId);
  const isOwn = card?.membershipId === session.membershipId;
  const mayAsk =
    isOwn || whyNotPermitted('spend-policies.view', { role: session.role, flags: flagsOf(session) }) === null;
  if (!card || !mayAsk) return refuse('NOT_FOUND');
  const at = input.body.at ? Date.parse(input.body.at) : clock.now().getTime();
  const others = card.membershipId === null ? [] : await otherCards(db, card.membershipId, cardId);
  const situations = await readSituations(db, session.businessId, [cardId, ...others], at);
  const asked = situations.find(({ card: { cardId: id } }) => id === cardId);
  if (!asked) return refuse('NOT_FOUND');
  const purchase = purchaseOf(input.body, await categoryOf(db, session.businessId, input.body), at);
  const rest = situations.filter((situation) => situation !== asked);
  const reader = { seesUsage: seesUsage(session) };
  return { status: 200, body: answerOf(asked, rest, { purchase, reader }) };
};

/** The holder's other cards in the business, which may help out. */
async function otherCards(db: Database, membershipId: string, cardId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('card')
    .select('id')
    .where('membership_id', '=', membershipId)
    .where('status', '=', 'OPEN')
    .where('id', '<>', cardId)
    .limit(10)
    .execute();
  return rows.map(({ id }) => id);
}

type PurchaseQuestion = Call<'canIBuy'>['input']['body'];

/** Fields that name nothing: an answer to them would be about no purchase. */
const unknownIn = ({ country, currency, mcc }: PurchaseQuestion): string[] =>
  Object.entries({
    country: !country || isCountry(country),
    currency: !currency || isCurrency(currency),
    mcc: mcc === null || mcc === undefined || isCategory(mcc),
  }).flatMap(([field, isKnown]) => (isKnown ? [] : [field]));

/** The code asked about, or the first one of the group. */
async function categoryOf(db: Database, businessId: string, { mcc, group }: PurchaseQuestion): Promise<number> {
  if (mcc !== null && mcc !== undefined) return mcc;
  if (!group) return noCategory;
  const builtIn = builtInGroups.find(({ key }) => key === group);
  const found = builtIn ?? (await groupsOfBusiness(db, businessId)).find(({ key }) => key === group);
  return found?.ranges[0]?.from ?? noCategory;
}

function purchaseOf(body: PurchaseQuestion, mcc: number, at: number): Purchase {
  const { amount, merchant, merchantId, country, state, currency, presence } = body;
  return {
    amount,
    mcc,
    at,
    merchant: merchant ?? '',
    merchantId: merchantId ?? '',
    country: country ?? 'US',
    state: state ?? null,
    currency: currency ?? 'USD',
    presence: presence ?? 'PRESENT',
    partialOk: true,
  };
}

const decideIn = ({ facts, timeZone, program }: Situation, purchase: Purchase) =>
  decide(purchase, facts, program, calendarOf(timeZone, purchase.at));

interface Question {
  purchase: Purchase;
  reader: LimitReader;
}

function answerOf(situation: Situation, others: readonly Situation[], { purchase, reader }: Question): CanIBuy {
  const { versions, currency, timeZone } = situation;
  const { outcome, code, amount, trace } = decideIn(situation, purchase);
  const circumstances = { zone: timeZone, at: purchase.at, presence: purchase.presence };
  const explanation = explain(trace, [...versions.values()], circumstances);
  const short = explanation.rules.filter(({ room }) => room !== null && room < purchase.amount);
  const hidden = short.filter(({ rule }) => isHidden(reader, rule));
  const visible = short.filter((rule) => !hidden.includes(rule));
  const isStopped = explanation.binds === 'CARD';
  const binding = isStopped ? undefined : visible.find(({ binds }) => binds);
  // How much would be approved, or be missing, is then what others have left of the limit.
  const bindsUnseen = hidden.some(({ binds }) => binds);
  const lineOf = (rule: ExplainedRule) => ({
    layer: rule.layer,
    ...policyOfRule(situation, rule.versionId),
    index: rule.index,
    rule: rule.rule,
    code: rule.code,
    room: amountOf(rule.room ?? purchase.amount, currency),
    resetsAt: iso(rule.resetsAt),
  });
  return {
    answer: outcome === 'APPROVED' ? 'YES' : outcome === 'PARTIAL' && !bindsUnseen ? 'PARTLY' : 'NO',
    code,
    amount: amountOf(bindsUnseen ? 0 : amount, currency),
    available: amountOf(trace.funds, currency),
    binding: binding ? lineOf(binding) : null,
    also: visible.filter((rule) => rule !== binding).map(lineOf),
    shared: hidden.flatMap(({ rule, versionId, room, resetsAt, binds }) =>
      isLimit(rule) ? [{ ...sharedLimitOf(situation, { rule, versionId, resetsAt }, room === 0), binds }] : [],
    ),
    help:
      outcome === 'APPROVED'
        ? []
        : [
            ...(bindsUnseen ? [] : helpLines(explanation, purchase, situation)),
            ...cardsThatHelp(others, { purchase, reader }),
          ],
  };
}

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** Funds are asked for on a card that has money of its own: the account of the business is for its administrators. */
const helpLines = (
  explanation: Parameters<typeof helpFor>[1],
  { amount, at }: Purchase,
  { currency, facts, timeZone }: Situation,
): HelpLine[] =>
  helpFor(amount, explanation, { zone: timeZone, at })
    .filter(({ kind }) => kind !== 'REQUEST_FUNDS' || facts.funds.source === 'WALLET')
    .map((help) => ({
      kind: help.kind,
      amount: 'amount' in help ? amountOf(help.amount, currency) : null,
      until: 'until' in help ? iso(help.until) : null,
      card: null,
    }));

/** The holder's other cards on which the whole purchase would go through. */
const cardsThatHelp = (others: readonly Situation[], { purchase, reader }: Question): HelpLine[] =>
  others
    .filter((other) => decideIn(other, purchase).outcome === 'APPROVED')
    .map((other) => ({
      kind: 'OTHER_CARD',
      amount: cardLimitsOf(other, purchase.at, reader).leftToSpend?.amount ?? null,
      until: null,
      card: other.card,
    }));
