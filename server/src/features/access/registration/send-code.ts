import { randomInt, timingSafeEqual } from 'node:crypto';
import { registration as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { Refused } from '../../../http/call.ts';
import { phoneIndex } from '../../../core/people/contacts.ts';
import { stopListRequested } from '../../../identity/codes/send-code.ts';
import { isStopped } from '../../../core/people/stop-list.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import type { Holder } from '../../../core/cards/holder.ts';
import { verificationMail, verificationText } from './messages.ts';
import { dayBefore, type CardRow } from './queries.ts';
import { secondsUntilCode } from './rules.ts';
import { afterSeconds } from '../../../core/time.ts';

interface Sending {
  registrationId: string;
  card: CardRow;
  holder: Holder;
  way: 'Email' | 'PhoneNumber';
}

/** A verification code that was written together with the message that carries it. */
export interface QueuedCode {
  messageId: string;
  businessId: string;
  /** The phone it goes to, as the STOP list names it; null for e-mail. */
  phoneIndex: Buffer | null;
}

const digits = 6;

/**
 * Makes a verification code and queues its message, within the quota of the card. The registration's older code stops
 * working, and its message, if still queued, never goes out.
 * @returns the message, the seconds to wait, or that the phone has said STOP
 */
export async function sendVerificationCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { registrationId, card, holder, way }: Sending,
): Promise<QueuedCode | { retryAfterSeconds: number } | Refused<'STOP_LIST_REQUESTED'>> {
  const now = context.clock.now();
  const about = { businessId: card.businessId };
  const phone = way === 'PhoneNumber' ? phoneIndex(context, holder.details.mobilePhone!) : null;
  if (phone !== null && (await isStopped(tx, phone))) {
    const details = { because: 'stop', card: card.id } as const;
    await recordEvent(tx, context, origin, { type: 'registration_code_refused', details, ...about });
    return stopListRequested(context);
  }
  // Sends of one card wait for each other: the quota counts rows.
  await tx.selectFrom('card').select('id').where('id', '=', card.id).forNoKeyUpdate().execute();
  const retryAfterSeconds = await codeWait(tx, card.id, registrationId, now);
  if (retryAfterSeconds > 0) {
    const details = { because: 'quota', card: card.id } as const;
    await recordEvent(tx, context, origin, { type: 'registration_code_refused', details, ...about });
    return { retryAfterSeconds };
  }
  await supersede(tx, registrationId, now);
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const messageId = await queue(tx, context, { card, holder, way, code });
  await tx
    .insertInto('verification_code')
    .values({
      id: newId(now.getTime()),
      registration_id: registrationId,
      card_id: card.id,
      channel: way,
      code_mac: codeMac(context, registrationId, code),
      message_id: messageId,
      created_at: now,
      expires_at: afterSeconds(now, limits.verificationCodeLifetimeSeconds),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  const details = { channel: way, card: card.id } as const;
  await recordEvent(tx, context, origin, { type: 'registration_code_sent', details, ...about });
  return { messageId, businessId: card.businessId, phoneIndex: phone };
}

/** A code is kept as a keyed MAC, bound to what it is for and to its registration (ASVS 6.6.2). */
const codeMac = ({ keys }: Pick<Context, 'keys'>, registrationId: string, code: string): Buffer =>
  keys.mac('verification-code', `${registrationId}|${code}`);

export const isRightVerificationCode = (
  context: Pick<Context, 'keys'>,
  kept: Buffer,
  registrationId: string,
  typed: string,
): boolean => timingSafeEqual(kept, codeMac(context, registrationId, typed));

/** Seconds until the card's quota allows a registration its next code; 0 for at once. */
export async function codeWait(tx: Database, cardId: string, registrationId: string, now: Date): Promise<number> {
  const rows = await tx
    .selectFrom('verification_code')
    .select(['created_at', 'registration_id'])
    .where('card_id', '=', cardId)
    .where('created_at', '>', dayBefore(now))
    .execute();
  return secondsUntilCode(
    rows.map((row) => ({ at: row.created_at, byThis: row.registration_id === registrationId })),
    now,
  );
}

async function supersede(tx: Database, registrationId: string, now: Date): Promise<void> {
  const old = await tx
    .updateTable('verification_code')
    .set({ superseded_at: now })
    .where('registration_id', '=', registrationId)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('message_id')
    .executeTakeFirst();
  if (!old?.message_id) return;
  await tx
    .updateTable('message')
    .set({ cancelled_at: now, sealed: null })
    .where('id', '=', old.message_id)
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

async function queue(
  tx: Database,
  context: Context,
  { card, holder, way, code }: Omit<Sending, 'registrationId'> & { code: string },
): Promise<string> {
  const program = await tx
    .selectFrom('program')
    .select(['name', 'canonical_origin'])
    .where('id', '=', card.programId)
    .executeTakeFirstOrThrow();
  const { hostname } = new URL(program.canonical_origin ?? context.config.publicOrigin);
  const message = { code, programName: program.name, lastFour: card.lastFour };
  return enqueueMessage(tx, context, {
    channel: way === 'Email' ? 'email' : 'sms',
    programId: card.programId,
    to: (way === 'Email' ? holder.details.email : holder.details.mobilePhone)!,
    content: way === 'Email' ? verificationMail(message) : verificationText({ ...message, hostname }),
    urgent: true,
  });
}
