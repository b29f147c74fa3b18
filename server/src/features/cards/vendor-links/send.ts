import { isEligible } from '@florin/contract/eligibility';
import { DAY, vendorLink, HOUR } from '@florin/contract/limits';
import { newId } from '../../../db/ids.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { changerOf, type SessionCall } from '../../../identity/sessions/card-changer.ts';
import { nameOnCard, saveHolder } from '../../../core/cards/holder.ts';
import { cardsLeft, issueCard } from '../../../core/cards/issue.ts';
import { produceCard } from '../../../core/cards/produce.ts';
import { isViewable, namedCards } from '../../../core/cards/vault/reveal.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { secondsUntilSend } from '../../../core/throttle/send-quota.ts';
import { hashToken, newToken } from '../../../core/tokens.ts';
import { vendorMail, holderMail } from './mail.ts';
import { linkById, type LinkRow } from './queries.ts';
import { afterSeconds, secondsUntil } from '../../../core/time.ts';
import { vendorEmailContext, vendorEmailIndex } from '../../../core/cards/vendor-email.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { count, readCount } from '../../../core/throttle/counter.ts';

/** The details that an administrator sends. */
export interface NewLink {
  /** Null for a card of the link's own, which needs an amount. */
  cardId: string | null;
  email: string;
  invoice: string | null;
  amountCents: bigint | null;
  note: string | null;
  /** yyyy-mm-dd. */
  processBefore: string | null;
  /** The same was sent before. */
  again: boolean;
}

type LinkRefusal = 'BUSINESS_NOT_OPEN' | 'CARD_NOT_VIEWABLE' | 'TOO_MANY_REQUESTS';

/**
 * Writes a link and queues its mail. The link's origin is the program's own (security design P14).
 * @returns TOO_MANY_REQUESTS if that address, the person or the business has reached a quota of links
 */
export async function sendLink(
  tx: Database,
  call: SessionCall,
  wanted: NewLink & { cardId: string },
): Promise<LinkRow | Refused<LinkRefusal>>;
export async function sendLink(
  tx: Database,
  call: SessionCall,
  wanted: NewLink,
): Promise<LinkRow | Refused<LinkRefusal | 'CARD_LIMIT_REACHED'>>;
export async function sendLink(
  tx: Database,
  call: SessionCall,
  wanted: NewLink,
): Promise<LinkRow | Refused<LinkRefusal | 'CARD_LIMIT_REACHED'>> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const now = context.clock.now();
  // Links of one business are made one after the other, so that none exceeds the quotas; the person is locked already.
  const business = await tx
    .selectFrom('business')
    .innerJoin('program', 'program.id', 'business.program_id')
    .select(['business.name', 'business.status', 'program.id as programId', 'program.name as programName'])
    .select('program.canonical_origin as canonicalOrigin')
    .where('business.id', '=', businessId)
    .forNoKeyUpdate('business')
    .executeTakeFirstOrThrow();
  if (!isEligible('vendor-link.use', { business })) return refuse('BUSINESS_NOT_OPEN');
  if (wanted.cardId !== null) {
    const card = await namedCards(tx)
      .where('card.id', '=', wanted.cardId)
      .where('card.business_id', '=', businessId)
      .executeTakeFirst();
    if (!card || !isViewable(card)) return refuse('CARD_NOT_VIEWABLE');
  }
  const index = vendorEmailIndex(context, wanted.email);
  const retryAfterSeconds = secondsUntilSend(await recentSends(tx, businessId, index, now), now);
  if (retryAfterSeconds > 0) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds });
  const overQuota = await countLink(tx, context, session);
  if (overQuota) return overQuota;
  const cardId = wanted.cardId ?? (await issueOwnCard(tx, call, wanted, business));
  if (typeof cardId !== 'string') return cardId;

  const id = newId(now.getTime());
  const code = newToken('vln');
  await tx
    .insertInto('vendor_link')
    .values({
      id,
      business_id: businessId,
      card_id: cardId,
      email_sealed: context.keys.seal(wanted.email, vendorEmailContext({ linkId: id, programId: business.programId })),
      email_index: index,
      invoice: wanted.invoice,
      amount_cents: wanted.amountCents,
      note: wanted.note,
      process_before: wanted.processBefore,
      code_hash: hashToken(code),
      token_hash: null,
      token_expires_at: null,
      sent_by: session.membershipId,
      created_at: now,
      expires_at: afterSeconds(now, vendorLink.lifetimeSeconds),
      opened_at: null,
      used_at: null,
      revoked_at: null,
    })
    .execute();
  const row = await linkById(tx, id);
  await enqueueMessage(tx, context, {
    channel: 'email',
    programId: business.programId,
    to: wanted.email,
    content: vendorMail({
      programName: business.programName,
      businessName: business.name,
      sentBy: row.sentBy,
      invoice: wanted.invoice,
      note: wanted.note,
      link: linkTo(context, business.canonicalOrigin, code),
    }),
  });
  const { name: businessName } = business;
  await notifyHolder(tx, context, { cardId, businessName, sentBy: row.sentBy, email: wanted.email });
  const details = { link: id, card: cardId, again: wanted.again };
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), { type: 'vendor_link_created', details, ...subject });
  return row;
}

