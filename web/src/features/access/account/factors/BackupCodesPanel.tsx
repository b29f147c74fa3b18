import { makeBackupCodes } from '@florin/contract/access/factors';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import { SettingRow } from '../SettingRow.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import styles from '../account.module.css';
import { BackupCodes } from './BackupCodes.tsx';
import { refreshSettings, type SecurityRowProps } from '../queries.ts';

const words = accountWords.backupCodes;

/** Backup codes: how many are left, and new ones, which are shown only now. */
export function BackupCodesPanel({ settings, holds }: SecurityRowProps) {
  const { backupCodesLeft: left, backupCodesMadeAt: madeAt } = settings;
  const { pending, message, submit } = useProvenSubmission();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const label = madeAt === null ? words.make : words.makeNew;
  // What ends codes or hides card details is asked first.
  const asks = left > 0 || holds;
  const make = async () => {
    setAsking(false);
    const answer = await submit(makeBackupCodes, {});
    if (answer?.ok !== true) return;
    setCodes(answer.body.codes);
    void refreshSettings();
  };
  return (
    <SettingRow
      icon={KeyRound}
      title={words.title}
      text={words.text}
      state={
        madeAt === null ? (
          <StatusTag tone="neutral">{words.none}</StatusTag>
        ) : (
          <p className={styles.line}>
            <span>{words.left(left)}</span>
            <span>{words.madeOn(easternTime(madeAt))}</span>
          </p>
        )
      }
      action={
        <Button pending={pending} pendingLabel={words.making} onClick={() => (asks ? setAsking(true) : void make())}>
          {label}
        </Button>
      }
    >
      <FormMessage message={message} />
      {codes !== null && <BackupCodes codes={codes} onDone={() => setCodes(null)} />}
      <Dialog
        open={asking}
        role="alertdialog"
        title={left > 0 ? words.replaceTitle : words.makeTitle}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{accountWords.factors.cancel}</Button>
            <Button variant={left > 0 ? 'danger' : 'primary'} onClick={() => void make()}>
              {label}
            </Button>
          </>
        }
      >
        {left > 0 && <p>{words.replaceText}</p>}
        {holds && <p>{accountWords.hold}</p>}
      </Dialog>
    </SettingRow>
  );
}
