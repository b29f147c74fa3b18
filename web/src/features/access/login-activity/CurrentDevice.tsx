import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { easternTime } from '../../../kit/text/eastern-time.ts';
import { DeviceEntry } from './DeviceEntry.tsx';
import { LoadingDevices } from './LoadingDevices.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { currentDeviceQuery } from './queries.ts';

/** The device in hand. */
export function CurrentDevice() {
  const { data: login, isPending, isFetching, refetch } = useQuery(currentDeviceQuery());
  return (
    <Panel title={words.currentDevice} padded={false}>
      {login ? (
        <DeviceEntry
          login={login}
          note={
            login.firstLogin.timestamp === login.timestamp
              ? undefined
              : words.firstLogin(easternTime(login.firstLogin.timestamp))
          }
        />
      ) : isPending ? (
        <LoadingDevices count={1} />
      ) : (
        <NotLoaded onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Panel>
  );
}
