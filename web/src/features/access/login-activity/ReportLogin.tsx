import type { LoginRecord } from '@florin/contract/access/login-activity';
import { reportDevice } from '@florin/contract/access/login-activity';
import { Button } from '../../../kit/actions/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { fetchOrThrow } from '../../../session/queries/query-client.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { deviceInWords } from './describe-login.ts';
import styles from './ReportLogin.module.css';
import { useDeviceAct } from './use-device-act.ts';

interface ReportLoginProps {
  login: LoginRecord;
  open: boolean;
  onClose: () => void;
}

/** "This wasn't me": names the consequences, and reports on a second press. */
export function ReportLogin({ login, open, onClose }: ReportLoginProps) {
  const { acting, act } = useDeviceAct();
  const report = async () => {
    await act(() => fetchOrThrow(reportDevice, { params: { loginId: login.id } }), words.reported);
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={words.notMeTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="danger" onClick={() => void report()} pending={acting} pendingLabel={words.reporting}>
            {words.report}
          </Button>
        </>
      }
    >
      <p className={styles.login}>
        {deviceInWords(login)}, {easternTime(login.timestamp)}
      </p>
      <p>{words.notMeText}</p>
      <ul className={styles.steps}>
        {words.notMeSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </Dialog>
  );
}
