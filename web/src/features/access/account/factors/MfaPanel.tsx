import { setMfaEnabled } from '@florin/contract/access/factors';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { SettingRow } from '../SettingRow.tsx';
import { showSnackbar } from '../../../../kit/feedback/Snackbar.tsx';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { refreshSettings, type SecuritySettings } from '../queries.ts';

const words = accountWords.mfa;

/** The second factor: on or off. Turning it off has to be confirmed; a business or the role can require it. */
export function MfaPanel({ settings: { mfaEnabled, mfaRequired } }: { settings: SecuritySettings }) {
  const isOn = mfaEnabled || mfaRequired;
  const { pending, message, submit } = useProvenSubmission();
  const [asking, setAsking] = useState(false);
  const change = async (enabled: boolean) => {
    setAsking(false);
    const answer = await submit(setMfaEnabled, { body: { enabled } });
    if (answer?.ok !== true) return;
    showSnackbar({ severity: 'success', text: enabled ? words.turnedOn : words.turnedOff });
    void refreshSettings();
  };
  return (
    <SettingRow
      icon={ShieldCheck}
      title={words.title}
      text={mfaRequired ? words.obligatory : words.text}
      state={<StatusTag tone={isOn ? 'ok' : 'warn'}>{isOn ? words.on : words.off}</StatusTag>}
      action={
        !mfaRequired && (
          <Button
            variant={mfaEnabled ? 'secondary' : 'primary'}
            pending={pending}
            pendingLabel={words.changing}
            onClick={() => (mfaEnabled ? setAsking(true) : void change(true))}
          >
            {mfaEnabled ? words.turnOff : words.turnOn}
          </Button>
        )
      }
    >
      <FormMessage message={message} />
      <Dialog
        open={asking}
        role="alertdialog"
        title={words.offTitle}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{accountWords.factors.cancel}</Button>
            <Button variant="danger" onClick={() => void change(false)}>
              {words.turnOff}
            </Button>
          </>
        }
      >
        <p>{words.offText}</p>
      </Dialog>
    </SettingRow>
  );
}
