import type { Money } from '@florin/contract/money';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type {
  CardActor,
  CardChannel,
  CardKind,
  CardStatus,
  CardSubstatus,
  FreezeCause,
  PinStatus,
  ReplaceReason,
  ShipmentStatus,
  ShippingMethod,
} from '@florin/contract/cards/card-states';
import type { CardAct } from '@florin/contract/cards/cards';
import type { Scheme, Theme } from '@florin/contract/program/appearance';
import type { ThemeTokens, Branding, SplashVariant } from '@florin/contract/program/site';
import type { BusinessStatus, Feature, FundingSource } from '@florin/contract/program/user-info';
import type { EventKind } from '@florin/contract/program/events';
import type { SavedList } from '@florin/contract/program/list-views';
import type {
  Deliveries,
  NotificationDefaults,
  NotificationKind,
} from '@florin/contract/program/notification-preferences';
import type { PendingChangeKind } from '@florin/contract/access/pending-changes';
import type { PermissionFlag, Preset } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';
import type { EntityType } from '@florin/contract/fields';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { ResetEntityType } from '@florin/contract/access/recovery';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { HoldRule } from './hold-rules.ts';
import type { LedgerSchema } from './ledger-schema.ts';
import type { PolicySchema } from './policy-schema.ts';
import type { TransactionSchema } from './transaction-schema.ts';
import type { ProcessorSchema } from './processor-schema.ts';
import type { MoneySchema } from './money-schema.ts';

type Channel = 'email' | 'sms';
/** The purposes of one-time codes. */
export type CodePurpose =
  | 'LoginNewDevice'
  | 'LinkLogin'
  | 'PasswordReset'
  | 'StepUp'
  | 'ContactConfirmation'
  | 'Registration';

/** What a card is for, and the controls of its life. */
interface CardControls {
  kind: Generated<CardKind>;
  substatus: CardSubstatus | null;
  name: string | null;
  purpose: string | null;
  external_id: string | null;
  issued_at: Date | null;
  activated_at: Date | null;
  closed_at: Date | null;
  replaces_id: string | null;
  replaces_for: ReplaceReason | null;
  closes_on_capture: Generated<boolean>;
  first_card_id: string | null;
  chain_id: GeneratedAlways<string>;
  pin_status: Generated<PinStatus>;
  uses_at_most: number | null;
  uses: Generated<number>;
  amount_lock: bigint | null;
  merchant_lock: 'FIRST' | 'NAMED' | null;
  locked_merchant_id: string | null;
  locked_merchant_name: string | null;
  valid_from: Date | null;
  valid_until: Date | null;
  policy_versions: Generated<number[]>;
}

/** What a notification is about, as its text needs it. At most the last four digits of a card. */
export type NotificationFacts =
  | { kind: 'PURCHASE' | 'REFUND'; merchant: string; amount: Money; last4: string }
  | {
      kind: 'DECLINE';
      merchant: string;
      amount: Money;
      last4: string;
      code: DeclineCode | null;
      /** Absent of notifications from before it was written. */
      transactionId?: string;
    }
  | {
      kind: 'REQUEST';
      what: 'FUNDING' | 'LIMIT' | 'UNBLOCK' | 'CARD' | 'CHANGE';
      step: 'MADE' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'EXPIRED';
      /** The person who made or decided it; null if it expired. */
      by: string | null;
      amount: Money | null;
    }
  | {
      kind: 'FUNDING';
      /** Null: several cards, for administrators. */
      last4: string | null;
      cards: number;
      /** Below zero: back to the account of the business. */
      amount: Money;
      /** The person who did it; null where a schedule did. */
      by: string | null;
    }
  | {
      kind: 'LOW_BALANCE';
      /** Null: of the business. */
      last4: string | null;
      available: Money;
    }
  | {
      kind: 'CARD_CHANGE';
      last4: string;
      change: CardChange;
      /** The person who changed it; null where the program did. */
      by: string | null;
      /** Where a replacement is sent, masked. */
      sentTo?: string;
    };

export type CardChange =
  | 'ISSUED'
  | 'SHIPPED'
  | 'ACTIVATED'
  | 'FROZEN'
  | 'UNFROZEN'
  | 'REPLACED'
  | 'CLOSED'
  | 'PIN_CHANGED'
  | 'LIMITS_CHANGED'
  | 'HOLDER_CHANGED';

