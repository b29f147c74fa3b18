import type { Success } from '@florin/contract/endpoint';
import { loginActivity } from '@florin/contract/limits';
import type { currentDeviceLogin } from '@florin/contract/access/login-activity';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CountBadge } from '../../../kit/feedback/CountBadge.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { ColumnPage, PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Tooltip } from '../../../kit/overlays/Tooltip.tsx';
import { countText } from '../../../kit/text/count-text.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { useIsRestricted } from '../../../session/person.ts';
import { deviceInWords } from './describe-login.ts';
import { deviceColumns, loginIdOf, logoOf } from './device-columns.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { alertOnArrivalQuery, currentDeviceQuery, markSeen, recentDevicesQuery } from './queries.ts';
import { RecentDevices } from './RecentDevices.tsx';
import { SlowNote } from './SlowNote.tsx';
import { notifyLoadFailed } from './notify-load-failed.ts';

/** The devices that have logged in (specification section 2): this one, and the others. */
export function LoginActivity() {
  const restricted = useIsRestricted();
  return restricted ? (
    <ColumnPage>
      <h1>{pageTitles.loginActivity}</h1>
      <Notice severity="warning">{words.restricted}</Notice>
    </ColumnPage>
  ) : (
    <Devices />
  );
}

function Devices() {
  const { alert } = useArrival();
  const isNew = (timestamp: string) => alert !== undefined && (alert.lastSeen === null || timestamp > alert.lastSeen);
  return (
    <WidePage>
      <PageHead
        title={pageTitles.loginActivity}
        intro={words.intro}
        badge={
          alert?.shouldAlert && alert.since !== null && <NewLogins count={alert.newLoginsCount} since={alert.since} />
        }
      />
      <CurrentDevice />
      <RecentDevices isNew={isNew} />
    </WidePage>
  );
}

type CurrentDeviceLogin = Success<typeof currentDeviceLogin>['body'];

const currentColumns: readonly Column<CurrentDeviceLogin>[] = [
  ...deviceColumns,
  {
    id: 'first',
    title: words.columns.firstLogin,
    labelled: true,
    cell: ({ firstLogin }) => <time dateTime={firstLogin.timestamp}>{easternTime(firstLogin.timestamp)}</time>,
  },
];

/** The current device. */
function CurrentDevice() {
  const { data: login, isPending, isFetching, refetch } = useQuery(currentDeviceQuery());
  return (
    <Panel title={words.currentDevice} padded={false}>
      {isPending && <SlowNote />}
      {login || isPending ? (
        <Table
          inPanel
          label={words.currentDevice}
          rows={login ? [login] : []}
          columns={currentColumns}
          rowId={loginIdOf}
          rowName={deviceInWords}
          mark={logoOf}
          density="roomy"
          loading={isPending}
          expected={1}
          keys={false}
        />
      ) : (
        <NotLoaded onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Panel>
  );
}

/** The red badge with the number of new logins; its tooltip says since when (specification section 2). */
function NewLogins({ count, since }: { count: number; since: string }) {
  const text = countText(count, loginActivity.badgeAtMost);
  return (
    <Tooltip text={words.newDevices(count, easternTime(since))}>
      <CountBadge text={text} label={shellWords.newLogins(text)} />
    </Tooltip>
  );
}

/**
 * Notifies of a failed load, and marks the logins as seen once all of them are shown (specification section 2).
 * @returns `alert`: what was new on arrival
 */
function useArrival() {
  const alert = useQuery(alertOnArrivalQuery());
  const current = useQuery(currentDeviceQuery());
  const recent = useInfiniteQuery(recentDevicesQuery());

  const isLoading = current.isFetching || (recent.isFetching && !recent.isFetchingNextPage);
  // If both fail, one message is enough.
  const error = isLoading ? null : (current.error ?? (recent.isFetchNextPageError ? null : recent.error));
  useEffect(() => {
    if (error) notifyLoadFailed(error);
  }, [error]);

  // Cached logins are shown at once and count when they are confirmed.
  const isComplete = current.isSuccess && recent.isSuccess && !isLoading && !alert.isFetching;
  const shownUpTo = isComplete ? recent.data.pages[0]?.asOf : undefined;
  useEffect(() => {
    if (shownUpTo !== undefined) void markSeen(shownUpTo);
  }, [shownUpTo]);

  return { alert: alert.data };
}
