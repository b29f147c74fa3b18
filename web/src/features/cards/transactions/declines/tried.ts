import { declineReason } from '@florin/contract/cards/decline-sentences';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import {
  canIBuy,
  cardSpendLimits,
  mySpendLimits,
  type CanIBuy,
  type CardLimits,
} from '@florin/contract/cards/spend-limits';
import { myTransactions, transactions } from '@florin/contract/cards/transactions';
import { productTime } from '../../../../clock.ts';
import { exceptionOf, hasRuleState } from '../../../../flows/requests/exception-of.ts';
import { resetText } from '../../../../flows/time/resets.ts';
import { isPast, shortZoneName } from '../../../../flows/time/when.ts';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { stillDeclinedWords as words } from '../../../../messages/en/cards/still-declined.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../../messages/en/cards/transaction-sheet.ts';
import { fetchOrThrow } from '../../../../session/queries/query-client.ts';
import type { Scope, Transaction } from '../queries.ts';
import { hasPage } from './obstacles.ts';
import type { TriedNow } from './still-declined.ts';

/**
 * Asks the engine that decides purchases whether a declined one would go through now. After an approved request, `madeAt`
 * is when the same purchase was made; it counts against the limits, so another one may well be declined. Null: it was not.
 */
export async function tryNow(scope: Scope, of: Transaction, signal: AbortSignal): Promise<TriedNow> {
  const { id: merchantId, name: merchant, mcc, country, state } = of.merchant;
  const body = {
    cardId: of.card.id,
    amount: of.requested.amount,
    merchantId,
    merchant,
    mcc,
    country,
    presence: of.presence,
  };
  const [answer, madeAt, ownLimits] = await Promise.all([
    fetchOrThrow(canIBuy, { body: { ...body, ...(hasRuleState(of.merchant) && { state }) } }, signal),
    of.decline?.request?.status === 'APPROVED' ? whenMade(scope, of, signal) : null,
    scope === 'own' ? ownLimitsNow(of.card.id, signal).catch(() => undefined) : undefined,
  ]);
  if (madeAt !== null || answer.answer === 'YES')
    return { still: null, left: leftOf(ownLimits), goesThrough: true, madeAt };
  const code = answer.binding?.code ?? answer.code;
  const names = answer.binding !== null || answer.also.length > 0;
  const limits = scope === 'business' && names ? await limitsNow(of.card.id, signal).catch(() => undefined) : ownLimits;
  return {
    still: {
      code,
      amount: answer.amount,
      reason: reasonOf(of, answer, limits),
      rule: answer.binding && ruleText(answer.binding.rule, limits?.groups ?? []),
      exception:
        code === 'presence_not_allowed' ? { about: 'presence', value: of.presence } : exceptionOf(code, of.merchant),
      isShared: boundOf(answer) !== undefined,
    },
    left: null,
    goesThrough: false,
    madeAt,
  };
}

/** The rules and limits of another's card, and of one's own. */
const limitsNow = (id: string, signal: AbortSignal): Promise<CardLimits> =>
  fetchOrThrow(cardSpendLimits, { params: { id } }, signal);
async function ownLimitsNow(cardId: string, signal: AbortSignal): Promise<CardLimits | undefined> {
  const { cards } = await fetchOrThrow(mySpendLimits, {}, signal);
  return cards.find(({ card }) => card.cardId === cardId);
}

/** What is left on a card, with the period of the limit that binds. */
function leftOf(limits: CardLimits | undefined): TriedNow['left'] {
  if (!limits?.leftToSpend) return null;
  const { amount, binding } = limits.leftToSpend;
  return { amount, period: binding.limit === null ? null : limits.limits[binding.limit]!.period };
}

/** The shared limit that binds. */
const boundOf = ({ shared }: CanIBuy) => shared.find(({ binds }) => binds);

/** What would still decline the purchase, with its sum, and what else would after it. */
function reasonOf({ requested }: Transaction, answer: CanIBuy, limits: CardLimits | undefined): string {
  const { binding, also, shared } = answer;
  const named = ({ rule, policyName, ...of }: (typeof also)[number]) =>
    words.of(
      ruleText(rule, limits?.groups ?? []),
      hasPage(of) ? policyName : transactionWords.layers[of.layer].toLowerCase(),
    );
  const bound = boundOf(answer);
  const others = [
    ...also.map(named),
    ...shared.filter((limit) => limit !== bound).map((limit) => spendRuleWords.shared.limit(limit)),
  ];
  const sentences = [
    binding?.rule.kind === 'hours' && limits
      ? words.other(hoursReason(binding.rule, shortZoneName(limits.timeZone)))
      : binding
        ? `${(binding.rule.kind === 'amount' ? words.limit : words.rule)(named(binding))}${shortfallOf(binding, requested)}`
        : bound
          ? `${bound.usedUp ? spendRuleWords.shared.usedUp(bound) : words.shared(spendRuleWords.shared.limit(bound))} ${words.onlyAdministrator}`
          : ownReasonOf(answer, requested),
    ...resetOf(binding ?? bound ?? null, limits?.timeZone),
    ...(others.length > 0 ? [words.also(others.join('; '))] : []),
  ];
  return sentences.join(' ');
}

/** What is left of a limit, and what is missing. */
function shortfallOf({ rule, room }: NonNullable<CanIBuy['binding']>, requested: CanIBuy['amount']): string {
  if (rule.kind !== 'amount') return '';
  const missing = moneyText({ ...requested, amount: requested.amount - room.amount });
  return ` ${rule.period === 'purchase' ? words.overMax(missing) : words.left(moneyText(room), missing)}`;
}

/** The money, the card or its account. */
function ownReasonOf({ code, available }: CanIBuy, requested: CanIBuy['amount']): string {
  if (code === 'insufficient_funds')
    return words.funds(
      moneyText(available),
      moneyText({ ...requested, amount: Math.max(0, requested.amount - available.amount) }),
    );
  return code === null ? sheetWords.stillDeclined : words.other(declineReason(code));
}

const resetOf = (limit: { resetsAt: string | null } | null, zone: string | undefined): string[] =>
  limit?.resetsAt == null || zone === undefined || isPast(limit.resetsAt)
    ? []
    : [sheetWords.anew(resetText(limit.resetsAt, zone, productTime()))];

/** When the card was used for the same amount at the same merchant, for the first time after a decline. */
async function whenMade(scope: Scope, of: Transaction, signal: AbortSignal): Promise<string | null> {
  const { merchant, card, at, requested } = of;
  const query = {
    cardId: card.id,
    merchant: merchant.name.slice(0, 80),
    from: at,
    declined: 'false',
    order: 'ASC',
    limit: '100',
  } as const;
  const { items } = await (scope === 'business'
    ? fetchOrThrow(transactions, { query }, signal)
    : fetchOrThrow(myTransactions, { query }, signal));
  const made = items.find(
    (each) =>
      each.declineCode === null && each.merchant.id === merchant.id && each.requested.amount === requested.amount,
  );
  return made?.at ?? null;
}
