import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { accountWords } from '../../../../messages/en/account.ts';
import { browserHasPasskeys } from '../../../../session/browser/passkey.ts';
import styles from '../account.module.css';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { FactorList } from './FactorList.tsx';
import type { SecuritySettings } from '../queries.ts';

const words = accountWords.passkeys;

/** Passkeys (WebAuthn): the list, and adding one if the browser supports them. */
export function PasskeysPanel({ settings }: { settings: SecuritySettings }) {
  const [adding, setAdding] = useState(false);
  const able = browserHasPasskeys();
  return (
    <Panel
      title={words.title}
      actions={
        <Button unavailable={!able} aria-describedby={able ? undefined : 'no-passkeys'} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.text}>{words.text}</p>
        {!able && (
          <p id="no-passkeys" className={styles.text}>
            {words.unsupported}
          </p>
        )}
        <FactorList factors={settings.factors.filter(({ kind }) => kind === 'Passkey')} none={words.none} />
      </div>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}