/** Issues the card that a link carries: for its amount, once, at the first merchant. The business is locked. */
async function issueOwnCard(
  tx: Database,
  call: SessionCall,
  { amountCents, invoice, processBefore }: NewLink,
  { name, programId }: { name: string; programId: string },
): Promise<string | Refused<'CARD_LIMIT_REACHED'>> {
  const { context, caller: session } = call;
  const { businessId } = session;
  const { inPlan } = await cardsLeft(tx, context, { businessId, membershipId: null });
  if (inPlan === 0) return refuse('CARD_LIMIT_REACHED');
  const from = processBefore === null ? context.clock.now() : new Date(`${processBefore}T00:00:00Z`);
  const { cardId } = await issueCard(
    tx,
    context,
    {
      businessId,
      membershipId: null,
      kind: 'VIRTUAL',
      name: 'Vendor link',
      purpose: invoice,
      controls: {
        usesAtMost: 1,
        amountLock: amountCents,
        merchantLock: { kind: 'FIRST', merchantId: null, merchant: null },
        validUntil: afterSeconds(from, vendorLink.ownCardSeconds),
      },
      closesOnCapture: true,
    },
    changerOf(call),
  );
  const holder = { firstName: name, middleName: null, lastName: '', nameOnCard: nameOnCard(name, '').trim() };
  const details = { email: null, mobilePhone: null, homePhone: null, dateOfBirth: null };
  await saveHolder(tx, context, { cardId, programId, holder: { ...holder, details } });
  await produceCard(tx, context, cardId);
  return cardId;
}

const linkTo = ({ config }: Pick<Context, 'config'>, canonicalOrigin: string | null, code: string) =>
  new URL(`/card-details-request/${code}`, canonicalOrigin ?? config.publicOrigin).href;

/** When links were sent to that address during the last day. */
async function recentSends(tx: Database, businessId: string, index: Buffer, now: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('vendor_link')
    .select('created_at')
    .where('business_id', '=', businessId)
    .where('email_index', '=', index)
    .where('created_at', '>', afterSeconds(now, -DAY))
    .orderBy('created_at')
    .execute();
  return rows.map(({ created_at }) => created_at);
}

interface SentLink {
  cardId: string;
  businessName: string;
  sentBy: string;
  /** The vendor's address. */
  email: string;
}

/**
 * Notifies the cardholder, at every confirmed email address, that a vendor gets the card's details. The quotas of the
 * links limit these mails. A card without a holder causes no notice.
 */
async function notifyHolder(tx: Database, context: Context, { cardId, ...sent }: SentLink): Promise<void> {
  const card = await tx
    .selectFrom('card')
    .innerJoin('membership', 'membership.id', 'card.membership_id')
    .select(['membership.person_id as personId', 'card.last_four as last4'])
    .where('card.id', '=', cardId)
    .executeTakeFirst();
  if (!card) return;
  const letter = await letterOf(tx, context, card.personId);
  const content = holderMail(letter, { ...sent, last4: card.last4 });
  for (const { kind, address, verified } of await contactsOf(tx, context, card.personId))
    if (kind === 'Email' && verified)
      await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: address, content });
}

const windows = [
  { name: 'hour', windowSeconds: HOUR, cap: vendorLink.sentPerHour },
  { name: 'day', windowSeconds: DAY, cap: vendorLink.sentPerDay },
];

/**
 * Counts a link before it is sent: by person, over all sessions and businesses, and by business, over all senders. Null
 * if it may be sent. The caller holds the locks of both.
 */
async function countLink(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { personId, businessId }: Pick<CurrentSession, 'personId' | 'businessId'>,
): Promise<Refused<'TOO_MANY_REQUESTS'> | null> {
  const now = clock.now();
  const counters = windows.flatMap(({ name, ...window }) => [
    { key: keys.mac(`vendor-links-person-${name}`, personId), ...window },
    { key: keys.mac(`vendor-links-business-${name}`, businessId), ...window },
  ]);
  for (const counter of counters) {
    const { failures, until } = await readCount(tx, counter, now);
    if (failures >= counter.cap)
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  for (const counter of counters) await count(tx, counter, now);
  return null;
}
