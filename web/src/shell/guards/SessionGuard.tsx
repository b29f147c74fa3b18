import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dismissSnackbar, showSnackbar } from '../../kit/feedback/Snackbar.tsx';
import { TopLayer } from '../../kit/overlays/TopLayer.tsx';
import { guardWords } from '../../messages/en/shell/guards.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { arrivalNotice } from '../../session/browser/arrival-notice.ts';
import { logOut } from '../../session/leave.ts';
import { sessionQuery } from '../../session/queries/queries.ts';
import { useSessionWatch } from '../../session/use-session-watch.ts';
import { IdleGuard } from './IdleGuard.tsx';

/** Watches the session on every page that names the signed-in person: other tabs, idleness, suspicion. */
export function SessionGuard() {
  useSessionWatch();
  useEffect(() => {
    if (arrivalNotice.read() === null) return;
    arrivalNotice.remove();
    showSnackbar({ severity: 'info', text: guardWords.switchedElsewhere });
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
