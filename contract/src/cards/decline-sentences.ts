import type { DeclineCode } from './decline-codes.ts';
import type { RequestPeriod } from '../money/requests.ts';
import type { RequestKind } from '../money/request-states.ts';
import type { Role } from '../access/session.ts';

interface Sentences {
  /** What stood in the way: it blames nobody. */
  reason: string;
  /** What the cardholder and an administrator can do about it. Each sees only their own actions. */
  advice: Record<Role, string>;
}

const says = (reason: string, cardholder: string, administrator: string): Sentences => ({
  reason,
  advice: { CARDHOLDER: cardholder, ADMIN: administrator },
});
const limit = (reason: string, cardholder: string) =>
  says(reason, cardholder, 'Raise the limit for a time, or change the rule.');
const rule = (reason: string, cardholder: string) => says(reason, cardholder, 'Allow it once, or change the rule.');
const replaced = (reason: string) =>
  says(reason, 'Use its replacement, or ask for one.', 'Replace the card if it is still needed.');
const retyped = (reason: string, cardholder: string) =>
  says(reason, cardholder, 'The cardholder can look at the card details and try again.');
const again = 'Try again.';
const tryAgain = (reason: string) => says(reason, again, 'The cardholder can try again.');
const pin = (reason: string, cardholder: string) =>
  says(reason, cardholder, 'The cardholder can set a new PIN, or you set one for them.');

const sentences: Record<DeclineCode, Sentences> = {
  insufficient_funds: says(
    'The card did not have enough money for this purchase.',
    'Ask for funds and try again.',
    'Put money on the card, and the purchase can be tried again.',
  ),
  insufficient_business_balance: says(
    'The company account was too low for this purchase.',
    'Ask your administrator to add funds.',
    'Add funds to the company account.',
  ),
  limit_transaction: limit('This purchase was above the limit of a single purchase.', 'Ask for a higher limit.'),
  limit_day: limit('This purchase was above the daily limit.', 'Ask for a higher limit, or try again tomorrow.'),
  limit_week: limit('This purchase was above the weekly limit.', 'Ask for a higher limit, or try again next week.'),
  limit_month: limit('This purchase was above the monthly limit.', 'Ask for a higher limit, or try again next month.'),
  limit_quarter: limit('This purchase was above the quarterly limit.', 'Ask for a higher limit.'),
  limit_year: limit('This purchase was above the yearly limit.', 'Ask for a higher limit.'),
  limit_lifetime: limit('This purchase was above all that this card may ever spend.', 'Ask for a higher limit.'),
  limit_since: limit('This purchase was above the limit that counts since a date.', 'Ask your administrator for more.'),
  count_limit: says(
    'The number of purchases allowed in this time was reached.',
    'Try again later, or ask your administrator for more.',
    'Change the rule, or let the time pass.',
  ),
  mcc_not_allowed: rule('Purchases of this category are not allowed.', 'Ask to have it allowed.'),
  merchant_not_allowed: rule('This merchant is not allowed.', 'Ask to have it allowed.'),
  merchant_locked_elsewhere: says(
    'This card works at one merchant only.',
    'Use another card here.',
    'Another card works here, or change the merchant of this one.',
  ),
  country_not_allowed: rule('Purchases in this country are not allowed.', 'Ask to have it allowed.'),
  international_off: rule('International purchases are off.', 'Ask to have this country allowed.'),
  state_not_allowed: rule('Purchases in this state are not allowed.', 'Ask to have it allowed.'),
  time_window: rule('This card does not work at this day or hour.', 'Ask to have it allowed.'),
  presence_not_allowed: says(
    'This way of paying is not allowed.',
    'Pay another way, or ask to have it allowed.',
    'Allow it once, or change the rule. No rule allows recurring charges on a consumer card.',
  ),
  cash_not_allowed: says(
    'Cash is not allowed with this card.',
    'Pay by card.',
    'The cardholder agreement gives no access to cash, so no rule can allow it.',
  ),
  card_frozen: says(
    'The card was frozen.',
    'Unfreeze it, or ask for it if an administrator froze it.',
    'Unfreeze it if that is right, and the purchase can be tried again.',
  ),
  card_not_activated: says(
    'The card is not activated yet.',
    'Activate it and try again.',
    'The cardholder can activate it and try again.',
  ),
  card_closed: replaced('The card is closed.'),
  card_expired: replaced('The card has expired.'),
  receipts_overdue: says(
    'Receipts are overdue.',
    'Upload them and try again.',
    'The cardholder can upload them and try again.',
  ),
  business_suspended: says(
    'The company account is suspended or under review.',
    'Contact your administrator.',
    'Contact support to learn what it needs.',
  ),
  cardholder_inactive: says(
    'The account of the cardholder is not active.',
    'Contact your administrator.',
    'Look at the account of the cardholder among the team members.',
  ),
  cvc_mismatch: retyped('The security code was wrong.', 'Look at the card details and try again.'),
  expiry_mismatch: retyped('The expiry date was wrong.', 'Look at the card details and try again.'),
  zip_mismatch: retyped('The ZIP code was wrong.', 'Look at the billing address and try again.'),
  address_mismatch: retyped('The billing address was wrong.', 'Look at the card details and try again.'),
  pin_wrong: pin('The PIN was wrong.', 'Try again, or set a new one.'),
  pin_blocked: pin('The PIN is blocked after too many wrong tries.', 'Set a new one.'),
  pin_not_set: pin('The card has no PIN yet.', 'Set one and try again.'),
  suspected_fraud: says(
    'We stopped this purchase to protect the card.',
    'If it was you, try again.',
    'Ask the cardholder whether it was them; if not, freeze the card.',
  ),
  challenge_failed: tryAgain('The purchase could not be confirmed.'),
  single_use_used: says(
    'This card was for one purchase, which it has made.',
    'Ask for a new card.',
    'Issue another card if it is needed.',
  ),
  issuer_timeout: tryAgain('Our answer came too late.'),
  system: tryAgain('Something went wrong on our side.'),
  card_unknown: says(
    'The card is unknown.',
    'Look at the card number and try again.',
    'The number is of no card here.',
  ),
  event_id_reused: says(
    'The network sent another purchase under the same number.',
    again,
    'The cardholder can try again.',
  ),
};

