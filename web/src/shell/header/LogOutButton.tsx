import { useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { en } from '../../messages/en.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { logOut } from '../../session/leave.ts';

/** Log out, for pages without the menu. */
export function LogOutButton() {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void logOut('user');
  };
  return (
    <Button onClick={leave} pending={leaving} pendingLabel={en.loggingOut}>
      {shellWords.logOut}
    </Button>
  );
}
