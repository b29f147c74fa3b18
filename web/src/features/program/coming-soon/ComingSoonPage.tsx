import { useLocation } from '@tanstack/react-router';
import { comingSoonWords } from '../../../messages/en/coming-soon.ts';
import { pageAt } from '../../../paths.ts';
import { titleOf } from '../../../shell/window-title.ts';
import styles from './ComingSoonPage.module.css';

const sentences: Readonly<Record<string, string>> = comingSoonWords;

/** A page that is not built: its title and one honest sentence (reading 21). */
export function ComingSoonPage() {
  const { pathname } = useLocation();
  const page = pageAt(pathname);
  return (
    <div className={styles.page}>
      <h1>{titleOf(pathname)}</h1>
      <p className={styles.sentence}>{page !== null && sentences[page.name]}</p>
    </div>
  );
}
