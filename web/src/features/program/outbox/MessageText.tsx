import { showSnackbar } from '../../../kit/feedback/Snackbar.tsx';
import { outboxWords } from '../../../messages/en/outbox.ts';
import styles from './OutboxItem.module.css';
import { readMessage } from './read-message.ts';

/** A message's text; its code can be copied with one press, its links work. */
export function MessageText({ text }: { text: string }) {
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
