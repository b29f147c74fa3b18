import { ExternalLink } from 'lucide-react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { supportWords as words } from '../../../messages/en/program/support.ts';
import { useSite } from '../../../site.ts';
import styles from './ContactUsPage.module.css';
import { SupportDetails } from './SupportDetails.tsx';

/** The support site, phones and addresses, for visitors and signed-in people. */
export default function ContactWays() {
  const { supportUrl } = useSite().program;
  return (
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
  );
}
