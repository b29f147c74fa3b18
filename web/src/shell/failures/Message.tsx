import type { ReactNode } from 'react';
import { useWindowTitle } from '../../flows/use-window-title.ts';
import styles from './Message.module.css';

interface MessageProps {
  /** A word or number above the heading, such as '404'. */
  mark?: string;
  title: string;
  text: string;
  /** Buttons and links. */
  children?: ReactNode;
  /** Small print below them. */
  note?: ReactNode;
}

/** A page with one message: what happened, and where to go. The window has its title. */
export function Message({ mark, title, text, children, note }: MessageProps) {
  useWindowTitle(title);
  return (
    <div className={styles.message}>
      {mark !== undefined && <p className={styles.mark}>{mark}</p>}
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      {children !== undefined && <div className={styles.ways}>{children}</div>}
      {note}
    </div>
  );
}
