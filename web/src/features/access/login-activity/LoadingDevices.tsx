import { useEffect, useState } from 'react';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import entry from './DeviceEntry.module.css';
import list from './RecentDevices.module.css';

/**
 * After this long a message says that loading continues: calls are repeated up to ten times (specification, section 9).
 */
const longAfterMs = 4000;

/** Placeholders with the geometry of entries. */
export function LoadingDevices({ count }: { count: number }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true">
      <p role="status" className={isLong ? list.slow : 'visually-hidden'}>
        {isLong ? words.loadingLong : words.loading}
      </p>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={list.item}>
          <div className={entry.entry}>
            <Skeleton shape="circle" />
            <div className={entry.words}>
              <Skeleton />
              <Skeleton shape="short" />
              <Skeleton shape="long" />
              <Skeleton />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
