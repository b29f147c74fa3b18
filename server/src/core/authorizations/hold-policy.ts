import type { HoldReason, Presence } from '@florin/contract/cards/transaction-states';
import type { HoldMatch, HoldRule, MerchantClass } from '../../db/hold-rules.ts';

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

interface HoldRow extends HoldMatch {
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

const isFor = ({ network, presence, mcc, isEstimate }: HoldQuestion) => {
  const merchantClass = classOf(mcc);
  return (row: HoldMatch): boolean =>
    (row.network === undefined || row.network === network) &&
    (row.presence === undefined || row.presence === presence) &&
    (row.class === undefined || row.class === merchantClass) &&
    (row.isEstimate === undefined || row.isEstimate === isEstimate);
};

/** A program's days for each reason, and its rules before them. */
export interface HoldDays {
  standard: number;
  estimate: number;
  carRental: number;
  rules: readonly HoldRule[];
}

const dayMilliseconds = 86_400_000;

/** When a hold is released, in epoch milliseconds, and the reason. */
export function holdOf(question: HoldQuestion, days: HoldDays, at: number): { reason: HoldReason; until: number } {
  const matches = isFor(question);
  const { reason } = holdTable.find(matches)!;
  const number = {
    STANDARD: days.standard,
    ESTIMATE: days.estimate,
    LODGING: days.estimate,
    CAR_RENTAL: days.carRental,
  };
  const count = days.rules.find(matches)?.days ?? number[reason];
  return { reason, until: at + count * dayMilliseconds };
}
