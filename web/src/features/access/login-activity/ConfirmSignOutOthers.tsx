import { signOutOtherDevices } from '@florin/contract/login-activity';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { fetchOrThrow } from '../../../session/query-client.ts';
import { useDeviceAct } from './use-device-act.ts';

/** Asks before every other device is signed out. */
export function ConfirmSignOutOthers({ onClose }: { onClose: () => void }) {
  const { acting, act } = useDeviceAct();
  const signOut = async () => {
    await act(() => fetchOrThrow(signOutOtherDevices, {}), words.signedOutOthers);
    onClose();
  };
  return (
    <ConfirmDialog
      variant="primary"
      words={{
        title: words.signOutOthersTitle,
        text: words.signOutOthersText,
        submit: words.signOutOthers,
        submitting: words.signingOut,
        cancel: words.cancel,
      }}
      pending={acting}
      onConfirm={() => void signOut()}
      onClose={onClose}
    />
  );
}
