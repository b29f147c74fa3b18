import type { Site } from '@florin/contract/program/site';
import { Wrench } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { en } from '../../messages/en.ts';
import { Announcements } from './Announcements.tsx';
import styles from './Apologies.module.css';
import { useServiceAgain } from './use-service-again.ts';

/** Replaces the forms while the site is out of service, until it is back. */
export function Apologies({ announcements }: { announcements: Site['announcements'] }) {
  const words = en.login.apologies;
  const { looking, inVain, tryAgain } = useServiceAgain();
  return (
    <div className={styles.apologies}>
      <span className={styles.icon}>
        <Icon of={Wrench} size={20} />
      </span>
      <h1 tabIndex={-1}>{words.heading}</h1>
      <p className={styles.text}>
        {words.text} {announcements.length === 0 && words.noNews}
      </p>
      <Announcements announcements={announcements} />
      <div className={styles.again}>
        <Button pending={looking} pendingLabel={words.looking} onClick={() => void tryAgain()}>
          {words.tryAgain}
        </Button>
        <p role="status" className={styles.text}>
          {inVain && words.notYet}
        </p>
      </div>
    </div>
  );
}
