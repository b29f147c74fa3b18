import { stoppedPhones } from '@florin/contract/program/outbox';
import { useEffect, useState } from 'react';
import { call } from '../../../api.ts';
import { outboxWords } from '../../../messages/en/program/outbox.ts';
import styles from './StoppedPhones.module.css';
import { ReplyButtons } from './ReplyButtons.tsx';

const words = outboxWords.stopped;

/** The phones, or the one of the filter, that wanted no texts when the page was opened: they can reply START although no text of theirs is listed. */
export function StoppedPhones({ to }: { to: string | null }) {
  const [phones, setPhones] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const look = async () => {
      try {
        const answer = await call(stoppedPhones, {}, { signal: controller.signal });
        if (answer.ok) setPhones(answer.body);
      } catch {
        // Beside the messages it is an extra; the page says by itself when the server is away.
      }
    };
    void look();
    return () => controller.abort();
  }, []);
  const shown = phones.filter((phone) => to === null || phone === to);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="stopped-phones" className={styles.stopped}>
      <h2 id="stopped-phones" className={styles.heading}>
        {words.heading}
      </h2>
      <ul>
        {shown.map((phone) => (
          <li key={phone} className={styles.phone}>
            <span className={styles.number}>{phone}</span>
            <ReplyButtons from={phone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
