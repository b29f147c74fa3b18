import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { SettingRow } from '../SettingRow.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { browserHasPasskeys } from '../../../../session/browser/passkey.ts';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import styles from '../account.module.css';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { FactorList } from './FactorList.tsx';
import type { SecurityRowProps } from '../queries.ts';

const words = accountWords.passkeys;

/** Passkeys (WebAuthn): the list, and adding one if the browser supports them. */
export function PasskeysPanel({ settings, holds }: SecurityRowProps) {
  const [adding, setAdding] = useState(false);
  const passkeys = settings.factors.filter(({ kind }) => kind === 'Passkey');
  const able = browserHasPasskeys();
  return (
    <SettingRow
      icon={Fingerprint}
      title={words.title}
      text={words.text}
      state={passkeys.length === 0 && <StatusTag tone="neutral">{words.none}</StatusTag>}
      action={
        <Button unavailable={!able} aria-describedby={able ? undefined : 'no-passkeys'} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      {!able && (
        <p id="no-passkeys" className={styles.text}>
          {words.unsupported}
        </p>
      )}
      <FactorList factors={passkeys} />
      {adding && <AddPasskeyDialog holds={holds} onClose={() => setAdding(false)} />}
    </SettingRow>
  );
}
