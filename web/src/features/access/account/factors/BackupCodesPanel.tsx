import { makeBackupCodes } from '@florin/contract/factors';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { accountWords } from '../../../../messages/en/account.ts';
import { easternTime } from '../../../../kit/text/eastern-time.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import styles from '../account.module.css';
import { BackupCodes } from './BackupCodes.tsx';
import { refreshSettings, type SecuritySettings } from '../queries.ts';

const words = accountWords.backupCodes;

/** Backup codes: how many are left, and new ones, which are shown only now. */
export function BackupCodesPanel({ settings }: { settings: SecuritySettings }) {
  const { backupCodesLeft: left, backupCodesMadeAt: madeAt } = settings;
  const { pending, message, submit } = useProvenSubmission();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const make = async () => {
    setAsking(false);
    const answer = await submit(makeBackupCodes, {});
    if (answer?.ok !== true) return;
    setCodes(answer.body.codes);
    void refreshSettings();
  };
  return (
    <Panel
      title={words.title}
      actions={
        <Button
          pending={pending}
          pendingLabel={words.making}
          onClick={() => (left > 0 ? setAsking(true) : void make())}
        >
          {madeAt === null ? words.make : words.makeNew}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.text}>{words.text}</p>
        <p className={styles.line}>
          {madeAt === null ? (
            words.none
          ) : (
            <>
              <span>{words.left(left)}</span>
              <span>{words.madeOn(easternTime(madeAt))}</span>
            </>
          )}
        </p>
        <FormMessage message={message} />
        {codes !== null && <BackupCodes codes={codes} onDone={() => setCodes(null)} />}
      </div>
      <Dialog
        open={asking}
        role="alertdialog"
        title={words.replaceTitle}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{accountWords.factors.cancel}</Button>
            <Button variant="danger" onClick={() => void make()}>
              {words.makeNew}
            </Button>
          </>
        }
      >
        <p>{words.replaceText}</p>
      </Dialog>
    </Panel>
  );
}
