import {
  SimulatedMistake,
  type SimulatedKind,
  SimulatedMerchant,
  SimulatedPurchase,
} from '@florin/contract/cards/simulator';
import type { Presence } from '@florin/contract/cards/transaction-states';
import { typedAmount } from '../../../kit/forms/cents-of.ts';
import { readAmount } from '../../../kit/forms/read-amount.ts';

/** What stands in the form of the merchant; amounts as typed. */
export interface PurchaseForm {
  kind: SimulatedKind;
  merchantId: string;
  cardId: string;
  amount: string;
  presence: Presence;
}

/** Kinds that belong to a trade; every other kind can happen anywhere. */
const ofTrades: ReadonlySet<SimulatedKind> = new Set(['TIP', 'HOTEL', 'FUEL', 'SUBSCRIPTION', 'ATM']);

/** The digits after the point of a currency. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Another merchant: its usual amount and way of paying; the kind stays where it fits. */
export const withMerchant = (form: PurchaseForm, merchant: SimulatedMerchant): PurchaseForm => ({
  ...form,
  merchantId: merchant.id,
  kind: ofTrades.has(form.kind) && !merchant.kinds.includes(form.kind) ? merchant.kinds[0]! : form.kind,
  amount: typedAmount(merchant.usualAmount, digitsOf(merchant.currency)),
  presence: merchant.presence,
});

/** Another kind: the merchant stays where it fits, and otherwise is the first of the trade. */
export function withKind(
  form: PurchaseForm,
  kind: SimulatedKind,
  merchants: readonly SimulatedMerchant[],
): PurchaseForm {
  const current = merchants.find(({ id }) => id === form.merchantId);
  const fits = !ofTrades.has(kind) || current?.kinds.includes(kind);
  const other = fits ? undefined : merchants.find(({ kinds }) => kinds[0] === kind || kinds.includes(kind));
  return other ? withMerchant({ ...form, kind }, other) : { ...form, kind };
}

/** The form as it stood when the purchase was asked for. */
export const formOf = ({ kind, merchant, card, asked, presence }: SimulatedPurchase): PurchaseForm => ({
  kind,
  merchantId: merchant.id,
  cardId: card.id,
  amount: typedAmount(asked.amount, digitsOf(asked.currency)),
  presence,
});

/** How a card can pay: a virtual card has no chip, and cash comes from a machine. */
export function presencesFor(kind: SimulatedKind, isVirtual: boolean): Presence[] {
  if (kind === 'ATM') return ['CASH'];
  return isVirtual ? ['WALLET', 'NOT_PRESENT'] : ['WALLET', 'PRESENT', 'NOT_PRESENT'];
}

/** The chosen way of paying, or the first that the card has. */
export function presenceOf({ kind, presence }: PurchaseForm, isVirtual: boolean): Presence {
  const possible = presencesFor(kind, isVirtual);
  return possible.includes(presence) ? presence : possible[0]!;
}

/** Kinds that the network asks about before anything else: a request of theirs can be wrong. */
export const isAsked = (kind: SimulatedKind): boolean =>
  kind !== 'FORCE_POST' && kind !== 'REFUND' && kind !== 'CREDIT' && kind !== 'BALANCE_INQUIRY';

export const mistakes = SimulatedMistake.options;

/** Nobody types an amount for it. */
export const isCheck = (kind: SimulatedKind): boolean => kind === 'ACCOUNT_CHECK' || kind === 'BALANCE_INQUIRY';

/** The amount in minor units of the merchant's currency; null while it is none. */
export const amountOf = ({ amount, kind }: PurchaseForm, currency: string): number | null =>
  isCheck(kind) ? 0 : (readAmount(amount, digitsOf(currency)) ?? null);

/** What the terminal shows after a purchase. */
export interface Outcome {
  kind: 'yes' | 'part' | 'no' | 'advice' | 'silent';
  merchant: string;
  amount: SimulatedPurchase['requested'];
  declineCode: string | null;
}

export function outcomeOf(answer: {
  purchase: SimulatedPurchase;
  outcome: 'APPROVED' | 'PARTIAL' | 'DECLINED' | null;
  declineCode: string | null;
  approved: SimulatedPurchase['requested'];
}): Outcome {
  const { purchase, outcome, declineCode, approved } = answer;
  const kinds = { APPROVED: 'yes', PARTIAL: 'part', DECLINED: 'no' } as const;
  const isSilent = outcome === null && purchase.status === 'NO_ANSWER';
  return {
    kind: outcome === null ? (isSilent ? 'silent' : 'advice') : kinds[outcome],
    merchant: purchase.merchant.name,
    amount: approved,
    declineCode,
  };
}
