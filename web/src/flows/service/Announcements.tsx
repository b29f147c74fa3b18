import type { Site } from '@florin/contract/program/site';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { en } from '../../messages/en.ts';
import styles from './Announcements.module.css';

/** The program's current announcements. */
export function Announcements({ announcements }: { announcements: Site['announcements'] }) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label={en.login.announcements} className={styles.list}>
      {announcements.map(({ id, title, text }) => (
        <Notice key={id} severity="info" title={title}>
          {text}
        </Notice>
      ))}
    </section>
  );
}
