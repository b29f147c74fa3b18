import { Notice } from '../../../kit/feedback/Notice.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { en } from '../../../messages/en.ts';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { useIsRestricted } from '../../../session/person.ts';
import { CurrentDevice } from './CurrentDevice.tsx';
import { NewLogins } from './NewLogins.tsx';
import { RecentDevices } from './RecentDevices.tsx';
import { useLook } from './use-look.ts';

/** The devices that have logged in (specification section 2): this one, and the others. */
export function LoginActivity() {
  const restricted = useIsRestricted();
  return restricted ? (
    <ColumnPage>
      <h1>{en.pages.loginActivity}</h1>
      <Notice severity="warning">{words.restricted}</Notice>
    </ColumnPage>
  ) : (
    <Devices />
  );
}

function Devices() {
  const { alert } = useLook();
  const isNew = (timestamp: string) => alert !== undefined && (alert.lastSeen === null || timestamp > alert.lastSeen);
  return (
    <ColumnPage>
      <PageHead
        title={en.pages.loginActivity}
        intro={words.intro}
        badge={
          alert?.shouldAlert && alert.since !== null && <NewLogins count={alert.newLoginsCount} since={alert.since} />
        }
      />
      <CurrentDevice />
      <RecentDevices isNew={isNew} />
    </ColumnPage>
  );
}
