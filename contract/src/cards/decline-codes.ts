import * as v from 'valibot';

/**
 * What the holder can do about a decline with one button; its label is on the screen. NONE: the holder can do nothing.
 */
export type DeclineAction =
  | 'REQUEST_FUNDS'
  | 'NOTIFY_ADMINISTRATOR'
  | 'REQUEST_RAISE'
  | 'REQUEST_EXCEPTION'
  | 'REQUEST_TRAVEL'
  | 'USE_OTHER_CARD'
  | 'UNFREEZE'
  | 'ACTIVATE'
  | 'OPEN_REPLACEMENT'
  | 'UPLOAD_RECEIPTS'
  | 'CONTACT_ADMINISTRATOR'
  | 'SHOW_CARD_DETAILS'
  | 'SET_PIN'
  | 'CONFIRM_PURCHASE'
  | 'NEW_CARD'
  | 'TRY_AGAIN'
  | 'NONE';

/** The same for an administrator. OPEN_CARD and OPEN_POLICY lead to the page where the cause can be changed. */
export type AdministratorAction =
  | 'ALLOW_ONCE'
  | 'FUND_CARD'
  | 'ADD_FUNDS'
  | 'UNFREEZE'
  | 'ACTIVATE'
  | 'SET_PIN'
  | 'FREEZE'
  | 'REPLACE'
  | 'ISSUE_CARD'
  | 'OPEN_CARD'
  | 'OPEN_POLICY'
  | 'OPEN_TEAM'
  | 'CONTACT_SUPPORT';

interface Decline {
  /** The answer to the network: ISO 8583, data element 39. */
  iso: string;
  /** The cardholder's. */
  action: DeclineAction;
  administrator: AdministratorAction;
}

const raise = (iso: string): Decline => ({ iso, action: 'REQUEST_RAISE', administrator: 'ALLOW_ONCE' });
const exception = (iso: string): Decline => ({ iso, action: 'REQUEST_EXCEPTION', administrator: 'ALLOW_ONCE' });
/** A limit that a cardholder cannot ask to have raised. */
const unraised = (iso: string): Decline => ({ iso, action: 'NOTIFY_ADMINISTRATOR', administrator: 'ALLOW_ONCE' });
const retyped = (iso: string): Decline => ({ iso, action: 'SHOW_CARD_DETAILS', administrator: 'OPEN_CARD' });
const pin = (iso: string): Decline => ({ iso, action: 'SET_PIN', administrator: 'SET_PIN' });

/**
 * Why a purchase is declined (field reference 5), with the answer to the network and the act that fixes it. Limits
 * since a date, limits of a quarter, unknown cards and reused event ids have their own codes.
 */
export const declines = {
  insufficient_funds: { iso: '51', action: 'REQUEST_FUNDS', administrator: 'FUND_CARD' },
  insufficient_business_balance: { iso: '51', action: 'NOTIFY_ADMINISTRATOR', administrator: 'ADD_FUNDS' },
  limit_transaction: raise('61'),
  limit_day: raise('61'),
  limit_week: raise('61'),
  limit_month: raise('61'),
  limit_quarter: raise('61'),
  limit_year: raise('61'),
  limit_lifetime: raise('61'),
  limit_since: unraised('61'),
  count_limit: unraised('65'),
  mcc_not_allowed: exception('57'),
  merchant_not_allowed: exception('57'),
  merchant_locked_elsewhere: { iso: '57', action: 'USE_OTHER_CARD', administrator: 'OPEN_CARD' },
  country_not_allowed: { iso: '57', action: 'REQUEST_TRAVEL', administrator: 'ALLOW_ONCE' },
  international_off: { iso: '57', action: 'REQUEST_TRAVEL', administrator: 'ALLOW_ONCE' },
  state_not_allowed: exception('57'),
  time_window: exception('57'),
  presence_not_allowed: exception('58'),
  cash_not_allowed: { iso: '57', action: 'NONE', administrator: 'OPEN_CARD' },
  card_frozen: { iso: '62', action: 'UNFREEZE', administrator: 'UNFREEZE' },
  card_not_activated: { iso: '78', action: 'ACTIVATE', administrator: 'ACTIVATE' },
  card_closed: { iso: '14', action: 'OPEN_REPLACEMENT', administrator: 'REPLACE' },
  card_expired: { iso: '54', action: 'OPEN_REPLACEMENT', administrator: 'REPLACE' },
  receipts_overdue: { iso: '57', action: 'UPLOAD_RECEIPTS', administrator: 'OPEN_POLICY' },
  business_suspended: { iso: '57', action: 'CONTACT_ADMINISTRATOR', administrator: 'CONTACT_SUPPORT' },
  cardholder_inactive: { iso: '57', action: 'CONTACT_ADMINISTRATOR', administrator: 'OPEN_TEAM' },
  cvc_mismatch: retyped('82'),
  expiry_mismatch: retyped('54'),
  zip_mismatch: retyped('05'),
  address_mismatch: retyped('05'),
  pin_wrong: pin('55'),
  pin_blocked: pin('75'),
  pin_not_set: pin('55'),
  suspected_fraud: { iso: '59', action: 'CONFIRM_PURCHASE', administrator: 'FREEZE' },
  challenge_failed: { iso: '59', action: 'TRY_AGAIN', administrator: 'OPEN_CARD' },
  single_use_used: { iso: '57', action: 'NEW_CARD', administrator: 'ISSUE_CARD' },
  issuer_timeout: { iso: '91', action: 'TRY_AGAIN', administrator: 'OPEN_CARD' },
  system: { iso: '96', action: 'TRY_AGAIN', administrator: 'OPEN_CARD' },
  card_unknown: { iso: '14', action: 'NONE', administrator: 'OPEN_CARD' },
  event_id_reused: { iso: '94', action: 'NONE', administrator: 'OPEN_CARD' },
} as const satisfies Record<string, Decline>;
export type DeclineCode = keyof typeof declines;

const codes = Object.keys(declines) as [DeclineCode, ...DeclineCode[]];
export const DeclineCode = v.picklist(codes);
