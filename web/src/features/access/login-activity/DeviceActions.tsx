import type { LoginRecord } from '@florin/contract/access/login-activity';
import { signOutDevice } from '@florin/contract/access/login-activity';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { deviceInWords } from './describe-login.ts';
import { ReportLogin } from './ReportLogin.tsx';
import { useDeviceAct } from './use-device-act.ts';

/** What can be done about another device: report its login, and log it out. */
export function DeviceActions({ login }: { login: LoginRecord }) {
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
