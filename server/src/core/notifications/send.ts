import { isEligible } from '@florin/contract/eligibility';
import { flagsOf } from '@florin/contract/permissions';
import {
  defaultDeliveries,
  defaultLowBalance,
  defaultQuietHours,
  notificationFlags,
  type NotificationDefaults,
  type NotificationKind,
  type NotificationPreferences,
} from '@florin/contract/program/notification-preferences';
import { declineAdvice } from '@florin/contract/cards/decline-sentences';
import { DAY, HOUR, notificationQuota } from '@florin/contract/limits';
import type { Role } from '@florin/contract/access/session';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueueMessage } from '../messages/messages.ts';
import { letterMail } from '../notices/letter-mail.ts';
import { letterOf } from '../notices/letter.ts';
import { contactsOf, type Contact } from '../people/contacts.ts';
import { allowedCountries } from '../people/phone-countries.ts';
import { stoppedAmong } from '../people/stop-list.ts';
import { isTextable } from '../people/textable-phone.ts';
import { count } from '../throttle/counter.ts';
import { nextDigest, routeOf } from './rules.ts';
import { wordsOf } from './words.ts';
import type { NotificationFacts } from '../../db/schema.ts';

const preferencesPath = '/account/notifications';
/** The page of a decline, by the role of the reader. */
const declinesPath = { ADMIN: '/transactions', CARDHOLDER: '/my-transactions/card-declines' } as const;
const batch = 50;

/** Decides how the waiting notifications are delivered, and queues their messages. Several runs share the work. */
export async function sendNotifications(context: Context): Promise<void> {
  while ((await inTransaction(context.db, (tx) => sendBatch(tx, context))) === batch);
}

async function sendBatch(tx: Database, context: Context): Promise<number> {
  const now = context.clock.now();
  const waiting = await tx
    .selectFrom('notification')
    .select(['id', 'membership_id', 'facts', 'at'])
    .where('handled_at', 'is', null)
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const [membershipId, notifications] of Map.groupBy(waiting, (row) => row.membership_id)) {
    const recipient = await readRecipient(tx, context, membershipId);
    for (const { id, facts } of notifications) {
      const digestAt = await deliver(tx, context, recipient, facts);
      await tx.updateTable('notification').set({ handled_at: now, digest_at: digestAt }).where('id', '=', id).execute();
    }
  }
  return waiting.length;
}

type Recipient = Awaited<ReturnType<typeof readRecipient>>;

