import { Notice } from '../../kit/Notice.tsx';
import { en } from '../../messages/en.ts';
import { loginActivityWords as words } from '../../messages/en/login-activity.ts';
import { useIsRestricted } from '../../session/use-is-restricted.ts';
import { CurrentDevice } from './CurrentDevice.tsx';
import styles from './LoginActivity.module.css';
import { NewLogins } from './NewLogins.tsx';
import { RecentDevices } from './RecentDevices.tsx';
import { useLook } from './use-look.ts';

/** The devices that have logged in (specification section 2): this one, and the others. */
export function LoginActivity() {
  const restricted = useIsRestricted();
  return restricted ? (
    <div className={styles.page}>
      <h1>{en.pages.loginActivity}</h1>
      <Notice severity="warning">{words.restricted}</Notice>
    </div>
  ) : (
    <Devices />
  );
}

function Devices() {
  const { alert } = useLook();
  const isNew = (timestamp: string) => alert !== undefined && (alert.lastSeen === null || timestamp > alert.lastSeen);
  return (
    <div className={styles.page}>
      <div>
        <div className={styles.title}>
          <h1>{en.pages.loginActivity}</h1>
          {alert?.shouldAlert && alert.since !== null && <NewLogins count={alert.newLoginsCount} since={alert.since} />}
        </div>
        <p className={styles.intro}>{words.intro}</p>
      </div>
      <CurrentDevice />
      <RecentDevices isNew={isNew} />
    </div>
  );
}
