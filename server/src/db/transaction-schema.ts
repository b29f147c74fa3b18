import type { ReportReason } from '@florin/contract/cards/transactions';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type {
  CardEventType,
  DecisionOutcome,
  EventFlag,
  FeeKind,
  HoldReason,
  Presence,
  TransactionStatus,
} from '@florin/contract/cards/transaction-states';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/**
 * Why a purchase was decided as it was. It is small, because each decision stores one; the texts of its rules are in
 * the immutable versions. `explain` makes it readable.
 */
export interface Trace {
  /** The ids of the versions in force, in the order of their rules. */
  versions: readonly number[];
  /** What was available, in minor units. */
  funds: number;
  /** The room of each rule that applied, by its position among the rules of all versions: minor units, or -1 or -2. */
  rooms: readonly (readonly [rule: number, room: number])[];
  /**
   * What decided: the position of a rule, the balance, or the state of the card or its account; null if nothing limited
   * the purchase.
   */
  binds: number | 'funds' | 'card' | null;
  /** What the versions in shadow would have answered. */
  shadow?: { outcome: DecisionOutcome; code: DeclineCode | null };
}

/** The rows of the tables of purchases (migrations/0012-transactions.sql). Amounts are minor units. */
export interface TransactionSchema {
  card_event: {
    event_id: string;
    sequence: GeneratedAlways<bigint>;
    reference: string;
    transaction_id: string;
    type: CardEventType;
    business_id: string;
    card_id: string;
    at: Date;
    amount: bigint;
    currency: string;
    merchant_amount: bigint | null;
    merchant_currency: string | null;
    fingerprint: string;
    outcome: DecisionOutcome | null;
    decline_code: DeclineCode | null;
    approved: bigint | null;
    milliseconds: number | null;
    held: bigint;
    incoming: Generated<bigint>;
    final: boolean | null;
    flags: Generated<EventFlag[]>;
    fee_kind: FeeKind | null;
    basis_points: number | null;
    raw: JSONColumnType<object>;
    trace: JSONColumnType<Trace, string | null> | null;
  };
  card_transaction: {
    id: string;
    reference: string;
    business_id: string;
    card_id: string;
    account_id: string | null;
    at: Date;
    status: TransactionStatus;
    requested: bigint;
    amount: bigint;
    held: Generated<bigint>;
    incoming: Generated<bigint>;
    settled: Generated<bigint>;
    returned: Generated<bigint>;
    fees: Generated<bigint>;
    currency: string;
    merchant_amount: bigint | null;
    merchant_currency: string | null;
    mcc: number;
    merchant_id: string;
    merchant: string;
    city: string | null;
    state: string | null;
    country: string;
    presence: Presence;
    decline_code: DeclineCode | null;
    hold_until: Date | null;
    hold_reason: HoldReason | null;
    open_holds: Generated<string[]>;
    open_credits: Generated<string[]>;
    is_final: Generated<boolean>;
  };
  transaction_report: {
    id: string;
    transaction_id: string;
    business_id: string;
    reason: ReportReason;
    text: string;
    reference: string;
    reported_by: string;
    reported_at: Date;
    closed_at: Date | null;
    closed_by: string | null;
    answer: string | null;
  };
  transaction_note: { transaction_id: string; note: string; written_by: string; written_at: Date };
  suspense_item: {
    id: string;
    event_id: string;
    business_id: string | null;
    card_id: string | null;
    transaction_id: string | null;
    reason: 'UNKNOWN_CARD' | 'OTHER_PROGRAM' | 'NO_ACCOUNT' | 'UNLINKED_RETURN' | 'CLOSED_CARD' | 'BUSINESS_CLOSED';
    direction: 'DEBIT' | 'CREDIT';
    amount: bigint;
    currency: string;
    description: string;
    raw: JSONColumnType<object>;
    at: Date;
    resolved_at: Date | null;
    resolution: 'CHARGED' | 'CREDITED' | 'WRITTEN_OFF' | null;
    resolved_by: string | null;
    transfer_id: string | null;
  };
  settlement_report: {
    id: string;
    program_id: string;
    reference: string;
    day: string;
    net: bigint;
    lines: number;
    received_at: Date;
  };
  doubted_answer: { event_id: string; answer: 'WITHDRAWN' | 'CONFIRMED'; at: Date };
  settled_event: { event_id: string; report_id: string; settled_at: Date };
  settlement_difference: {
    id: string;
    report_id: string;
    event_id: string | null;
    kind: 'MISSING_EVENT' | 'NOT_REPORTED' | 'AMOUNT' | 'ENTRIES' | 'REPEATED';
    reported: bigint | null;
    recorded: bigint | null;
    closed_at: Date | null;
    closed_by: string | null;
    explanation: string | null;
  };
}
