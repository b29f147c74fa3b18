import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { InService } from '../../../flows/service/InService.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { paths } from '../../../paths.ts';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import styles from './recovery.module.css';

/** The column of a recovery page; `head` is above its step, `foot` below. */
export function Column({ head, children, foot }: { head?: ReactNode; children: ReactNode; foot?: ReactNode }) {
  return (
    <PublicFrame>
      <div className={styles.column}>
        {head}
        <InService>{children}</InService>
        {foot}
      </div>
    </PublicFrame>
  );
}

interface Return {
  to: '/login' | '/add-account';
  from: 'login' | 'add-account';
}

/** The page to which a forgot page leads back: the one it was opened from (section 2). */
export function useReturn(): Return {
  const { from } = useSearch({ strict: false });
  return from === 'add-account' ? { to: paths.addAccount, from: 'add-account' } : { to: paths.login, from: 'login' };
}

export const BackLink = ({ to, from }: Return) => (
  <Link className={`${formStyles.link} ${styles.back}`} to={to}>
    {recoveryWords.back[from]}
  </Link>
);
