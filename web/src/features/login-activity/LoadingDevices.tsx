import { Skeleton } from '../../kit/Skeleton.tsx';
import { loginActivityWords as words } from '../../messages/en/login-activity.ts';
import entry from './DeviceEntry.module.css';
import list from './RecentDevices.module.css';

/** Place holders with the geometry of entries. */
export function LoadingDevices({ count }: { count: number }) {
  return (
    <div aria-busy="true">
      <span role="status" className="visually-hidden">
        {words.loading}
      </span>
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
