import { signOutOtherDevices } from '@florin/contract/login-activity';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { loginActivityWords as words } from '../../messages/en/login-activity.ts';
import { ask } from '../../session/queries.ts';
import { useDeviceAct } from './use-device-act.ts';

/** Asks before every other device is signed out. */
export function ConfirmSignOutOthers({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { acting, act } = useDeviceAct();
  const signOut = async () => {
    await act(() => ask(signOutOtherDevices, {}), words.signedOutOthers);
    onClose();
  };
  return (
    <Dialog
      open={open}
      title={words.signOutOthersTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" onClick={() => void signOut()} pending={acting} pendingLabel={words.signingOut}>
            {words.signOutOthers}
          </Button>
        </>
      }
    >
      <p>{words.signOutOthersText}</p>
    </Dialog>
  );
}
