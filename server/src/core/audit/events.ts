import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { RegistrationProof, SessionEnd } from '../../db/schema.ts';
import type { EntityType } from '@florin/contract/fields';
import type { AgreementName } from '@florin/contract/legal-texts';
import type { ResetEntityType } from '@florin/contract/recovery';
import type { Role } from '@florin/contract/session';

/** The details of each event type. Names follow the OWASP Logging Vocabulary; nothing here is ever a secret. */
export interface EventDetails {
  /** Every factor that was needed has been proven and a session was issued. */
  authn_login_success: { methods: string; knownDevice: boolean };
  /** `identifier`: keyed MAC of a name nobody has, so that the name, which may be a mistyped password, is not kept. */
  authn_login_fail: { reason: 'password' | 'unknown'; identifier: string | null; failures: number };
  /** A bucket of failed passwords closed for a time, or (null) until it is reset. */
  authn_login_lock: { bucket: 'device' | 'name'; identifier: string | null; closedSeconds: number | null };
  /** The right password of a person without any account. */
  authn_login_no_account: {};
  /** The right password, answered with the way to the start site. */
  authn_login_redirected: {};
  authn_mfa_required: {};
  authn_mfa_code_sent: { channel: EntityType; because: 'asked' | 'expired' | 'attempts' };
  authn_mfa_code_refused: { because: 'quota' | 'stop' | 'nowhere' };
  authn_mfa_fail: { tries: number; failures: number };
  /** Too many wrong codes in a day. */
  authn_mfa_lock: {};
  /** Too many wrong passwords of step-ups in a day. */
  authn_step_up_lock: {};
  /** A passkey's answer, a code of an app, a backup code or, in a step-up, the password was wrong; the failures of the day, where they count. */
  authn_factor_fail: { factor: 'Passkey' | 'Authenticator' | 'BackupCode' | 'Password'; failures: number | null };
  authn_backup_code_used: {};
  /** An authenticator said a lower count than before: it may have been copied (WebAuthn Level 3, 6.1.1). */
  authn_passkey_counter_back: { kept: string; said: string };
  /** Somebody who was signed in has proven themselves again; what they may change needs that. */
  authn_step_up: { method: string };
  authn_factor_added: { kind: 'Authenticator' | 'Passkey' };
  authn_factor_renamed: { kind: 'Authenticator' | 'Passkey' };
  authn_factor_removed: { kind: 'Authenticator' | 'Passkey' };
  authn_backup_codes_made: {};
  authn_mfa_switched: { enabled: boolean };
  authn_password_change: {};
  contact_added: { channel: EntityType };
  /** `onFile`: it came with the registration or from the business; the person has not added it. */
  contact_confirmed: { channel: EntityType; onFile: boolean };
  /** `counted`: codes could go there. */
  contact_removed: { channel: EntityType; counted: boolean };
  /** The browser is not asked for the second factor again until then. */
  authn_device_trusted: { until: string };
  /** A phone answered STOP, and START after it. */
  authn_stop_noted: {};
  authn_stop_lifted: {};
  /** The person was told by e-mail that somebody tries passwords. */
  authn_failures_notified: {};
  /** A mail of recovery went out, or would have been one too many, or has no confirmed address to go to. */
  authn_recovery_mail_sent: { kind: 'username' | 'link'; knownDevice: boolean };
  authn_recovery_mail_refused: { kind: 'username' | 'link'; because: 'quota' | 'nowhere' };
  /** A browser has opened a reset link; `provenBy` is what it had proven for it before, which counts on. */
  authn_reset_opened: { provenBy: ResetEntityType | null };
  /** The second proof of a password reset. */
  authn_reset_proven: { by: ResetEntityType };
  authn_reset_confirmation_asked: {};
  /** An administrator has confirmed that a person may reset the password. */
  authn_reset_confirmed: { byMembership: string };
  /** An administrator has declined the request, or taken the confirmation back. */
  authn_reset_confirmation_ended: { byMembership: string; confirmed: boolean };
  authn_password_reset: { by: ResetEntityType };
  /** A one-time ticket that signs a browser in, and its use. */
  session_ticket_created: {};
  session_ticket_redeemed: { fromSession: string };
  /** `card`: the id of the card, where there is one with that number. */
  registration_card_refused: { reason: 'unknown' | 'registered' | 'closed' | 'unreachable'; card: string | null };
  registration_code_sent: { channel: EntityType; card: string };
  registration_code_refused: { because: 'quota' | 'stop'; card: string };
  registration_code_fail: { card: string; failures: number };
  /** Too many wrong verification codes of a card; an administrator can lift it. */
  registration_code_lock: { card: string };
  /** `times`: how often that card was unlocked, with this time. */
  registration_code_unlocked: { card: string; times: number };
  registration_proven: { by: RegistrationProof; card: string | null; invite: string | null };
  /** A person was made, or an account was added to one. */
  user_registered: { by: 'card' | 'invite'; role: Role; card: string | null };
  account_linked: { by: 'card' | 'invite'; role: Role; card: string | null };
  invite_created: { invite: string; role: Role };
  invite_resent: { invite: string };
  invite_revoked: { invite: string };
  /** The holder has seen the number, expiry and security code of their card. `card`: its id. */
  card_details_viewed: { card: string };
  /** A vendor's link to a card was sent, opened (its code is used up), seen, made worthless. */
  vendor_link_created: { link: string; card: string; again: boolean };
  vendor_link_opened: { link: string; card: string };
  vendor_link_used: { link: string; card: string };
  vendor_link_revoked: { link: string; card: string };
  /** The words that were accepted are kept in agreement_text. */
  agreement_accepted: { agreement: AgreementName; version: number };
  session_created: { delivery: 'cookie' | 'token'; restricted: boolean };
  /** A refresh token was exchanged. */
  session_renewed: {};
  session_expired: { reason: 'idle' | 'absolute' };
  session_ended: { reason: Exclude<SessionEnd, 'idle' | 'absolute' | 'refresh_reuse'> };
  /** A refresh token came a second time, too late to be an honest repetition: the session is over. */
  authn_token_reuse: {};
  /** The person ended the sessions of one device, or of all others, and took back the trust in them. */
  session_devices_signed_out: { which: 'one' | 'others'; sessions: number };
  /** "This wasn't me": the login that the person does not know. */
  authn_login_reported: { login: string; sessions: number };
  bank_account_added: { account: string };
  bank_deposits_sent: { account: string };
  /** `by`: an administrator who is signed in, or whoever holds the link of the mail. */
  bank_validation_fail: { account: string; by: 'session' | 'link'; tries: number };
  /** The last try was wrong, too: this bank account can never be validated. */
  bank_validation_lock: { account: string; by: 'session' | 'link' };
  bank_account_validated: { account: string; by: 'session' | 'link' };
  /** With it the business has a bank again, and is not suspended for a lost one any more. */
  business_bank_suspension_lifted: { account: string; by: 'session' | 'link' };
  /** A message of Contact Us; `reference` is the number the person was given. */
  support_message_sent: { reference: string };
  business_icon_changed: { shown: boolean; replaced: boolean };
  session_account_switched: { fromSession: string; fromMembership: string };
}

export type EventType = keyof EventDetails;

/** The call that caused an event. */
export interface Origin {
  correlationId: string;
  ipPrefix: string | null;
}

/** Whom and what an event is about, as far as it is known. */
export interface EventSubject {
  personId?: string | null;
  membershipId?: string | null;
  businessId?: string | null;
  sessionId?: string | null;
}

export type AuditEvent = {
  [T in EventType]: { type: T; details: EventDetails[T] } & EventSubject;
}[EventType];

/** The origin of what the server notices by itself. */
export const housekeeping: Origin = { correlationId: 'housekeeping', ipPrefix: null };

export const originOf = (call: { correlationId: string; client: { ipPrefix: string } }): Origin => ({
  correlationId: call.correlationId,
  ipPrefix: call.client.ipPrefix,
});

/** The insert of events as a query, for a statement that writes more than that (db/write-together.ts). */
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
