import type { ReactNode } from 'react';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import styles from './card-funding.module.css';

/** What an order or a schedule would do. */
export const PlanPanel = ({ children }: { children: ReactNode }) => (
  <Panel title={words.plan.title} actions={<span className={styles.quiet}>{words.plan.nothingMoved}</span>}>
    {children}
  </Panel>
);
