import { easternTime } from '@florin/contract/dates/eastern-time';
import type { OutboxMessage } from '@florin/contract/program/outbox';
import { Mail, MessageSquare } from 'lucide-react';
import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { outboxWords } from '../../../messages/en/program/outbox.ts';
import styles from './OutboxItem.module.css';
import { readMessage } from './read-message.ts';
import { ReplyButtons } from './ReplyButtons.tsx';

/** One message: a mail as a mail, a text as a bubble. */
export function OutboxItem({ message }: { message: OutboxMessage }) {
  const { channel, to, replyTo, subject, text, at } = message;
  const words = outboxWords;
  const isMail = channel === 'email';
  return (
    <article className={styles.item} aria-labelledby={`subject-${message.id}`}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <Icon of={isMail ? Mail : MessageSquare} />
        </span>
        <h2 id={`subject-${message.id}`} className={styles.subject}>
          {isMail ? (subject ?? words.noSubject) : words.sms}
        </h2>
        <time className={styles.time} dateTime={at}>
          {easternTime(at)}
        </time>
        <span className={styles.to}>
          {words.to} {to}
          {replyTo !== null && `, ${words.replyTo(replyTo)}`}
        </span>
      </div>
      <div className={isMail ? styles.body : styles.bubble}>
        <MessageText text={text} />
      </div>
      {!isMail && <ReplyButtons from={to} />}
    </article>
  );
}

/** A message's text; its code can be copied with one press, its links work. */
function MessageText({ text }: { text: string }) {
  return readMessage(text).map((piece, index) => {
    // A message does not change, so a place in it is a stable key.
    const key = `${index} ${piece.kind}`;
    if (piece.kind === 'link')
      return (
        <a key={key} className={styles.link} href={piece.text}>
          {piece.text}
        </a>
      );
    if (piece.kind === 'code')
      return (
        <button
          key={key}
          type="button"
          className={styles.code}
          aria-label={outboxWords.copyCode(piece.text)}
          onClick={() => void copy(piece.text)}
        >
          {piece.text}
        </button>
      );
    return <span key={key}>{piece.text}</span>;
  });
}

async function copy(code: string): Promise<void> {
  await navigator.clipboard.writeText(code);
  showSnackbar({ severity: 'success', text: outboxWords.copiedCode });
}
