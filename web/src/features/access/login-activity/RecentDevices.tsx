import { type LoginRecord, signOutOtherDevices, signOutDevice } from '@florin/contract/access/login-activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MonitorSmartphone, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { NotLoaded } from './NotLoaded.tsx';
import { eachDeviceOnce, recentDevicesQuery } from './queries.ts';
import { SlowNote } from './SlowNote.tsx';
import styles from './devices.module.css';
import { deviceInWords } from './describe-login.ts';
import { deviceColumns, loginIdOf, logoOf } from './device-columns.tsx';
import { notifyLoadFailed } from './notify-load-failed.ts';
import { useDeviceAct } from './use-device-act.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { ReportLogin } from './ReportLogin.tsx';

/** The columns of other devices; `isNew` says of a login whether the person has seen it yet. */
const columnsOf = (isNew: (timestamp: string) => boolean): Column<LoginRecord>[] => [
  ...deviceColumns,
  {
    id: 'status',
    title: words.columns.status,
    cell: (login) => {
      const hasNews = isNew(login.timestamp);
      if (!hasNews && !login.isReported && !login.isSignedIn) return null;
      return (
        <span className={styles.tags}>
          {hasNews && <StatusTag tone="info">{words.isNew}</StatusTag>}
          {login.isReported && <StatusTag tone="warn">{words.isReported}</StatusTag>}
          {login.isSignedIn && <StatusTag tone="ok">{words.loggedIn}</StatusTag>}
        </span>
      );
    },
  },
  {
    id: 'actions',
    title: words.columns.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (login) => (!login.isReported || login.isSignedIn) && <DeviceActions login={login} />,
  },
];

/** Other devices, the latest login first. `isNew` says which of them the person has not seen yet. */
export function RecentDevices({ isNew }: { isNew: (timestamp: string) => boolean }) {
  const devices = useInfiniteQuery(recentDevicesQuery());
  const [confirming, setConfirming] = useState(false);
  const { data, isPending, isFetching, isFetchingNextPage, hasNextPage } = devices;
  const shown = data ? eachDeviceOnce(data.pages) : [];
  // Devices that are not loaded yet may be logged in: the server knows.
  const hasOthers = data?.pages[0]?.othersSignedIn;
  const loadMore = async () => {
    const { isFetchNextPageError, error } = await devices.fetchNextPage();
    if (isFetchNextPageError) notifyLoadFailed(error);
  };
  return (
    <Panel
      title={words.recentDevices}
      padded={false}
      actions={hasOthers && <Button onClick={() => setConfirming(true)}>{words.logOutOthers}</Button>}
    >
      {isPending && <SlowNote />}
      {!data && !isPending ? (
        <NotLoaded onRetry={() => void devices.refetch()} retrying={isFetching} />
      ) : (
        <Table
          inPanel
          label={words.recentDevices}
          rows={shown}
          columns={columnsOf(isNew)}
          rowId={loginIdOf}
          rowName={deviceInWords}
          mark={logoOf}
          density="roomy"
          loading={isPending}
          expected={5}
          keys={false}
          empty={<EmptyState icon={MonitorSmartphone}>{words.noOthers}</EmptyState>}
        />
      )}
      {hasNextPage && (
        <p className={styles.foot}>
          <Button onClick={() => void loadMore()} pending={isFetchingNextPage} pendingLabel={words.loadingMore}>
            {words.loadMore}
          </Button>
        </p>
      )}
      {confirming && <ConfirmLogOutOthers onClose={() => setConfirming(false)} />}
    </Panel>
  );
}

/** Asks for a confirmation before every other device is logged out. */
function ConfirmLogOutOthers({ onClose }: { onClose: () => void }) {
  const { acting, act } = useDeviceAct();
  const logOut = async () => {
    await act(() => fetchOrThrow(signOutOtherDevices, {}), words.loggedOutOthers);
    onClose();
  };
  return (
    <ConfirmDialog
      variant="primary"
      words={{
        title: words.logOutOthersTitle,
        text: words.logOutOthersText,
        submit: words.logOutOthers,
        submitting: words.loggingOut,
        cancel: words.cancel,
      }}
      pending={acting}
      onConfirm={() => void logOut()}
      onClose={onClose}
    />
  );
}

/** What can be done about another device: report its login, and log it out. */
function DeviceActions({ login }: { login: LoginRecord }) {
  const [reporting, setReporting] = useState(false);
  const device = deviceInWords(login);
  const { acting, act } = useDeviceAct();
  const logOut = () =>
    act(() => fetchOrThrow(signOutDevice, { params: { loginId: login.id } }), words.loggedOutDevice(device));
  return (
    <>
      <RowActions
        more={{
          label: words.moreFor(device),
          entries: login.isSignedIn ? [{ id: 'log-out', icon: LogOut, label: words.logOutDevice }] : [],
          onAction: () => void logOut(),
        }}
      >
        {!login.isReported && (
          <Button pending={acting} pendingLabel={words.loggingOut} onClick={() => setReporting(true)}>
            {words.notMe}
            <span className="visually-hidden"> {words.ofDevice(device)}</span>
          </Button>
        )}
      </RowActions>
      <ReportLogin login={login} open={reporting} onClose={() => setReporting(false)} />
    </>
  );
}
