import { DAY, linkMails, loginLink, resetLink, strangersMails } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  originOf,
  recordEvent,
  type EventDetails,
  type Origin,
  type RecoveryMailKind,
} from '../../core/audit/events.ts';
import type { Client } from '../../http/client.ts';
import { findDeviceId, isKnownOn } from '../devices/queries.ts';
import { enqueueMessage } from '../../core/messages/messages.ts';
import { contactsOf, type Contact } from '../../core/people/contacts.ts';
import { hasRoom, secondsUntilSend } from '../../core/throttle/send-quota.ts';
import { lockPerson } from '../../core/people/lock-person.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { loginLinkMail, reportedLinkMail, resetLinkMail, usernameMail } from './mails.ts';
import { letterOf } from '../../core/notices/letter.ts';
import { resetAccount } from './rules.ts';
import { startingAccount } from '../sessions/rules.ts';
import { afterSeconds } from '../../core/time.ts';

/** A requested mail of recovery: from a form, or after a reported login. */
export interface MailJob {
  kind: RecoveryMailKind;
  /** Null for an unknown name or address. */
  personId: string | null;
  /** The person's device of the request, if the server has seen it before. */
  deviceId: string | null;
  origin: Origin;
  /** The link follows a reported login, not a form. */
  isReport?: boolean;
}

/** Enqueues a mail of recovery; with a transaction, it is sent if that commits. */
export async function addMailJob(tx: Database, job: MailJob): Promise<void> {
  await sql`select graphile_worker.add_job('recovery_mail', ${JSON.stringify(job)}::json)`.execute(tx);
}

/** Enqueues a mail that a form has requested, for known and unknown names alike. */
export async function addMailJobOf(
  call: { context: Context; client: Client; correlationId: string },
  kind: RecoveryMailKind,
  personId: string | null,
): Promise<void> {
  const { db } = call.context;
  const deviceId = await findDeviceId(db, call.client, personId);
  await addMailJob(db, { kind, personId, deviceId, origin: originOf(call) });
}

/**
 * Sends the username, a sign-in link, or a link to reset the password, to a person's first confirmed email address.
 * Requests of strangers do not use up those from the person's own devices, and cannot keep the newest link from working
 * (decision 032). Beyond their own quota, known devices count as strangers.
 */
export async function sendRecoveryMail(
  context: Context,
  { kind, personId, deviceId, origin, isReport }: MailJob,
): Promise<void> {
  if (personId === null) return;
  await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, personId);
    const account =
      person &&
      (kind === 'loginLink' ? startingAccount(person.accounts) : resetAccount(person, context.config.startSiteUrl));
    if (!account) return;
    const refused = (because: EventDetails['authn_recovery_mail_refused']['because']) =>
      recordEvent(tx, context, origin, { type: 'authn_recovery_mail_refused', details: { kind, because }, personId });
    const address = (await contactsOf(tx, context, personId)).find((each) => each.kind === 'Email' && each.verified);
    if (!address) return refused('nowhere');
    const knownDevice = await isKnownOn(tx, personId, deviceId);
    const asked = { personId, kind, ipPrefix: origin.ipPrefix };
    // A copy of the device's secret uses up its quota, but not what strangers can cause at any time.
    const isCounted =
      (knownDevice && (await countMail(tx, context, { ...asked, knownDevice }))) ||
      (await countMail(tx, context, { ...asked, knownDevice: false }));
    if (!isCounted) return refused('quota');

    const letter = await letterOf(tx, context, personId);
    const link = kind === 'username' ? null : await newLink(tx, context, { kind, personId, address });
    const content =
      link === null ? usernameMail(letter) : mailOf(kind, isReport)({ ...letter, link: `${letter.origin}${link}` });
    await enqueueMessage(tx, context, { channel: 'email', programId: person.programId, to: address.address, content });
    const details = { kind, knownDevice };
    await recordEvent(tx, context, origin, { type: 'authn_recovery_mail_sent', details, personId });
  });
}

const mailOf = (kind: RecoveryMailKind, isReport: boolean | undefined) => {
  if (kind === 'loginLink') return loginLinkMail;
  return isReport ? reportedLinkMail : resetLinkMail;
};

