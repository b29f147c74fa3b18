import { useEffect, useState, useSyncExternalStore } from 'react';
import { FormMessage } from '../../kit/FormMessage.tsx';
import { en } from '../../messages/en.ts';
import { forgetLoginNotice, readLoginNotice } from '../../session/login-notice.ts';

const never = () => () => {};

/** Why people have been sent here, such as an invite that is worthless (specification, section 8). It is told once. */
export function ArrivalNotice() {
  // None in the server's HTML: the live region stands before its message, which is then announced.
  const left = useSyncExternalStore(never, readLoginNotice, () => null);
  const [notice, setNotice] = useState(left);
  if (left !== null && left !== notice) setNotice(left);
  useEffect(() => {
    if (notice !== null) forgetLoginNotice();
  }, [notice]);
  return <FormMessage message={notice && en.login.notices[notice]} />;
}
