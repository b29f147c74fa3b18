import { signOutOtherDevices } from '@florin/contract/login-activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { LoadingDevices } from './LoadingDevices.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { eachDeviceOnce, recentDevicesQuery } from './queries.ts';
import { RecentDevice } from './RecentDevice.tsx';
import styles from './RecentDevices.module.css';
import { notifyLoadFailed } from './notify-load-failed.ts';
import { useDeviceAct } from './use-device-act.ts';

/** Other devices, the latest login first. `isNew` says which of them the person has not seen yet. */
export function RecentDevices({ isNew }: { isNew: (timestamp: string) => boolean }) {
  const devices = useInfiniteQuery(recentDevicesQuery());
  const [confirming, setConfirming] = useState(false);
  const { data, isPending, isFetching, isFetchingNextPage, hasNextPage } = devices;
  const shown = data ? eachDeviceOnce(data.pages) : [];
  // Devices that are not loaded yet may be signed in: the server knows.
  const hasOthers = data?.pages[0]?.othersSignedIn;
  const loadMore = async () => {
    const { isFetchNextPageError, error } = await devices.fetchNextPage();
    if (isFetchNextPageError) notifyLoadFailed(error);
  };
  return (
    <Panel
      title={words.recentDevices}
      padded={false}
      actions={hasOthers && <Button onClick={() => setConfirming(true)}>{words.signOutOthers}</Button>}
    >
      {!data ? (
        isPending ? (
          <LoadingDevices count={3} />
        ) : (
          <NotLoaded onRetry={() => void devices.refetch()} retrying={isFetching} />
        )
      ) : shown.length === 0 ? (
        <EmptyState icon={MonitorSmartphone}>{words.noOthers}</EmptyState>
      ) : (
        <ul>
          {shown.map((login) => (
            <li key={login.deviceId ?? login.id} className={styles.item}>
              <RecentDevice login={login} isNew={isNew(login.timestamp)} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <p className={styles.foot}>
          <Button onClick={() => void loadMore()} pending={isFetchingNextPage} pendingLabel={words.loadingMore}>
            {words.loadMore}
          </Button>
        </p>
      )}
      {confirming && <ConfirmSignOutOthers onClose={() => setConfirming(false)} />}
    </Panel>
  );
}

/** Asks for a confirmation before every other device is signed out. */
function ConfirmSignOutOthers({ onClose }: { onClose: () => void }) {
  const { acting, act } = useDeviceAct();
  const signOut = async () => {
    await act(() => fetchOrThrow(signOutOtherDevices, {}), words.signedOutOthers);
    onClose();
  };
  return (
    <ConfirmDialog
      variant="primary"
      words={{
        title: words.signOutOthersTitle,
        text: words.signOutOthersText,
        submit: words.signOutOthers,
        submitting: words.signingOut,
        cancel: words.cancel,
      }}
      pending={acting}
      onConfirm={() => void signOut()}
      onClose={onClose}
    />
  );
}