type MailToCount = { personId: string; kind: MailJob['kind']; knownDevice: boolean; ipPrefix: string | null };

/**
 * Counts a mail, if the quota has room for it: that of the person's own devices, or that of strangers. The person is
 * locked.
 */
async function countMail(
  tx: Database,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  { personId, kind, knownDevice, ipPrefix }: MailToCount,
): Promise<boolean> {
  const now = clock.now();
  const from = knownDevice ? null : keys.mac('recovery-asker', ipPrefix ?? '');
  const rows = await tx
    .selectFrom('recovery_mail')
    .select(['created_at', 'asked_from'])
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('known_device', '=', knownDevice)
    .where('created_at', '>', afterSeconds(now, -DAY))
    .execute();
  const timesOf = (some: typeof rows) => some.map((row) => row.created_at);
  if (from === null) {
    if (secondsUntilSend(timesOf(rows), now) > 0) return false;
  } else {
    const ofPrefix = rows.filter(({ asked_from }) => asked_from?.equals(from));
    if (!strangersMayCause(kind, timesOf(rows), timesOf(ofPrefix), now)) return false;
  }
  const id = newId(now.getTime());
  const row = { id, person_id: personId, kind, known_device: knownDevice, created_at: now, asked_from: from };
  await tx.insertInto('recovery_mail').values(row).execute();
  return true;
}

/**
 * Whether strangers may cause a mail: within the quotas of their address prefix and of all of them together or, for a
 * link, as the first within an hour. Their requests can use up the quotas, but not the hourly link, so the newest link
 * in the mailbox has never expired. For sign-in links there is only the hourly one.
 */
function strangersMayCause(
  kind: RecoveryMailKind,
  all: readonly Date[],
  ofPrefix: readonly Date[],
  now: Date,
): boolean {
  if (kind !== 'username' && hasRoom(all, [{ windowSeconds: linkMails.atLeastEverySeconds, sends: 1 }], now))
    return true;
  return kind !== 'loginLink' && secondsUntilSend(ofPrefix, now) === 0 && hasRoom(all, strangersMails, now);
}

/** Makes a link. @returns its path */
async function newLink(
  tx: Database,
  context: Context,
  { kind, personId, address }: { kind: 'link' | 'loginLink'; personId: string; address: Contact },
): Promise<string> {
  return kind === 'link'
    ? `/reset-password/${await newResetLink(tx, context, personId, address)}`
    : `/login-link/${await newLoginLink(tx, context, personId, address)}`;
}

/** Makes a sign-in link; older ones keep working. @returns the token at the end of the link */
async function newLoginLink(tx: Database, { clock }: Context, personId: string, { id }: Contact): Promise<string> {
  const now = clock.now();
  const token = newToken('sgl');
  await tx
    .insertInto('login_link')
    .values({
      id: newId(now.getTime()),
      token_hash: hashToken(token),
      person_id: personId,
      contact_id: id,
      created_at: now,
      expires_at: afterSeconds(now, loginLink.lifetimeSeconds),
    })
    .execute();
  return token;
}

/**
 * Makes a reset link. It supersedes older ones that stayed unopened for ten minutes, and no others: any stranger with the
 * name can request one, and must not end the link that its owner is using (decision 021).
 * @returns the token at the end of the link
 */
async function newResetLink(tx: Database, { clock }: Context, personId: string, { id }: Contact): Promise<string> {
  const now = clock.now();
  const token = newToken('rsl');
  await tx
    .updateTable('reset_link')
    .set({ superseded_at: now })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('created_at', '<=', afterSeconds(now, -resetLink.unopenedSeconds))
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('reset_flow').select('reset_flow.id').whereRef('reset_link_id', '=', 'reset_link.id')),
      ),
    )
    .execute();
  await tx
    .insertInto('reset_link')
    .values({
      id: newId(now.getTime()),
      token_hash: hashToken(token),
      person_id: personId,
      contact_id: id,
      created_at: now,
      expires_at: afterSeconds(now, resetLink.lifetimeSeconds),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  return token;
}
