import type { CardKind } from '@florin/contract/cards/card-states';
import { ControlsInput, StartingLimit, type issueCard, type tryNewCard } from '@florin/contract/cards/cards/issue';
import type { Input } from '@florin/contract/endpoint';
import { line } from '@florin/contract/fields';
import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import * as v from 'valibot';
import { addDays, startOfDay } from '../../../../flows/time/when.ts';
import { readAmount } from '../../../../kit/forms/read-amount.ts';
import { shippingEntries, shippingFieldOf, shippingOf } from './shipping-schema.ts';

/** An amount as typed: minor units, null for none. */
export const amount = v.pipe(
  v.string('type'),
  v.transform((typed) => readAmount(typed, 2)),
  v.check((cents) => cents !== undefined, 'format'),
  v.check((cents) => (cents ?? 0) <= policyLimits.amountAtMost, 'tooLong'),
  v.transform((cents) => cents ?? null),
);

/** The group of a new card: the one that the business has chosen, none, or one by its id. */
export const usualGroup = 'usual';
export const noGroup = 'none';

/** The values of the form. The address is checked only where the card is sent to one. */
export function issueSchema(kind: CardKind) {
  return v.pipe(
    v.object({
      holder: v.pipe(v.string('type'), v.nonEmpty('missing')),
      name: line(80),
      purpose: line(200),
      amount,
      period: StartingLimit.entries.period,
      /** What is put on the card once it is issued. */
      fund: amount,
      group: v.string(),
      merchant: line(80),
      /** yyyy-mm-dd, the last day. */
      closes: v.string(),
      uses: v.picklist(['any', 'once', 'some']),
      usesCount: v.string(),
      lock: amount,
      ...shippingEntries(kind === 'PHYSICAL'),
    }),
    v.forward(
      v.check(({ uses, usesCount }) => uses !== 'some' || isCount(usesCount), 'format'),
      ['usesCount'],
    ),
  );
}
export type IssueValues = v.InferInput<ReturnType<typeof issueSchema>>;
export type IssueOrder = v.InferOutput<ReturnType<typeof issueSchema>>;

const isCount = (typed: string) => /^[1-9]\d{0,4}$/.test(typed.trim()) && Number(typed) <= 10_000;

type Body = Omit<Input<typeof issueCard>['body'], 'idempotencyKey'>;

/** What is sent. The card works until the end of its last day. @param zone of the business */
export function bodyOf(kind: CardKind, order: IssueOrder, zone: string): Body {
  const { holder, name, purpose } = order;
  return {
    holder,
    kind,
    name: name || null,
    purpose: purpose || null,
    ...choicesOf(order, zone),
    ...(kind === 'PHYSICAL' && { shipping: shippingOf(order) }),
  };
}

function choicesOf({ amount: most, period, group, merchant, closes, uses, usesCount, lock }: IssueOrder, zone: string) {
  const controls: v.InferInput<typeof ControlsInput> = {
    ...(uses !== 'any' && { usesAtMost: uses === 'once' ? 1 : Number(usesCount) }),
    ...(lock !== null && { amountLock: lock }),
    ...(merchant !== '' && { merchantLock: { kind: 'NAMED', merchant } }),
    ...(closes !== '' && { validUntil: startOfDay(addDays(closes, 1), zone).toISOString() }),
  };
  return {
    limit: most === null ? null : { amount: most, period },
    ...(group !== usualGroup && { groupIds: group === noGroup ? [] : [group] }),
    controls,
  };
}

/** A field of the server's answer, by its name in the form. */
export const fieldOf = (field: string): string =>
  ({
    'limit.amount': 'amount',
    'limit.period': 'period',
    groupIds: 'group',
    'controls.usesAtMost': 'usesCount',
    'controls.amountLock': 'lock',
    'controls.merchantLock': 'merchant',
    'controls.merchantLock.merchant': 'merchant',
    'controls.validUntil': 'closes',
  })[field] ?? shippingFieldOf(field);

type Trial = Input<typeof tryNewCard>['body'];
type TriedPurchase = NonNullable<Trial['purchases']>[number];

/** A merchant that no lock of a card names. */
const otherMerchant = 'Another merchant';

/** What is tried before the card exists; null without a holder. What is not right yet is left out. */
export function trialOf(values: IssueValues, zone: string): Trial | null {
  const read = v.safeParse(issueSchema('VIRTUAL'), values);
  const wrong = new Set(read.issues?.map((issue) => issue.path?.[0]?.key));
  const right = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, wrong.has(field) ? nothing[field] : value]),
  );
  const order = v.safeParse(issueSchema('VIRTUAL'), right);
  if (!order.success) return null;
  const { holder, merchant, amount: most } = order.output;
  return { holder, ...choicesOf(order.output, zone), purchases: purchasesOf(most, merchant || otherMerchant) };
}

/** In place of what is not right. */
const nothing: Readonly<Record<string, string>> = {
  name: '',
  purpose: '',
  amount: '',
  fund: '',
  merchant: '',
  lock: '',
  uses: 'any',
  usesCount: '1',
  line2: '',
};

/** One within the limit, one above it, and one that a lock or the rules for countries may refuse. */
function purchasesOf(most: number | null, merchant: string): TriedPurchase[] {
  const within = most === null ? 25_00 : Math.max(1, Math.floor(most / 2));
  const above = most === null ? 1_000_00 : Math.min(Math.ceil((most * 11) / 1000) * 100, policyLimits.amountAtMost * 2);
  const small = Math.min(within, 12_00);
  return [
    { amount: within, merchant },
    { amount: above, merchant },
    merchant === otherMerchant
      ? { amount: small, merchant, country: 'CA' }
      : { amount: small, merchant: otherMerchant },
  ];
}
