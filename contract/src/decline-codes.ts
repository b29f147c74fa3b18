import * as v from 'valibot';

/** What fixes a decline with one press; the words are the screen's. NONE: nothing that the holder could do. */
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

interface Decline {
  /** The answer to the network: ISO 8583, data element 39. */
  iso: string;
  action: DeclineAction;
}

const raise = (iso: string): Decline => ({ iso, action: 'REQUEST_RAISE' });
const exception = (iso: string): Decline => ({ iso, action: 'REQUEST_EXCEPTION' });

/**
 * Why a purchase is declined (field reference 5), with the answer to the network and the act that fixes it. A limit since
 * a date, a limit of a quarter, an unknown card and a reused event id have codes of their own.
 */
export const declines = {
  insufficient_funds: { iso: '51', action: 'REQUEST_FUNDS' },
  insufficient_business_balance: { iso: '51', action: 'NOTIFY_ADMINISTRATOR' },
  limit_transaction: raise('61'),
  limit_day: raise('61'),
  limit_week: raise('61'),
  limit_month: raise('61'),
  limit_quarter: raise('61'),
  limit_year: raise('61'),
  limit_lifetime: raise('61'),
  limit_since: raise('61'),
  count_limit: raise('65'),
  mcc_not_allowed: exception('57'),
  merchant_not_allowed: exception('57'),
  merchant_locked_elsewhere: { iso: '57', action: 'USE_OTHER_CARD' },
  country_not_allowed: { iso: '57', action: 'REQUEST_TRAVEL' },
  international_off: { iso: '57', action: 'REQUEST_TRAVEL' },
  state_not_allowed: exception('57'),
  time_window: exception('57'),
  presence_not_allowed: exception('58'),
  cash_not_allowed: exception('57'),
  card_frozen: { iso: '62', action: 'UNFREEZE' },
  card_not_activated: { iso: '78', action: 'ACTIVATE' },
  card_closed: { iso: '14', action: 'OPEN_REPLACEMENT' },
  card_expired: { iso: '54', action: 'OPEN_REPLACEMENT' },
  receipts_overdue: { iso: '57', action: 'UPLOAD_RECEIPTS' },
  business_suspended: { iso: '57', action: 'CONTACT_ADMINISTRATOR' },
  cardholder_inactive: { iso: '57', action: 'CONTACT_ADMINISTRATOR' },
  cvc_mismatch: { iso: '82', action: 'SHOW_CARD_DETAILS' },
  expiry_mismatch: { iso: '54', action: 'SHOW_CARD_DETAILS' },
  zip_mismatch: { iso: '05', action: 'SHOW_CARD_DETAILS' },
  address_mismatch: { iso: '05', action: 'SHOW_CARD_DETAILS' },
  pin_wrong: { iso: '55', action: 'SET_PIN' },
  pin_blocked: { iso: '75', action: 'SET_PIN' },
  pin_not_set: { iso: '55', action: 'SET_PIN' },
  suspected_fraud: { iso: '59', action: 'CONFIRM_PURCHASE' },
  challenge_failed: { iso: '59', action: 'TRY_AGAIN' },
  single_use_used: { iso: '57', action: 'NEW_CARD' },
  issuer_timeout: { iso: '91', action: 'TRY_AGAIN' },
  system: { iso: '96', action: 'TRY_AGAIN' },
  card_unknown: { iso: '14', action: 'NONE' },
  event_id_reused: { iso: '94', action: 'NONE' },
} as const satisfies Record<string, Decline>;
export type DeclineCode = keyof typeof declines;

const codes = Object.keys(declines) as [DeclineCode, ...DeclineCode[]];
export const DeclineCode = v.picklist(codes);
