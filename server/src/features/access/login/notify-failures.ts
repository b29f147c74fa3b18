import { easternTime } from '@florin/contract/dates/eastern-time';
import { DAY } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { firstContact } from '../../../core/people/contacts.ts';
import { enqueueMessage, type MessageContent } from '../../../core/messages/messages.ts';
import { count } from '../../../core/throttle/counter.ts';
import { letterOf, type Letter } from '../../../core/notices/letter.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';

/**
 * Notifies a person of failed passwords (ASVS 6.3.5), at most once a day. It is a job, so that the answer to the tenth
 * failure takes as long for an unknown name.
 * @param personId null for an unknown name
 */
export async function notifyFailures(context: Context, personId: string | null, origin: Origin): Promise<void> {
  if (personId === null) return;
  await inTransaction(context.db, (tx) => notify(tx, context, personId, origin));
}

async function notify(tx: Database, context: Context, personId: string, origin: Origin) {
  const key = context.keys.mac('failures-notice', personId);
  if ((await count(tx, { key, windowSeconds: DAY, cap: 1 }, context.clock.now())) === null) return;
  const contact = await firstContact(tx, context, personId, 'Email');
  if (!contact) return;
  const letter = await letterOf(tx, context, personId);
  const content = failuresNotice(letter);
  await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: contact.address, content });
  await recordEvent(tx, context, origin, { type: 'authn_failures_notified', details: {}, personId });
}

/** Notifies a person that wrong passwords were tried with their name. No link: see access code mails. */
const failuresNotice = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'Several logins with your username have failed',
    paragraphs: [
      `Someone tried ten wrong passwords with your username on devices we do not recognize, most recently on ${easternTime(letter.at)}. We have paused logins from such devices for a while.`,
      'Devices you have logged in on before still work. If this was you, use one of them, wait 15 minutes, or get a login link on the login page, which unlocks one browser.',
      'If this was not you, no one got in. A password that you use nowhere else keeps it that way.',
    ],
  });
