import { replyToText } from '@florin/contract/program/outbox';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { outboxWords } from '../../../messages/en/program/outbox.ts';
import styles from './OutboxItem.module.css';

const words = outboxWords.reply;
type Reply = 'STOP' | 'START';

/** Answers a text as the phone that got it would: STOP ends texts to it, START lets them come again. */
export function ReplyButtons({ from }: { from: string }) {
  const [pending, setPending] = useState<Reply | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const reply = async (text: Reply) => {
    if (pending !== null) return;
    setPending(text);
    setMessage(null);
    const isSent = await send(from, text);
    setPending(null);
    setMessage(isSent ? words.sent(text, from) : words.failed);
  };
  return (
    <div className={styles.replies}>
      {(['STOP', 'START'] as const).map((text) => (
        <Button key={text} pending={pending === text} pendingLabel={words.sending} onClick={() => void reply(text)}>
          {words.button(text)}
        </Button>
      ))}
      <p role="status" className={styles.message}>
        {message}
      </p>
    </div>
  );
}

async function send(from: string, text: Reply): Promise<boolean> {
  try {
    return (await call(replyToText, { body: { from, text } })).ok;
  } catch {
    return false;
  }
}
