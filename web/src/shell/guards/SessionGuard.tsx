import type { UserInfo } from '@florin/contract/program/user-info';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dismissSnackbar, showSnackbar } from '../../kit/feedback/Snackbar.tsx';
import { TopLayer } from '../../kit/overlays/TopLayer.tsx';
import { guardWords } from '../../messages/en/shell/guards.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { arrivalNotice } from '../../session/browser/arrival-notice.ts';
import { logOut } from '../../session/leave.ts';
import { sessionQuery, userInfoQuery } from '../../session/queries/queries.ts';
import { queryClient } from '../../session/queries/query-client.ts';
import { useSessionWatch } from '../../session/use-session-watch.ts';
import { IdleGuard } from './IdleGuard.tsx';

/** Watches the session on every page that names the signed-in person: other tabs, idleness, suspicion. */
export function SessionGuard() {
  useSessionWatch();
  useEffect(() => {
    const before = arrivalNotice.read();
    if (before === null) return;
    arrivalNotice.remove();
    // Without the person, the page itself says what is missing.
    queryClient.ensureQueryData(userInfoQuery()).then(
      (person) => showSnackbar({ severity: 'info', text: reasonOf(before, person) }),
      () => null,
    );
  }, []);
  return (
    <>
      <TopLayer>
        <IdleGuard />
      </TopLayer>
      <SuspiciousNotice />
    </>
  );
}

/** Why another tab has led this one from an account to the one of the person. */
function reasonOf(before: string, { userId, businessName, linkedUsers }: UserInfo): string {
  const { renewed, switched, loggedIn } = guardWords.elsewhere;
  if (before === userId) return renewed(businessName);
  return (linkedUsers.some((linked) => linked.userId === before) ? switched : loggedIn)(businessName);
}

/**
 * A suspicious login: says so for a minute, counted from the start of the suspicion, then logs out (specification
 * section 4). The server restricts it at once.
 */
function SuspiciousNotice() {
  const { data, dataUpdatedAt } = useQuery(sessionQuery());
  const secondsLeft = data?.suspectSecondsLeft ?? null;
  const endsAt = secondsLeft === null ? null : dataUpdatedAt + secondsLeft * 1000;
  useEffect(() => {
    if (endsAt === null) return undefined;
    const noticeMilliseconds = Math.max(0, endsAt - Date.now());
    const id = showSnackbar({ severity: 'warning', text: shellWords.suspicious, durationMs: noticeMilliseconds });
    const timer = setTimeout(() => void logOut('suspicious'), noticeMilliseconds);
    return () => {
      clearTimeout(timer);
      dismissSnackbar(id);
    };
  }, [endsAt]);
  return null;
}
