import { Button } from '../../kit/actions/Button.tsx';
import { en } from '../../messages/en.ts';
import styles from './ChatPanel.module.css';

/** The reference number of a message that was sent. */
export function ChatReceipt({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const words = en.login.chat;
  return (
    <>
      <dl className={styles.reference}>
        <dt>{words.reference}</dt>
        <dd>{reference}</dd>
      </dl>
      <Button onClick={onAnother}>{words.another}</Button>
    </>
  );
}