/** Why a purchase was declined, in one sentence. What can be done about it is a separate sentence. */
export const declineReason = (code: DeclineCode): string => sentences[code].reason;

/** What fixes a decline, for a reader of this role. */
export const declineAdvice = (code: DeclineCode, reader: Role): string => sentences[code].advice[reader];

/** Why a purchase was declined, and what a reader of this role can do. */
export const declineSentence = (code: DeclineCode, reader: Role): string =>
  `${declineReason(code)} ${declineAdvice(code, reader)}`;

const periods: Partial<Record<DeclineCode, RequestPeriod>> = {
  limit_transaction: 'PURCHASE',
  limit_day: 'DAY',
  limit_week: 'WEEK',
  limit_month: 'MONTH',
  limit_quarter: 'QUARTER',
  limit_year: 'YEAR',
  limit_lifetime: 'LIFETIME',
};
/** Refusals of lists and hours, from which a purchase can be exempted for a time. */
const exempted: ReadonlySet<DeclineCode> = new Set([
  'mcc_not_allowed',
  'merchant_not_allowed',
  'country_not_allowed',
  'international_off',
  'state_not_allowed',
  'time_window',
  'presence_not_allowed',
] as const);

/** Whether an administrator can allow the purchase for a time, and a cardholder can ask for it. */
export const canBeAllowed = (code: DeclineCode): boolean => exempted.has(code);

/** The request of a cardholder that fixes a decline; null where none does. */
export function requestFor(code: DeclineCode): { kind: RequestKind; period?: RequestPeriod } | null {
  const period = periods[code];
  if (period) return { kind: 'LIMIT', period };
  if (code === 'insufficient_funds') return { kind: 'FUNDING' };
  if (code === 'single_use_used') return { kind: 'CARD' };
  return canBeAllowed(code) ? { kind: 'UNBLOCK' } : null;
}
