import type { Site } from '@florin/contract/site';
import { Wrench } from 'lucide-react';
import { Icon } from '../../kit/Icon.tsx';
import { en } from '../../messages/en.ts';
import { Announcements } from './Announcements.tsx';
import styles from './Apologies.module.css';

/** Stands where the forms are while the site is out of service. */
export function Apologies({ announcements }: { announcements: Site['announcements'] }) {
  const words = en.login.apologies;
  return (
    <div className={styles.apologies}>
      <span className={styles.icon}>
        <Icon of={Wrench} size={20} />
      </span>
      <h1>{words.heading}</h1>
      <p className={styles.text}>
        {words.text} {announcements.length === 0 && words.noNews}
      </p>
      <Announcements announcements={announcements} />
    </div>
  );
}
