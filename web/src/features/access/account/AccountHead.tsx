import { Link } from '@tanstack/react-router';
import { accountWords as words } from '../../../messages/en/access/account.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import styles from './account.module.css';

/** The title of My Profile and the links between its pages. */
export function AccountHead() {
  return (
    <div className={styles.head}>
      <h1>{pageTitles.account}</h1>
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
        <Link to={paths.accountNotifications} className={styles.tab}>
          {words.notifications}
        </Link>
      </nav>
    </div>
  );
}