/** The rows of every table as the application reads and writes them; the tables are in migrations/. */
export interface Schema extends LedgerSchema, MoneySchema, PolicySchema, ProcessorSchema, TransactionSchema {
  program: {
    id: string;
    slug: string | null;
    name: string;
    is_default: Generated<boolean>;
    canonical_origin: string | null;
    theme: JSONColumnType<ThemeTokens>;
    splash_variant: SplashVariant;
    support_url: string;
    branding: JSONColumnType<Branding>;
    mail_from_name: string;
    mail_from_address: string;
    visa_bin: Generated<string>;
    mastercard_bin: Generated<string>;
    policy_versions: Generated<number[]>;
    isa_basis_points: Generated<number>;
    conversion_basis_points: Generated<number>;
    replacement_fee: Generated<bigint>;
    expired_card_monthly_fee: Generated<bigint>;
    hold_days_standard: Generated<number>;
    hold_days_estimate: Generated<number>;
    hold_days_car_rental: Generated<number>;
    hold_rules: ColumnType<HoldRule[], string | undefined, string>;
  };
  program_hostname: { hostname: string; program_id: string };
  program_asset: { program_id: string; kind: 'logo' | 'splash' | 'favicon'; media_type: string; content: Buffer };
  announcement: {
    id: string;
    program_id: string | null;
    title: string;
    body: string;
    shown_from: Date;
    shown_until: Date;
  };
  site_status: { only_row: Generated<boolean>; out_of_service: Generated<boolean> };
  business: {
    id: string;
    program_id: string;
    name: string;
    bank_id: 'BANCORP' | 'MBFINANCIAL' | 'FIFTHTHIRD';
    program_type: 'Grants' | 'OwnedFunds' | 'Business';
    payment_network: 'Visa' | 'Mastercard';
    funding_source: FundingSource | null;
    status: BusinessStatus;
    suspension_mode:
      | 'CreditWorthiness'
      | 'PlaidConnectivity'
      | 'PaymentFailure'
      | 'Compliance'
      | 'Fraud'
      | 'Default'
      | null;
    operational: Generated<boolean>;
    mfa_mode: Generated<'Disabled' | 'Enabled' | 'Required'>;
    credit_replenishment_delay_days: number | null;
    allow_admin_view_card_usage: Generated<boolean>;
    use_business_balance_for_auths: Generated<boolean>;
    features: Generated<Feature[]>;
    start_site_message: string | null;
    verification_mode: Generated<'SENT' | 'BIRTH_YEAR'>;
    allowed_phone_countries: Generated<string[]>;
    profile_address: string | null;
    automatic_suspension: Generated<boolean>;
    time_zone: Generated<string>;
    time_zone_before: string | null;
    time_zone_changed_at: Date | null;
    default_card_group_id: string | null;
    four_eyes: Generated<boolean>;
    settings_version: Generated<number>;
    notification_defaults: JSONColumnType<NotificationDefaults> | null;
    cards_at_most: Generated<number>;
    policy_versions: Generated<number[]>;
  };
  person: {
    id: string;
    program_id: string;
    username: string;
    username_skeleton: string;
    first_name: string;
    last_name: string;
    password_hash: string;
    password_changed_at: Date;
    mfa_enabled: Generated<boolean>;
    passkey_handle: Buffer | null;
    created_at: Date;
    middle_name: string | null;
    date_of_birth_sealed: Buffer | null;
  };
  password_history: {
    id: string;
    person_id: string;
    password_hash: string;
    replaced_at: Date;
  };
  contact: {
    id: string;
    person_id: string;
    kind: EntityType;
    address_sealed: Buffer;
    address_index: Buffer;
    verified_at: Date | null;
    created_at: Date;
    added_later: Generated<boolean>;
  };
  phone_stop: { address_index: Buffer; stopped_at: Date };
  membership: {
    id: string;
    person_id: string;
    business_id: string;
    role: Role;
    status: 'OPEN' | 'CLOSED';
    position: Generated<number>;
    created_at: Date;
    preset: Preset | null;
    flags_granted: Generated<PermissionFlag[]>;
    flags_withheld: Generated<PermissionFlag[]>;
  };
  notification_preference: {
    membership_id: string;
    deliveries: JSONColumnType<Deliveries>;
    quiet_from: string | null;
    quiet_until: string | null;
    low_balance_below: bigint;
  };
  notification: {
    id: GeneratedAlways<bigint>;
    membership_id: string;
    kind: NotificationKind;
    facts: JSONColumnType<NotificationFacts>;
    at: Date;
    handled_at: Date | null;
    digest_at: Date | null;
  };
  pending_change: {
    id: string;
    business_id: string;
    kind: PendingChangeKind;
    subject: Buffer;
    details: JSONColumnType<Record<string, unknown>>;
    requested_by: string;
    requested_at: Date;
    expires_at: Date;
    status: Generated<'PENDING' | 'APPROVED' | 'USED' | 'REJECTED' | 'CANCELED'>;
    decided_by: string | null;
    decided_at: Date | null;
  };
  program_event: {
    id: GeneratedAlways<bigint>;
    business_id: string;
    membership_id: string | null;
    kind: EventKind;
    subject_id: string | null;
    at: Date;
  };
  card: {
    id: string;
    business_id: string;
    membership_id: string | null;
    last_four: string;
    status: CardStatus;
    expires_on: string;
    bin: string | null;
    wrong_codes: Generated<number>;
    wrong_codes_since: Date | null;
    wrong_codes_total: Generated<number>;
    times_unlocked: Generated<number>;
  } & CardControls;
  card_freeze: {
    card_id: string;
    frozen_by: CardActor;
    cause: FreezeCause;
    reason: string | null;
    actor_membership_id: string | null;
    since: Date;
    until: Date | null;
  };
  card_transition: {
    id: string;
    card_id: string;
    transition: CardAct;
    from_status: CardStatus | null;
    to_status: CardStatus;
    substatus: CardSubstatus | null;
    actor_membership_id: string | null;
    channel: CardChannel;
    reason: string | null;
    at: Date;
  };
  card_shipment: {
    card_id: string;
    status: ShipmentStatus;
    method: ShippingMethod;
    carrier: string | null;
    tracking_number: string | null;
    address_sealed: Buffer;
    expected_on: string | null;
    updated_at: Date;
  };
  list_view: {
    id: string;
    business_id: string;
    membership_id: string;
    list: SavedList;
    name: string;
    search: string;
    is_shared: boolean;
    version: Generated<number>;
    created_at: Date;
  };
  card_group: { id: string; business_id: string; name: string; created_at: Date };
  card_group_member: { group_id: string; chain_id: string };
  idempotent_request: {
    business_id: string;
    key: string;
    fingerprint: Buffer;
    answer: JSONColumnType<object> | null;
    at: Date;
  };
  limit_state: { scope_id: string; windows: JSONColumnType<Record<string, number[]>, string | undefined> };
  card_holder: {
    card_id: string;
    first_name: string;
    middle_name: string | null;
    last_name: string;
    name_on_card: string;
    details_sealed: Buffer;
  };
  'vault.card_number': { card_id: string; number_sealed: Buffer; number_index: Buffer };
  invite: {
    id: string;
    business_id: string;
    role: Role;
    first_name: string;
    middle_name: string | null;
    last_name: string;
    email_sealed: Buffer;
    email_index: Buffer;
    code_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sends: Date[];
    expires_at: Date;
    accepted_at: Date | null;
    accepted_by: string | null;
    revoked_at: Date | null;
    preset: Generated<Preset | null>;
    awaits_approval: Generated<boolean>;
  };
  vendor_link: {
    id: string;
    business_id: string;
    card_id: string;
    email_sealed: Buffer;
    email_index: Buffer;
    invoice: string | null;
    amount_cents: bigint | null;
    note: string | null;
    process_before: string | null;
    code_hash: Buffer;
    token_hash: Buffer | null;
    token_expires_at: Date | null;
    sent_by: string;
    created_at: Date;
    expires_at: Date;
    opened_at: Date | null;
    used_at: Date | null;
    revoked_at: Date | null;
  };
  registration: {
    id: string;
    browser_hash: Buffer;
    token_hash: Buffer | null;
    card_id: string | null;
    invite_id: string | null;
    invite_code_hash: Buffer | null;
    person_id: string | null;
    step: 'CODE' | 'DETAILS' | 'OVER';
    proven_by: RegistrationProof | null;
    username_checks: Generated<number>;
    details_sealed: Buffer | null;
    created_at: Date;
    expires_at: Date;
  };
  device: {
    id: string;
    person_id: string;
    secret_hash: Buffer;
    agent_family: string | null;
    os_family: string | null;
    created_at: Date;
    last_seen_at: Date;
  };
  trusted_device: {
    person_id: string;
    device_id: string;
    agent_family: string | null;
    trusted_until: Date;
    revoked_at: Date | null;
  };
  confirmed_device: { person_id: string; device_id: string; confirmed_until: Date };
  login_link: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    contact_id: string;
    created_at: Date;
    expires_at: Date;
  };
  registration_link: {
    id: string;
    token_hash: Buffer;
    card_id: string;
    channel: EntityType;
    created_at: Date;
    expires_at: Date;
  };
  mfa_session: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    device_id: string | null;
    created_at: Date;
    expires_at: Date;
    completed_at: Date | null;
    link_session_id: string | null;
  };
  one_time_code: {
    id: string;
    purpose: CodePurpose;
    flow_id: string;
    person_id: string | null;
    card_id: string | null;
    channel: EntityType;
    address_index: Buffer;
    code_mac: Buffer;
    quota: Generated<string>;
    tries: Generated<number>;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    superseded_at: Date | null;
  };
  reset_link: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    contact_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    superseded_at: Date | null;
  };
  reset_flow: {
    id: string;
    token_hash: Buffer;
    reset_link_id: string;
    browser_hash: Buffer;
    created_at: Date;
    proven_by: ResetEntityType | null;
    proven_at: Date | null;
  };
  recovery_mail: {
    id: string;
    person_id: string;
    kind: 'username' | 'link' | 'loginLink';
    known_device: boolean;
    created_at: Date;
    asked_from: Buffer | null;
  };
  recovery_request: {
    id: string;
    person_id: string;
    browser_hash: Buffer;
    business_id: string;
    asked_at: Date;
    expires_at: Date;
    confirmed_at: Date | null;
    confirmed_by: string | null;
    closed_at: Date | null;
  };
  autologin_ticket: {
    token_hash: Buffer;
    session_id: string;
    program_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  session: {
    id: string;
    token_hash: Buffer;
    person_id: string;
    membership_id: string;
    device_id: string | null;
    methods: string[];
    epoch: string;
    delivery: 'cookie' | 'token';
    created_at: Date;
    authenticated_at: Date;
    last_activity_at: Date;
    idle_seconds: number;
    absolute_expires_at: Date;
    token_expires_at: Date;
    restricted_reason: string | null;
    stepped_up_at: Date | null;
    stepped_up_by: StepUpMethod | null;
    factor_since: Date | null;
    ended_at: Date | null;
    end_reason: SessionEnd | null;
  };
  refresh_token: {
    token_hash: Buffer;
    session_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
    successor_sealed: Buffer | null;
  };
  authenticator: {
    id: string;
    person_id: string;
    name: string;
    secret_sealed: Buffer;
    created_at: Date;
    confirmed_at: Date | null;
    last_step: bigint | null;
    last_used_at: Date | null;
  };
  passkey: {
    id: string;
    person_id: string;
    name: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    rp_id: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  passkey_challenge: {
    challenge_hash: Buffer;
    purpose: 'Enrol' | 'Prove';
    session_id: string | null;
    mfa_session_id: string | null;
    reset_flow_id: string | null;
    rp_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  backup_code: { id: string; person_id: string; mac: Buffer; created_at: Date; used_at: Date | null };
  throttle: { key: Buffer; failures: number; window_started_at: Date; closed_until: Date | null };
  counted_attempt: { id: string; process: string; key: Buffer; counted_at: Generated<Date> };
  risk_flag: { id: string; person_id: string; reason: 'malicious_site'; raised_at: Date; cleared_at: Date | null };
  captcha_solution: { id: string; solved_at: Date; expires_at: Date };
  message: {
    id: string;
    channel: Channel;
    program_id: string;
    sealed: Buffer | null;
    one_time_code_id: string | null;
    created_at: Date;
    attempts: Generated<number>;
    last_error: string | null;
    sent_at: Date | null;
    cancelled_at: Date | null;
    failed_at: Date | null;
    delivery: 'delivered' | 'undelivered' | null;
    delivery_error: number | null;
  };
  support_message: { id: string; program_id: string; sealed: Buffer; created_at: Date };
  outbox_message: {
    id: string;
    at: Date;
    channel: Channel;
    recipient: string;
    subject: string | null;
    text: string;
    html: string | null;
    reply_to: string | null;
  };
  login_record: {
    id: string;
    person_id: string;
    membership_id: string;
    device_id: string | null;
    session_id: string;
    at: Date;
    agent_family: string | null;
    os_family: string | null;
    ip_address: string;
    location_city: string | null;
    location_region: string | null;
    location_country: string | null;
    /** When the person reported the login as not theirs. */
    reported_at: Date | null;
  };
  seen_mark: { person_id: string; page: 'login-activity' | 'security-checklist'; seen_at: Date };
  agreement_text: {
    sha256: Buffer;
    agreement: AgreementName;
    version: number;
    effective_date: string;
    markdown: string;
    first_accepted_at: Date;
  };
  agreement_acceptance: {
    id: string;
    person_id: string;
    membership_id: string;
    agreement: AgreementName;
    version: number;
    text_sha256: Buffer;
    accepted_at: Date;
  };
  external_account: {
    id: string;
    business_id: string;
    bank_name: string;
    account_type: 'CHECKING' | 'SAVINGS';
    last_four: string;
    number_sealed: Buffer;
    number_index: Buffer;
    authentication_method: 'PLAID' | 'OPENBANKING' | 'MICRODEPOSITS';
    connection_active: boolean | null;
    status: 'ACTIVE' | 'AWAITINGMINIDEPOSIT' | 'VALIDATIONFAILED';
    is_primary: Generated<boolean>;
    created_at: Date;
    validated_at: Date | null;
    connection_id: string | null;
    provider_account: string | null;
  };
  bank_connection: {
    id: string;
    business_id: string;
    method: 'PLAID' | 'OPENBANKING';
    item_index: Buffer;
    access_sealed: Buffer;
    created_at: Date;
  };
  bank_link: {
    id: string;
    business_id: string;
    session_id: string;
    reconnects: string | null;
    repairs: string | null;
    created_at: Date;
    expires_at: Date;
    finished_at: Date | null;
    account_ids: Generated<string[]>;
    claimed_until: Date | null;
    refusal: JSONColumnType<object | null, string | null | undefined, string | null>;
    refused_at: Date | null;
  };
  embedded_bank_item: {
    id: string;
    username: string;
    account_ids: string[];
    public_token_hash: Buffer | null;
    access_token_hash: Buffer | null;
    login_required: Generated<boolean>;
    created_at: Date;
  };
  micro_deposit: {
    external_account_id: string;
    amounts_sealed: Buffer | null;
    amounts_mac: Buffer;
    tries: Generated<number>;
    sent_at: Date | null;
    link_hash: Buffer;
    link_expires_at: Date;
    reference: string;
  };
  dismissed_fees: { membership_id: string; amount: bigint; dismissed_at: Date };
  user_preference: { person_id: string; prefer_new_app: boolean };
  appearance: { person_id: string; theme: Generated<Theme>; scheme: Generated<Scheme>; tour_seen_at: Date | null };
  business_icon: {
    business_id: string;
    media_type: 'image/png' | 'image/jpeg' | 'image/webp';
    content: Buffer;
    shown: boolean;
    changed_at: Date;
  };
  audit_chain: { id: string; length: bigint; hash: Buffer };
  audit_clock: { database_since: Date | null };
  audit_link: {
    sequence: bigint;
    chain: string;
    position: bigint;
    previous: Buffer;
    hash: Buffer;
    linked_at: Date | null;
  };
  audit_event: {
    sequence: GeneratedAlways<bigint>;
    id: string;
    at: Date;
    type: string;
    person_id: string | null;
    membership_id: string | null;
    business_id: string | null;
    session_id: string | null;
    correlation_id: string;
    ip_prefix: string | null;
    details: JSONColumnType<Record<string, string | number | boolean | null>, string | undefined>;
  };
}

/** The proof of a registration: a code by that way, the year of birth, or an invite. */
export type RegistrationProof = EntityType | 'BIRTH_YEAR' | 'INVITE';

/** The fresh proof within a session. `password`: only the password was proven. */
export type StepUpMethod = 'password' | 'email' | 'sms' | 'totp' | 'backup' | 'webauthn';

/** Why a session ended. */
export type SessionEnd =
  | 'user'
  | 'idle'
  | 'absolute'
  | 'suspicious'
  | 'switch'
  | 'replaced'
  | 'limit'
  | 'refresh_reuse'
  | 'revoked';
