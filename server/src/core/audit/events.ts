import type { ReportReason } from '@florin/contract/cards/transactions';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { RegistrationProof, SessionEnd } from '../../db/schema.ts';
import type { CardKind, CardStatus, CardSubstatus } from '@florin/contract/cards/card-states';
import type { BulkAct, CardAct } from '@florin/contract/cards/cards';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import type { EntityType } from '@florin/contract/fields';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { ResetEntityType } from '@florin/contract/access/recovery';
import type { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import type { PolicyLayer, PolicyVersionState } from '@florin/contract/cards/policies/spend-rules';
import type { Role } from '@florin/contract/access/session';
import type { TransferDirection, TransferStep } from '@florin/contract/money/transfers';

/** Mails that anyone who knows a username or an address can request. */
export type RecoveryMailKind = 'username' | 'link' | 'loginLink';

/** The details of each event type. Names follow the OWASP Logging Vocabulary; no detail is a secret. */
export interface EventDetails {
  /** Every required factor is proven and a session was issued. */
  authn_login_success: { methods: string; knownDevice: boolean };
  /** `identifier`: keyed MAC of an unknown name. The name itself may be a mistyped password and is not stored. */
  authn_login_fail: { reason: 'password' | 'unknown'; identifier: string | null; failures: number };
  /** A bucket of failed passwords was closed for a time or, if null, until it is reset. */
  authn_login_lock: { bucket: 'device' | 'mailbox' | 'name'; identifier: string | null; closedSeconds: number | null };
  /** The correct password of a person without any account. */
  authn_login_no_account: {};
  /** The correct password, answered with the redirect to the start site. */
  authn_login_redirected: {};
  authn_mfa_required: {};
  authn_mfa_code_sent: { channel: EntityType; because: 'asked' | 'expired' | 'attempts' };
  authn_mfa_code_refused: { because: 'quota' | 'stop' | 'nowhere' };
  authn_mfa_fail: { tries: number; failures: number };
  /** Too many wrong codes in a day. */
  authn_mfa_lock: {};
  /** Too many wrong passwords of step-ups in a day. */
  authn_step_up_lock: {};
  /**
   * A passkey, an authenticator code, a backup code or, in a step-up, the password was wrong; with the day's failures
   * where they are counted.
   */
  authn_factor_fail: { factor: 'Passkey' | 'Authenticator' | 'BackupCode' | 'Password'; failures: number | null };
  authn_backup_code_used: {};
  /** An authenticator reported a lower counter than before: it may have been copied (WebAuthn Level 3, 6.1.1). */
  authn_passkey_counter_back: { kept: string; received: string };
  /** A signed-in person has given a fresh proof, which certain changes require. */
  authn_step_up: { method: string };
  authn_factor_added: { kind: 'Authenticator' | 'Passkey' };
  authn_factor_renamed: { kind: 'Authenticator' | 'Passkey' };
  authn_factor_removed: { kind: 'Authenticator' | 'Passkey' };
  authn_backup_codes_made: {};
  authn_mfa_switched: { enabled: boolean };
  authn_password_change: {};
  contact_added: { channel: EntityType };
  /** `onFile`: the address came with the registration or from the business. The person has not added it. */
  contact_confirmed: { channel: EntityType; onFile: boolean };
  /** `counted`: codes could be sent there. */
  contact_removed: { channel: EntityType; counted: boolean };
  /** The browser is trusted until this time and needs no second factor. */
  authn_device_trusted: { until: string };
  /** A phone replied STOP, or START after it. */
  authn_stop_noted: {};
  authn_stop_lifted: {};
  /** The person was notified by email of failed passwords. */
  authn_failures_notified: {};
  /** A recovery mail was sent, or exceeded the limit, or had no confirmed address. */
  authn_recovery_mail_sent: { kind: RecoveryMailKind; knownDevice: boolean };
  authn_recovery_mail_refused: { kind: RecoveryMailKind; because: 'quota' | 'nowhere' };
  /** A device has opened a sign-in link. */
  authn_login_link_opened: { until: string };
  /** A browser has opened a reset link; `provenBy` is its earlier proof for this link, which still counts. */
  authn_reset_opened: { provenBy: ResetEntityType | null };
  /** The second proof of a password reset. */
  authn_reset_proven: { by: ResetEntityType };
  authn_reset_confirmation_asked: {};
  /** An administrator has approved a person's password reset. */
  authn_reset_confirmed: { byMembership: string };
  /** An administrator has declined the request or withdrawn the approval. */
  authn_reset_confirmation_ended: { byMembership: string; confirmed: boolean };
  authn_password_reset: { by: ResetEntityType };
  /** A one-time ticket that signs a browser in was issued or used. */
  session_ticket_created: {};
  session_ticket_redeemed: { fromSession: string };
  /** `card`: the id of the card, if a card has that number. */
  registration_card_refused: { reason: 'unknown' | 'registered' | 'closed' | 'unreachable'; card: string | null };
  registration_link_sent: { channel: EntityType; card: string };
  registration_code_sent: { channel: EntityType; card: string };
  registration_code_refused: { because: 'quota' | 'stop'; card: string };
  registration_code_fail: { card: string; failures: number };
  /** Too many wrong verification codes for a card; an administrator can unlock it. */
  registration_code_lock: { card: string };
  /** `times`: how often the card was unlocked, including this time. */
  registration_code_unlocked: { card: string; times: number };
  registration_proven: { by: RegistrationProof; card: string | null; invite: string | null };
  /** A person was created, or an account was added to a person. */
  user_registered: { by: 'card' | 'invite'; role: Role; card: string | null };
  account_linked: { by: 'card' | 'invite' | 'login'; role: Role; card: string | null };
  /**
   * All accounts of another login (`from`) were moved to the person's login. The other login's event names it as
   * `into`.
   */
  authn_login_linked: { from: string; accounts: number };
  authn_login_moved: { into: string; accounts: number };
  invite_created: { invite: string; role: Role; preset: string | null };
  invite_resent: { invite: string };
  invite_revoked: { invite: string };
  /** The holder has seen the number, expiry and security code of their card. `card`: its id. */
  card_details_viewed: { card: string };
  /** A vendor's link to a card was sent, opened (its code is used up), shown or revoked. */
  vendor_link_created: { link: string; card: string; again: boolean };
  vendor_link_opened: { link: string; card: string };
  vendor_link_used: { link: string; card: string };
  vendor_link_revoked: { link: string; card: string };
  /** The accepted text is stored in agreement_text. */
  agreement_accepted: { agreement: AgreementName; version: number };
  session_created: { delivery: 'cookie' | 'token'; restricted: boolean };
  /** A refresh token was exchanged. */
  session_renewed: {};
  session_expired: { reason: 'idle' | 'absolute' };
  session_ended: { reason: Exclude<SessionEnd, 'idle' | 'absolute' | 'refresh_reuse'> };
  /** A refresh token was used a second time, too late for a retry, so the session has ended. */
  authn_token_reuse: {};
  /** The person has ended the sessions of one device, or of all other devices, and the trust in them. */
  session_devices_signed_out: { which: 'one' | 'others'; sessions: number };
  /** "This wasn't me": the login that the person reported. */
  authn_login_reported: { login: string; sessions: number };
  bank_account_added: { account: string };
  bank_deposits_sent: { account: string };
  /** `by`: a signed-in administrator, or the holder of the mailed link. */
  bank_validation_fail: { account: string; by: 'session' | 'link'; tries: number };
  /** The last try was wrong, so this bank account can never be validated. */
  bank_validation_lock: { account: string; by: 'session' | 'link' };
  /** `bank`: by signing in to the bank. */
  bank_account_validated: { account: string; by: 'session' | 'link' | 'bank' };
  /** A sign-in at a bank, to connect accounts or to reconnect one, and what it connected. */
  bank_link_started: { link: string; account: string | null };
  bank_account_connected: { account: string; connection: string; again: boolean };
  /** The bank requires a new sign-in, or has received one. */
  bank_connection_lost: { connection: string };
  bank_connection_restored: { connection: string };
  /** The business has a bank connection again and is no longer suspended for a lost one. */
  business_bank_suspension_lifted: { account: string; by: 'session' | 'link' | 'bank' };
  /** A message of Contact Us; `reference` is the number shown to the person. */
  support_message_sent: { reference: string };
  /** A report of a problem with a purchase was made, closed by an administrator, or withdrawn. */
  transaction_reported: { transaction: string; report: string; reason: ReportReason };
  transaction_report_closed: { transaction: string; report: string };
  business_icon_changed: { shown: boolean; replaced: boolean };
  spend_policy_created: { policy: string; layer: PolicyLayer };
  spend_policy_renamed: { policy: string };
  spend_policy_draft_discarded: { policy: string; number: number };
  /** A version was saved, put in shadow or in force, or ended. */
  spend_policy_version_changed: { policy: string; number: number; state: PolicyVersionState };
  /** What a card can do was changed for a time. */
  spend_override_created: { override: string; card: string; until: string };
  spend_override_ended: { override: string };
  /** The group that new cards join. */
  spend_default_changed: { group: string | null };
  category_group_changed: { group: string; change: 'created' | 'changed' | 'deleted' };
  /** `change`: the change that a second administrator has approved; null where the business does not ask for four eyes. */
  permissions_changed: {
    membership: string;
    preset: string;
    granted: string;
    withheld: string;
    change: string | null;
  };
  /** An account of a person was closed with its cards. `returned`: from their balances to the account, in minor units. */
  member_closed: { membership: string; cards: number; returned: string; requests: number; change: string | null };
  /** `zone`: the time zone before, where it has changed. */
  business_settings_changed: { version: number; zone: string | null };
  four_eyes_changed: { on: boolean; change: string | null };
  /** A change that needs a second administrator was requested, decided, withdrawn or used. */
  change_requested: { change: string; kind: string };
  change_decided: { change: string; kind: string; approved: boolean };
  change_canceled: { change: string; kind: string };
  change_used: { change: string; kind: string };
  session_account_switched: { fromSession: string; fromMembership: string };
  /** A card was made; `replaces` is the card that it replaces. */
  card_issued: { card: string; kind: CardKind; replaces: string | null };
  /** `status` and `substatus` after the act. */
  card_changed: { card: string; act: CardAct; status: CardStatus; substatus: CardSubstatus | null };
  card_group_changed: { group: string; act: 'create' | 'rename' | 'delete' | 'members' };
  /** One act on many cards; each card has its own event, too. */
  cards_changed_in_bulk: { act: BulkAct | 'POLICY'; done: number; refused: number };
  /** Money moved between the account and its cards. `amount`: the sum that left the account, in minor units. */
  cards_funded: { run: string; schedule: string | null; act: FundingAct; cards: number; amount: string };
  funding_schedule_changed: { schedule: string; status: 'ACTIVE' | 'PAUSED' | 'ENDED'; version: number };
  bank_transfer_requested: { transfer: string; direction: TransferDirection; amount: string; account: string };
  bank_transfer_moved: {
    transfer: string;
    step: TransferStep;
    direction: TransferDirection;
    amount: string;
    returnCode: string | null;
  };
  request_made: { request: string; kind: RequestKind };
  request_settled: { request: string; kind: RequestKind; status: RequestStatus; amount: string | null };
  /** An act of an operator of the installation. `operator` is the name recorded with it. */
  operator_suspense_resolved: { item: string; resolution: 'CHARGE' | 'CREDIT' | 'WRITE_OFF'; operator: string };
  operator_difference_closed: { difference: string; operator: string };
  operator_webhook_replayed: { webhook: string; operator: string };
  operator_job_retried: { job: string; task: string; operator: string };
  operator_audit_proven: { events: number; chains: number; problems: number; operator: string };
}

export type EventType = keyof EventDetails;

/** The call that caused an event. */
export interface Origin {
  correlationId: string;
  ipPrefix: string | null;
}

/** The person and the objects that an event concerns, if known. */
export interface EventSubject {
  personId?: string | null;
  membershipId?: string | null;
  businessId?: string | null;
  sessionId?: string | null;
}

export type AuditEvent = {
  [T in EventType]: { type: T; details: EventDetails[T] } & EventSubject;
}[EventType];

/** The origin of events that the server detects by itself. */
export const housekeeping: Origin = { correlationId: 'housekeeping', ipPrefix: null };

export const originOf = (call: { correlationId: string; client: { ipPrefix: string } }): Origin => ({
  correlationId: call.correlationId,
  ipPrefix: call.client.ipPrefix,
});

/** The insert of events as a query, for a statement that also writes other rows (db/write-together.ts). */
export function eventInsert(
  db: Database,
  context: Pick<Context, 'clock'>,
  origin: Origin,
  events: readonly AuditEvent[],
) {
  const at = context.clock.now();
  return db.insertInto('audit_event').values(
    events.map(({ type, details, personId, membershipId, businessId, sessionId }) => ({
      id: newId(at.getTime()),
      at,
      type,
      person_id: personId ?? null,
      membership_id: membershipId ?? null,
      business_id: businessId ?? null,
      session_id: sessionId ?? null,
      correlation_id: origin.correlationId,
      ip_prefix: origin.ipPrefix,
      details: JSON.stringify(details),
    })),
  );
}

/** Writes an event in the transaction of the act it records (security design 3.10). */
export async function recordEvent(
  tx: Database,
  context: Pick<Context, 'clock'>,
  origin: Origin,
  event: AuditEvent,
): Promise<void> {
  await eventInsert(tx, context, origin, [event]).execute();
}
