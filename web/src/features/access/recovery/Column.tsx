import type { ReactNode } from 'react';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { paths } from '../../../paths.ts';
import { useSite } from '../../../site.ts';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';
import { InService } from '../../../flows/service/InService.tsx';
import styles from './recovery.module.css';

/** The column of a recovery page; `foot` stands below its step. */
export function Column({ children, foot }: { children: ReactNode; foot?: ReactNode }) {
  return (
    <PublicFrame>
      <div className={styles.column}>
        <InService>{children}</InService>
        {foot}
      </div>
    </PublicFrame>
  );
}

/** Where mail and texts are, in an installation that keeps them. */
export function OutboxHint() {
  const { embeddedDelivery } = useSite();
  if (!embeddedDelivery) return null;
  return (
    <p className={formStyles.hint}>
      {recoveryWords.outboxHint}{' '}
      <a className={formStyles.link} href={paths.outbox} target="_blank">
        {recoveryWords.outbox}
      </a>
      .
    </p>
  );
}
