import type { CardKind } from '@florin/contract/card-states';
import type { FundingAct, FundingReason, FundingRun, WhenShort } from '@florin/contract/card-funding';
import type { RequestEventKind, RequestKind, RequestPeriod, RequestStatus } from '@florin/contract/requests';
import type { Generated } from 'kysely';

/** The rows of funding and requests (migrations/0013-funding-and-requests.sql). */
export interface MoneySchema {
  funding_schedule: {
    id: string;
    business_id: string;
    name: string;
    act: 'FUND' | 'TOP_UP' | 'SET';
    amount: bigint;
    frequency: 'DAILY' | 'WEEKDAYS' | 'WEEKLY' | 'MONTHLY' | 'LOW_BALANCE';
    weekday: number | null;
    day_of_month: number | null;
    time_of_day: string | null;
    starts_on: string;
    ends_on: string | null;
    threshold: bigint | null;
    when_short: WhenShort;
    status: 'ACTIVE' | 'PAUSED' | 'ENDED';
    version: Generated<number>;
    next_run_at: Date | null;
    created_by: string;
    created_at: Date;
    idempotency_key: string;
    content_hash: Buffer;
  };
  funding_schedule_card: { schedule_id: string; position: number; chain_id: string };
  funding_run: {
    id: string;
    business_id: string;
    at: Date;
    actor_membership_id: string | null;
    schedule_id: string | null;
    due_at: Date | null;
    idempotency_key: string;
    content_hash: Buffer;
    act: FundingAct;
    when_short: WhenShort;
    outcome: FundingRun['outcome'];
    account_before: bigint;
    account_after: bigint;
    missing: bigint;
    cards_changed: number;
    cards_unchanged: number;
  };
  funding_run_line: {
    run_id: string;
    position: number;
    card_id: string;
    balance_before: bigint;
    change: bigint;
    reason: FundingReason | null;
    transfer_id: string | null;
  };
  card_request: {
    id: string;
    business_id: string;
    kind: RequestKind;
    status: Generated<RequestStatus>;
    requested_by: string;
    card_id: string | null;
    amount: bigint | null;
    period: RequestPeriod | null;
    countries: Generated<string[]>;
    card_name: string | null;
    card_kind: CardKind | null;
    until: Date | null;
    purpose: string;
    declined_transaction_id: string | null;
    created_at: Date;
    expires_at: Date;
    idempotency_key: string;
    content_hash: Buffer;
    settled_at: Date | null;
    decided_by: string | null;
    decided_amount: bigint | null;
    decided_until: Date | null;
    decision_note: string | null;
    decision_key: string | null;
    decision_hash: Buffer | null;
    issued_card_id: string | null;
  };
  card_request_event: {
    id: string;
    request_id: string;
    kind: RequestEventKind;
    actor_membership_id: string | null;
    amount: bigint | null;
    note: string | null;
    at: Date;
    idempotency_key: string | null;
  };
}
