import { useEffect, useState, useSyncExternalStore } from 'react';
import { Notice } from '../../kit/feedback/Notice.tsx';
import { en } from '../../messages/en.ts';
import { loginNotice } from '../../session/browser/login-notice.ts';

const never = () => () => {};

/** Why people were redirected to the login page, such as an invalid invite (specification, section 8). Shown once. */
export function ArrivalNotice() {
  // Not in the server's HTML, because only a notice that appears later is announced.
  const left = useSyncExternalStore(never, loginNotice.read, () => null);
  const [notice, setNotice] = useState(left);
  if (left !== null && left !== notice) setNotice(left);
  useEffect(() => {
    if (notice !== null) loginNotice.remove();
  }, [notice]);
  if (notice === null) return null;
  const said = en.login.notices[notice];
  return (
    <div role="alert">
      <Notice severity={said.severity}>
        <p>
          {said.text}
          {'more' in said && '.'}
        </p>
        {'more' in said && <p>{said.more}</p>}
      </Notice>
    </div>
  );
}
