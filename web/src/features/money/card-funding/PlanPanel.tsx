import type { ReactNode } from 'react';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import styles from './card-funding.module.css';

/** What an order or a schedule would do. `isUnanswered`: it may have been done. */
export const PlanPanel = ({ children, isUnanswered = false }: { children: ReactNode; isUnanswered?: boolean }) => (
  <Panel
    title={words.plan.title}
    actions={<span className={styles.quiet}>{isUnanswered ? words.plan.mayHaveMoved : words.plan.nothingMoved}</span>}
  >
    {children}
  </Panel>
);
