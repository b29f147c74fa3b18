import type { HoldReason, Presence } from '@florin/contract/cards/transaction-states';

/** The categories with longer holds, because their merchants settle long after the authorization. */
type MerchantClass = 'LODGING' | 'CAR_RENTAL' | 'OTHER';

/** Merchant category codes (ISO 18245): hotels and cruise lines; car rental agencies by name, then in general. */
function classOf(mcc: number): MerchantClass {
  if ((mcc >= 3501 && mcc <= 3999) || mcc === 7011 || mcc === 4411) return 'LODGING';
  if ((mcc >= 3351 && mcc <= 3500) || mcc === 7512 || mcc === 7513 || mcc === 7519) return 'CAR_RENTAL';
  return 'OTHER';
}

export interface HoldQuestion {
  network: 'Visa' | 'Mastercard';
  presence: Presence;
  mcc: number;
  isEstimate: boolean;
}

interface HoldRow extends Partial<Omit<HoldQuestion, 'mcc'>> {
  class?: MerchantClass;
  reason: HoldReason;
}

/**
 * How long an authorization stays on hold; the first matching row decides. The agreements give up to 7 days, 30 for an
 * abandoned authorization (an estimate that the merchant never completes) and 60 for car rental. Cash is never an
 * estimate.
 */
const holdTable: readonly HoldRow[] = [
  { presence: 'CASH', reason: 'STANDARD' },
  { class: 'CAR_RENTAL', reason: 'CAR_RENTAL' },
  { class: 'LODGING', reason: 'LODGING' },
  { isEstimate: true, reason: 'ESTIMATE' },
  { reason: 'STANDARD' },
];

/** The reason for the duration of a hold. */
export function holdReasonOf(question: HoldQuestion): HoldReason {
  const merchantClass = classOf(question.mcc);
  return holdTable.find(
    (row) =>
      (row.network === undefined || row.network === question.network) &&
      (row.presence === undefined || row.presence === question.presence) &&
      (row.class === undefined || row.class === merchantClass) &&
      (row.isEstimate === undefined || row.isEstimate === question.isEstimate),
  )!.reason;
}

/** A program's days for each reason. */
export interface HoldDays {
  standard: number;
  estimate: number;
  carRental: number;
}

const dayMilliseconds = 86_400_000;

/** When a hold is released, in epoch milliseconds, and the reason. */
export function holdOf(question: HoldQuestion, days: HoldDays, at: number): { reason: HoldReason; until: number } {
  const reason = holdReasonOf(question);
  const number = {
    STANDARD: days.standard,
    ESTIMATE: days.estimate,
    LODGING: days.estimate,
    CAR_RENTAL: days.carRental,
  };
  return { reason, until: at + number[reason] * dayMilliseconds };
}
