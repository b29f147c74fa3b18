import { PageHead } from '../../../kit/layout/Page.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { supportWords as words } from '../../../messages/en/program/support.ts';
import styles from './ContactUsPage.module.css';
import ContactWays from './ContactWays.tsx';
import { WriteToSupport } from './WriteToSupport.tsx';

/** /contact-us: the support site, phones, addresses, and a form that really sends. */
export function ContactUsPage() {
  return (
    <div className={styles.page}>
      <PageHead title={pageTitles.contactUs} intro={words.intro} />
      <div className={styles.columns}>
        <WriteToSupport />
        <ContactWays />
      </div>
    </div>
  );
}
