import type { LoginRecord } from '@florin/contract/login-activity';
import { signOutDevice } from '@florin/contract/login-activity';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { deviceInWords } from './describe-login.ts';
import { DeviceEntry } from './DeviceEntry.tsx';
import { ReportLogin } from './ReportLogin.tsx';
import { useDeviceAct } from './use-device-act.ts';

/** Another device, with its actions. */
export function RecentDevice({ login, isNew }: { login: LoginRecord; isNew: boolean }) {
  const [reporting, setReporting] = useState(false);
  const device = deviceInWords(login);
  const { acting, act } = useDeviceAct();
  const signOut = () =>
    act(() => fetchOrThrow(signOutDevice, { params: { loginId: login.id } }), words.signedOutDevice(device));
  const ofDevice = <span className="visually-hidden"> {words.ofDevice(device)}</span>;
  return (
    <>
      <DeviceEntry
        login={login}
        tags={
          <>
            {isNew && <StatusTag tone="info">{words.isNew}</StatusTag>}
            {login.isReported && <StatusTag tone="warn">{words.isReported}</StatusTag>}
            {login.isSignedIn && <StatusTag tone="ok">{words.signedIn}</StatusTag>}
          </>
        }
        actions={
          <>
            {login.isSignedIn && (
              <Button onClick={() => void signOut()} pending={acting} pendingLabel={words.signingOut}>
                {words.signOut}
                {ofDevice}
              </Button>
            )}
            {!login.isReported && (
              <Button variant="quiet" onClick={() => setReporting(true)}>
                {words.notMe}
                {ofDevice}
              </Button>
            )}
          </>
        }
      />
      <ReportLogin login={login} open={reporting} onClose={() => setReporting(false)} />
    </>
  );
}
