import { suspiciousLogin } from '@florin/contract/limits';
import { useEffect } from 'react';
import { dismissSnackbar, showSnackbar } from '../kit/Snackbar.tsx';
import { en } from '../messages/en.ts';
import { logOut } from '../session/log-out.ts';
import { useIsRestricted } from '../session/use-is-restricted.ts';

/** A suspicious login: says so for a minute, then logs out (specification section 4). The server restricts it at once. */
export function SuspiciousNotice() {
  const restricted = useIsRestricted();
  useEffect(() => {
    if (!restricted) return undefined;
    const noticeMilliseconds = suspiciousLogin.noticeSeconds * 1000;
    const id = showSnackbar({ severity: 'warning', text: en.shell.suspicious, durationMs: noticeMilliseconds });
    const timer = setTimeout(() => void logOut('suspicious'), noticeMilliseconds);
    return () => {
      clearTimeout(timer);
      dismissSnackbar(id);
    };
  }, [restricted]);
  return null;
}
