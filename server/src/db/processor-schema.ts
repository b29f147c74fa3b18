import type { SimulatedKind, SimulatedMistake } from '@florin/contract/cards/simulator';
import type { Generated, JSONColumnType } from 'kysely';

/** What the simulated network asks; minor units. */
export interface SimulatedRequest {
  eventId: string;
  amount: number;
  isIncrement: boolean;
  partialOk: boolean;
  mistake: SimulatedMistake | null;
  /** A charge after the first of a subscription. */
  isRecurring?: true;
}

/** The rows of the card processors' tables, and of the simulated network's (migrations/0015-processor.sql). */
export interface ProcessorSchema {
  processor_card: {
    card_id: string;
    processor: 'stripe' | 'lithic';
    reference: string;
    created_at: Date;
    stand_in_basis: Generated<string | null>;
  };
  processor_holder: { membership_id: string; processor: 'stripe' | 'lithic'; reference: string; created_at: Date };
  processor_act: {
    id: string;
    card_id: string;
    act: 'ISSUE' | 'ACTIVATE' | 'FREEZE' | 'UNFREEZE' | 'SHIP' | 'STAND_IN' | 'CLOSE';
    details_sealed: Buffer | null;
    created_at: Date;
    attempts: Generated<number>;
    last_error: string | null;
    done_at: Date | null;
    refused_at: Date | null;
  };
  processor_webhook: {
    id: string;
    processor: 'stripe' | 'lithic';
    delivery_id: string;
    type: string;
    happened_at: Date;
    received_at: Date;
    payload: JSONColumnType<object>;
    status: Generated<'RECEIVED' | 'PROCESSED' | 'IGNORED' | 'FAILED'>;
    attempts: Generated<number>;
    last_error: string | null;
    processed_at: Date | null;
    was_missed: Generated<boolean>;
  };
  simulator_state: {
    only_row: Generated<boolean>;
    moved_seconds: Generated<bigint>;
    faults: Generated<string[]>;
  };
  simulator_purchase: {
    id: string;
    business_id: string;
    card_id: string;
    merchant_id: string;
    kind: SimulatedKind;
    presence: 'PRESENT' | 'NOT_PRESENT' | 'WALLET' | 'CASH';
    merchant_currency: string;
    requested: bigint;
    /** Minor units of the merchant's currency. */
    asked: bigint | null;
    held: Generated<bigint>;
    captured: Generated<bigint>;
    refunded: Generated<bigint>;
    status: 'DECLINED' | 'OPEN' | 'SETTLED' | 'VOIDED' | 'EXPIRED' | 'NO_ANSWER';
    decline_code: string | null;
    hold_until: Date | null;
    renews_at: Date | null;
    created_at: Date;
    updated_at: Date;
    begun: Generated<boolean>;
    asking: JSONColumnType<SimulatedRequest> | null;
  };
  simulator_message: {
    id: string;
    purchase_id: string | null;
    business_id: string;
    type: string;
    amount: bigint;
    settles: bigint | null;
    message: JSONColumnType<object>;
    at: Date;
    due_at: Date;
    delivered_at: Date | null;
    answer: string | null;
    milliseconds: number | null;
  };
}