/** A person in one of their accounts, with their preferences and the addresses that can receive messages. */
async function readRecipient(tx: Database, context: Context, membershipId: string) {
  const row = await tx
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .leftJoin('notification_preference as chosen', 'chosen.membership_id', 'membership.id')
    .select([
      'membership.id',
      'membership.person_id as personId',
      'membership.role',
      'membership.status',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'business.time_zone as timeZone',
      'business.allow_admin_view_card_usage as mayViewUsage',
      'business.notification_defaults as defaults',
      'chosen.deliveries',
      'chosen.quiet_from',
      'chosen.quiet_until',
      'chosen.low_balance_below',
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return { ...row, preferences: preferencesOf(row.role, row), addresses: await addressesOf(tx, context, row.personId) };
}

type PreferenceRow = Selectable<Schema['notification_preference']>;

/** The defaults of a role, if neither the person nor the business has chosen. */
export const usualPreferences = (role: Role): NotificationPreferences => ({
  deliveries: defaultDeliveries[role],
  quietHours: defaultQuietHours,
  lowBalanceBelow: defaultLowBalance[role],
});

/** What a person has chosen, or the defaults of the business, or those of the role. */
export function preferencesOf(
  role: Role,
  {
    defaults,
    ...chosen
  }: { [K in Exclude<keyof PreferenceRow, 'membership_id'>]: PreferenceRow[K] | null } & {
    defaults: NotificationDefaults | null;
  },
): NotificationPreferences {
  if (chosen.deliveries === null) return defaults?.[role] ?? usualPreferences(role);
  const { quiet_from: from, quiet_until: until, low_balance_below } = chosen;
  return {
    deliveries: chosen.deliveries,
    quietHours: from === null || until === null ? null : { from, until },
    lowBalanceBelow: Number(low_balance_below),
  };
}

/** The first confirmed address for mail, and the first confirmed phone that takes texts without extra charges. */
export async function addressesOf(
  tx: Database,
  context: Context,
  personId: string,
): Promise<{ email: Contact | null; phone: Contact | null }> {
  const confirmed = (await contactsOf(tx, context, personId)).filter(({ verified }) => verified);
  const phones = confirmed.filter(({ kind }) => kind === 'PhoneNumber');
  const stopped = await stoppedAmong(
    tx,
    phones.map(({ addressIndex }) => addressIndex),
  );
  const takesTexts = ({ address, addressIndex }: Contact) =>
    !stopped.has(addressIndex.toString('hex')) && isTextable(address, allowedCountries(context.config));
  return {
    email: confirmed.find(({ kind }) => kind === 'Email') ?? null,
    phone: phones.find(takesTexts) ?? null,
  };
}

/**
 * @returns when its digest is sent; null if it is in none
 */
async function deliver(
  tx: Database,
  context: Context,
  recipient: Recipient,
  facts: NotificationFacts,
): Promise<Date | null> {
  const now = context.clock.now();
  const { preferences, addresses, timeZone } = recipient;
  if (!isDue(recipient, facts) || !(await isFirstOfDay(tx, context, recipient, facts))) return null;
  const { mail, textAt } = routeOf(preferences.deliveries[facts.kind], preferences, timeZone, now);
  const letter = await letterOf(tx, context, recipient.personId);
  const { programId, programName, origin } = letter;
  const { title, sentence } = wordsOf(facts);
  if (textAt && addresses.phone && (await countMessage(tx, context, recipient, facts.kind, 'text'))) {
    const content = { subject: null, text: `${programName}: ${sentence}`, html: null };
    const to = addresses.phone.address;
    await enqueueMessage(tx, context, { channel: 'sms', programId, to, content, notBefore: textAt });
  }
  if (!mail || !addresses.email) return null;
  if (mail !== 'NOW') return mail.digestAt;
  // Many at once make one mail.
  if (!(await countMessage(tx, context, recipient, facts.kind, 'mail'))) return nextDigest(timeZone, now);
  const content = letterMail(letter, { title, ...bodyOf(recipient.role, sentence, facts, origin), ...choose(origin) });
  await enqueueMessage(tx, context, { channel: 'email', programId, to: addresses.email.address, content });
  return null;
}

/** For a decline, also what the reader can do, with a link. */
function bodyOf(role: Role, sentence: string, facts: NotificationFacts, origin: string) {
  if (facts.kind !== 'DECLINE') return { paragraphs: [sentence] };
  const { code, transactionId } = facts;
  return {
    paragraphs: [sentence, ...(code ? [declineAdvice(code, role)] : [])],
    ...(transactionId !== undefined && { link: `${origin}${declinesPath[role]}?open=${transactionId}` }),
  };
}

const choose = (origin: string) => ({ close: [`Choose what you are notified of: ${origin}${preferencesPath}`] });

/** Whether a person may still see its subject and wants to be notified. */
function isDue(recipient: Recipient, facts: NotificationFacts): boolean {
  const { role, status, mayViewUsage, preferences } = recipient;
  if (!isEligible('role.view', { membership: { status } })) return false;
  if (facts.kind === 'LOW_BALANCE' && facts.available.amount >= preferences.lowBalanceBelow) return false;
  if (role === 'CARDHOLDER') return true;
  const needed = notificationFlags[facts.kind];
  const showsUsage = facts.kind === 'LOW_BALANCE' ? facts.last4 !== null : needed[0] === 'VIEW_CARD_TRANSACTIONS';
  const flags = flagsOf(recipient);
  return needed.every((flag) => flags.includes(flag)) && (mayViewUsage || !showsUsage);
}

/** A balance that stays low is notified once a day. */
async function isFirstOfDay(tx: Database, { keys, clock }: Context, { id }: Recipient, facts: NotificationFacts) {
  if (facts.kind !== 'LOW_BALANCE') return true;
  const key = keys.mac('low-balance-notified', `${id}|${facts.last4}`);
  return (await count(tx, { key, windowSeconds: DAY, cap: 1 }, clock.now())) !== null;
}

/** Caused by purchases, so anybody with a card's number can cause them. */
const fromMerchants: ReadonlySet<NotificationKind> = new Set(['PURCHASE', 'DECLINE', 'REFUND']);

/** Counts a mail or text to one account. Purchases have a quota of their own, so that they never delay the others. */
async function countMessage(
  tx: Database,
  { keys, clock }: Context,
  { id }: Recipient,
  kind: NotificationKind,
  channel: 'mail' | 'text',
) {
  const { mailsPerHour, textsPerDay } = notificationQuota;
  const key = keys.mac('notifications-sent', `${id}|${channel}|${fromMerchants.has(kind) ? 'purchases' : 'others'}`);
  const window =
    channel === 'mail' ? { windowSeconds: HOUR, cap: mailsPerHour } : { windowSeconds: DAY, cap: textsPerDay };
  return (await count(tx, { key, ...window }, clock.now())) !== null;
}

/** Lines of one digest; the rest is counted. */
const linesAtMost = 50;

/** Sends the digests that are due: one mail for each account. */
export async function sendDigests(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('notification')
    .select('membership_id')
    .distinct()
    .where('digest_at', '<=', context.clock.now())
    .execute();
  for (const { membership_id } of due) await inTransaction(context.db, (tx) => sendDigest(tx, context, membership_id));
}

async function sendDigest(tx: Database, context: Context, membershipId: string): Promise<void> {
  const rows = await tx
    .updateTable('notification')
    .set({ digest_at: null })
    .where('membership_id', '=', membershipId)
    .where('digest_at', '<=', context.clock.now())
    .returning(['id', 'facts'])
    .execute();
  const recipient = await readRecipient(tx, context, membershipId);
  const notifications = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ facts }) => facts)
    .filter((facts) => isDue(recipient, facts));
  const { email } = recipient.addresses;
  if (notifications.length === 0 || !email) return;
  const letter = await letterOf(tx, context, recipient.personId);
  const lines = notifications.slice(0, linesAtMost).map((facts) => wordsOf(facts).sentence);
  const more = notifications.length - lines.length;
  const content = letterMail(letter, {
    title: notifications.length === 1 ? 'One notification' : `${notifications.length} notifications`,
    paragraphs: ['this has happened since the last digest:', ...lines, ...(more > 0 ? [`And ${more} more.`] : [])],
    ...choose(letter.origin),
  });
  const { programId } = letter;
  await enqueueMessage(tx, context, { channel: 'email', programId, to: email.address, content });
}
