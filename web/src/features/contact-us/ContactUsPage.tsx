import { ExternalLink } from 'lucide-react';
import { buttonClass } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { PageHead } from '../../kit/Page.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { en } from '../../messages/en.ts';
import { supportWords as words } from '../../messages/en/support.ts';
import { useSite } from '../../site.ts';
import styles from './ContactUsPage.module.css';
import { SupportDetails } from './SupportDetails.tsx';
import { WriteToSupport } from './WriteToSupport.tsx';

/** /contact-us: the support site, phones, addresses, and a form that really sends. */
export function ContactUsPage() {
  const { supportUrl } = useSite().program;
  return (
    <div className={styles.page}>
      <PageHead title={en.pages.contactUs} intro={words.intro} />
      <div className={styles.columns}>
        <WriteToSupport />
        <div className={styles.side}>
          <Panel title={words.site.title}>
            <div className={styles.site}>
              <p>{words.site.text}</p>
              <a className={buttonClass()} href={supportUrl} target="_blank" rel="noreferrer">
                {words.site.link}
                <Icon of={ExternalLink} size={16} />
              </a>
            </div>
          </Panel>
          <SupportDetails />
        </div>
      </div>
    </div>
  );
}
