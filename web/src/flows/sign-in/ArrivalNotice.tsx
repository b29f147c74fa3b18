import { useEffect, useState, useSyncExternalStore } from 'react';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { en } from '../../messages/en.ts';
import { forgetLoginNotice, readLoginNotice } from '../../session/login-notice.ts';

const never = () => () => {};

/** Why people have been sent here, such as an invite that is worthless (specification, section 8). It is told once. */
export function ArrivalNotice() {
  // None in the server's HTML: what appears later is announced.
  const left = useSyncExternalStore(never, readLoginNotice, () => null);
  const [notice, setNotice] = useState(left);
  if (left !== null && left !== notice) setNotice(left);
  useEffect(() => {
    if (notice !== null) forgetLoginNotice();
  }, [notice]);
  if (notice === null) return null;
  const { severity, text } = en.login.notices[notice];
  return (
    <div role="alert">
      <Notice severity={severity}>{text}</Notice>
    </div>
  );
}
