import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Schema } from '../../db/schema.ts';

/** The text of a message; `html` and `subject` are for mail only. */
export interface MessageContent {
  subject: string | null;
  text: string;
  html: string | null;
}

export interface NewMessage {
  channel: 'email' | 'sms';
  programId: string;
  /** An email address, or a phone number in E.164. */
  to: string;
  content: MessageContent;
  /** Where replies go instead of to the sender: an email address. Mail only. */
  replyTo?: string;
  /** The code in the message: it is sent first, and superseding the code cancels the message. */
  oneTimeCodeId?: string;
  /** It is not sent before. */
  notBefore?: Date;
}

type Connection = Kysely<Schema> | Transaction<Schema>;

export const messageSealContext = (id: string) => `message|${id}`;

/**
 * Writes a message and its sending job. Called with the transaction of the message's cause, so that both happen or
 * neither does. Recipient and content are sealed until the message is sent.
 * @returns the message's id
 */
export async function enqueueMessage(tx: Connection, context: Context, message: NewMessage): Promise<string> {
  const now = context.clock.now();
  const id = newId(now.getTime());
  const sealed = context.keys.seal(
    JSON.stringify({ to: message.to, replyTo: message.replyTo, ...message.content }),
    messageSealContext(id),
  );
  await tx
    .insertInto('message')
    .values({
      id,
      channel: message.channel,
      program_id: message.programId,
      sealed,
      one_time_code_id: message.oneTimeCodeId ?? null,
      created_at: now,
      last_error: null,
      sent_at: null,
      cancelled_at: null,
      failed_at: null,
    })
    .execute();
  const waitSeconds = message.notBefore ? Math.max(0, (message.notBefore.getTime() - now.getTime()) / 1000) : 0;
  // A person is waiting for a code; everything else can wait.
  const priority = message.oneTimeCodeId === undefined ? 0 : -10;
  await sql`select graphile_worker.add_job('send_message', json_build_object('id', ${id}::text), job_key := ${id}::text,
    priority := ${priority}::int, run_at := now() + make_interval(secs => ${waitSeconds}))`.execute(tx);
  return id;
}

/** Cancels unsent messages whose codes no longer work. */
export async function cancelMessagesOf(
  tx: Connection,
  context: Pick<Context, 'clock'>,
  oneTimeCodeIds: readonly string[],
): Promise<void> {
  if (oneTimeCodeIds.length === 0) return;
  await tx
    .updateTable('message')
    .set({ cancelled_at: context.clock.now(), sealed: null })
    .where('one_time_code_id', 'in', oneTimeCodeIds)
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute();
}

/** `refused`: an attempt failed and more may follow · `stopped`: the phone has opted out of texts. */
export type DeliveryOutcome = 'sent' | 'waiting' | 'refused' | 'stopped';

const firstLookMilliseconds = 10;
const longestPauseMilliseconds = 200;

/**
 * Waits for the first attempt to send a message, so that a person learns at once if a provider is down.
 * @param waitMilliseconds after this long the answer is `waiting`
 */
export async function deliveryOutcome(
  context: Context,
  messageId: string,
  waitMilliseconds: number,
): Promise<DeliveryOutcome> {
  const until = performance.now() + waitMilliseconds;
  for (let pause = firstLookMilliseconds; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
    const row = await context.db
      .selectFrom('message')
      .select(['sent_at', 'attempts', 'last_error'])
      .where('id', '=', messageId)
      .executeTakeFirst();
    if (row?.sent_at) return 'sent';
    if (row?.last_error === stopListed) return 'stopped';
    if (row?.last_error) return 'refused';
    if (performance.now() + pause > until) return 'waiting';
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** `message.last_error` of a text to a phone on the provider's STOP list. */
export const stopListed = 'stop-listed';
