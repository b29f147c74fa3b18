import { checklistItems } from '@florin/contract/security-checklist';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { securityChecklistWords as words } from '../../../messages/en/security-checklist.ts';
import styles from './Checklist.module.css';

/** Place holders with the geometry of the items. */
export function LoadingChecklist() {
  return (
    <Panel padded={false}>
      <div aria-busy="true">
        <span role="status" className="visually-hidden">
          {words.loading}
        </span>
        {checklistItems.map((item) => (
          <div key={item} className={styles.item}>
            <Skeleton shape="circle" />
            <div className={styles.words}>
              <Skeleton />
              <Skeleton shape="long" />
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}
