import { DAY, strangersMessages as limits } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { enqueueMessage, type MessageContent } from '../../core/messages/messages.ts';
import { addressCounter } from '../../core/throttle/address-counter.ts';
import { captchaProven } from '../../core/throttle/captcha-proven.ts';
import { count } from '../../core/throttle/counter.ts';
import { secondsUntil } from '../../core/time.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse, type Call, type Refused } from '../../http/call.ts';
import type { CurrentSession } from '../sessions/current-session.ts';

interface SupportMessage {
  program: { id: string; branding: { emailGeneral: string } };
  /** The sender, if it is a signed-in person. */
  session: CurrentSession | null;
  recaptchaToken: string | null | undefined;
  content: MessageContent & { subject: string };
  replyTo?: string;
}

/** A message as it waits for the digest, sealed. */
interface StrangerMessage {
  subject: string;
  text: string;
  replyTo: string | null;
}

const sealContext = (id: string) => `support_message|${id}`;

/**
 * Passes a message on to a program's support. Signed-in people are only limited as persons. Strangers need a captcha
 * for each message from the fourth of their address within an hour on, and have a daily quota. Once many messages of
 * strangers were mailed within an hour, further ones wait for the next digest, so that a flood becomes one mail. Null
 * if the message was accepted.
 */
export async function sendToSupport(
  { context, client }: Pick<Call<'sendChatMessage'>, 'context' | 'client'>,
  { session, recaptchaToken, ...message }: SupportMessage,
): Promise<Refused<'RECAPTCHA_LOCK' | 'TOO_MANY_REQUESTS'> | null> {
  const { db, keys, clock } = context;
  const { windowSeconds } = limits;
  const now = clock.now();
  const counted = (label: string, of: string, cap: number) =>
    count(db, { key: keys.mac(label, of), windowSeconds, cap }, now);
  if (session !== null) {
    if ((await counted('support-messages-person', session.personId, limits.perPerson)) === null)
      return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: windowSeconds });
    await inTransaction(db, (tx) => mail(tx, context, message));
    return null;
  }
  const ofAddress = addressCounter(keys, 'support-messages-address', client.networks, windowSeconds);
  const Difficulty = difficultyAt((await ofAddress.read(db, now)).failures);
  const asked = { action: 'support', token: recaptchaToken } as const;
  if (Difficulty !== null && !(await captchaProven(context, client, { ...asked, minimumDifficulty: Difficulty })))
    return refuse('RECAPTCHA_LOCK', { Difficulty });
  // Concurrent messages of the address came first, so it needs a harder captcha now.
  if (!(await ofAddress.count(db, now, messagesUpTo(Difficulty))))
    return refuse('RECAPTCHA_LOCK', { Difficulty: difficultyAt((await ofAddress.read(db, now)).failures) ?? 1 });
  const ofDay = addressCounter(keys, 'support-messages-address-day', client.networks, DAY);
  if (!(await ofDay.count(db, now, limits.perAddressAndDay))) {
    const { until } = await ofDay.read(db, now);
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  const { program } = message;
  if ((await counted('support-mails', program.id, limits.mailedPerProgram)) !== null) {
    await inTransaction(db, (tx) => mail(tx, context, message));
    return null;
  }
  if ((await counted('support-messages-kept', program.id, limits.keptPerProgram)) === null)
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: windowSeconds });
  await keep(context, message);
  return null;
}

/** The captcha of an address after that many messages within the hour; null: none. */
function difficultyAt(messages: number): 1 | 2 | 3 | null {
  if (messages >= limits.hardestCaptchaFrom) return 3;
  if (messages >= limits.hardCaptchaFrom) return 2;
  return messages >= limits.captchaFrom ? 1 : null;
}

/**
 * The number of messages within an hour for which a captcha of that difficulty is enough; undefined: only the daily
 * quota limits them.
 */
function messagesUpTo(difficulty: 1 | 2 | 3 | null): number | undefined {
  if (difficulty === null) return limits.captchaFrom;
  return { 1: limits.hardCaptchaFrom, 2: limits.hardestCaptchaFrom, 3: undefined }[difficulty];
}

type Message = Pick<SupportMessage, 'program' | 'content' | 'replyTo'>;

const mail = (tx: Database, context: Context, { program, content, replyTo }: Message) =>
  enqueueMessage(tx, context, {
    channel: 'email',
    programId: program.id,
    to: program.branding.emailGeneral,
    content,
    ...(replyTo !== undefined && { replyTo }),
  });

async function keep(
  { db, keys, clock }: Context,
  { program, content: { subject, text }, replyTo }: Message,
): Promise<void> {
  const now = clock.now();
  const id = newId(now.getTime());
  const waiting = JSON.stringify({ subject, text, replyTo: replyTo ?? null } satisfies StrangerMessage);
  await db
    .insertInto('support_message')
    .values({ id, program_id: program.id, sealed: keys.seal(waiting, sealContext(id)), created_at: now })
    .execute();
}

/**
 * The hourly job that mails each program its waiting messages in one mail, the oldest first. Messages that do not fit
 * wait for the next hour.
 */
export async function sendSupportDigests(context: Context): Promise<void> {
  const programs = await context.db
    .selectFrom('program')
    .select(['id', 'branding'])
    .where('id', 'in', (eb) => eb.selectFrom('support_message').select('program_id'))
    .execute();
  for (const program of programs) await inTransaction(context.db, (tx) => sendDigest(tx, context, program));
}

async function sendDigest(tx: Database, context: Context, program: Message['program']): Promise<void> {
  const rows = await tx
    .deleteFrom('support_message')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('support_message')
        .select('id')
        .where('program_id', '=', program.id)
        .orderBy('id')
        .limit(limits.perDigest)
        .forUpdate(),
    )
    .returning(['id', 'sealed'])
    .execute();
  if (rows.length === 0) return;
  const { waiting } = await tx
    .selectFrom('support_message')
    .select((eb) => eb.fn.countAll<bigint>().as('waiting'))
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow();
  const messages = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, sealed }) => JSON.parse(context.keys.open(sealed, sealContext(id)).toString()) as StrangerMessage);
  await mail(tx, context, { program, content: digest(messages, Number(waiting)) });
}

function digest(messages: readonly StrangerMessage[], waiting: number): SupportMessage['content'] {
  const subject = `${messages.length} more ${messages.length === 1 ? 'message' : 'messages'} to support`;
  const intro = [
    'Many messages from people who are not logged in arrived at once, so they are collected here.',
    ...(waiting === 0 ? [] : [`${waiting} more follow in the next hour.`]),
  ].join(' ');
  const parts = messages.map(({ subject: title, text }, index) => `${index + 1}. ${title}\n\n${text}`);
  return { subject, text: [intro, ...parts].join(`\n\n${'-'.repeat(40)}\n\n`), html: null };
}
