import { Link } from '@tanstack/react-router';
import { accountWords as words } from '../../../messages/en/account.ts';
import { en } from '../../../messages/en.ts';
import { paths } from '../../../paths.ts';
import styles from './account.module.css';

/** The title of My Profile and the links between its pages. */
export function AccountHead() {
  return (
    <div className={styles.head}>
      <h1>{en.pages.account}</h1>
      <nav aria-label={words.tabs} className={styles.tabs}>
        <Link to={paths.account} activeOptions={{ exact: true }} className={styles.tab}>
          {words.profile}
        </Link>
        <Link to={paths.accountSecurity} className={styles.tab}>
          {words.security}
        </Link>
        <Link to={paths.accountPreferences} className={styles.tab}>
          {words.preferences}
        </Link>
      </nav>
    </div>
  );
}
