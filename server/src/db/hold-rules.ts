import type { Presence } from '@florin/contract/cards/transaction-states';

/** The categories with longer holds, because their merchants settle long after the authorization. */
export type MerchantClass = 'LODGING' | 'CAR_RENTAL' | 'OTHER';

/** The authorizations that a row of the hold policy is about; what is left out matches all. */
export interface HoldMatch {
  network?: 'Visa' | 'Mastercard';
  presence?: Presence;
  class?: MerchantClass;
  isEstimate?: boolean;
}

/** A rule of a program for how long authorizations stay on hold (migrations/0048-hold-rules.sql). */
export interface HoldRule extends HoldMatch {
  /** From 1 to 365. */
  days: number;
}
