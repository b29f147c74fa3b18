import { groupOfCategory } from '@florin/contract/cards/policies/merchant-categories';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { differenceWords } from '../../../messages/en/cards/transaction-sheet.ts';
import type { Transaction } from './queries.ts';

const words = differenceWords;

/** Pumps ask before they know the amount (ISO 18245). */
const isFuel = (mcc: number) => mcc === 5541 || mcc === 5542 || mcc === 5552;
const isCarRental = (mcc: number) => (mcc >= 3351 && mcc <= 3500) || mcc === 7512 || mcc === 7513 || mcc === 7519;

/**
 * Why another amount was settled than was authorized, in one sentence; null where they are the same, or not all is
 * settled yet.
 */
export function differenceText(of: Transaction): string | null {
  const { events, hold, settled, status, merchant, merchantAmount } = of;
  const stands = events.filter(({ outcome }) => outcome !== 'DECLINED');
  const partial = stands.find(({ outcome }) => outcome === 'PARTIAL');
  if (partial?.approved) return words.partial(moneyText(partial.amount), moneyText(partial.approved));
  if (hold !== null || settled.amount <= 0 || (status !== 'SETTLED' && status !== 'RETURNED')) return null;
  const has = (flag: (typeof events)[number]['flags'][number]) => stands.some(({ flags }) => flags.includes(flag));
  const paid = moneyText(settled);
  if (has('FORCE_POST')) return words.forcePost(paid);
  if (has('LATE')) return words.late(paid);
  const authorized = Math.max(0, ...stands.map(({ held }) => held.amount));
  if (authorized === 0 || authorized === settled.amount) return null;
  const was = moneyText({ ...settled, amount: authorized });
  const isMore = settled.amount > authorized;
  if (merchantAmount !== null && isAtAnotherRate(stands, authorized, merchantAmount.amount))
    return words.foreign(was, paid);
  if (isFuel(merchant.mcc)) return words.fuel(was, paid);
  if (isCarRental(merchant.mcc)) return words.rental(was, paid);
  const group = groupOfCategory(merchant.mcc);
  if (group === 'LODGING') return words.lodging(was, paid);
  const between = moneyText({ ...settled, amount: Math.abs(settled.amount - authorized) });
  if (isMore)
    return group === 'RESTAURANTS' || group === 'TAXIS' ? words.tip(was, between, paid) : words.more(was, between);
  return words.less(was, paid, between);
}

/** Whether the merchant settled what was on hold, and only the rate between the currencies is another one. */
function isAtAnotherRate(events: Transaction['events'], authorized: number, settled: number): boolean {
  const asked = events.findLast(
    ({ type, amount, merchantAmount }) => type.startsWith('AUTHORIZATION') && merchantAmount && amount.amount > 0,
  );
  if (!asked?.merchantAmount) return true;
  const held = (authorized * asked.merchantAmount.amount) / asked.amount.amount;
  return Math.abs(held - settled) <= 1;
}
