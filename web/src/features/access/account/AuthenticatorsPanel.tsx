import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { accountWords } from '../../../messages/en/account.ts';
import styles from './account.module.css';
import { AddAuthenticatorDialog } from './AddAuthenticatorDialog.tsx';
import { FactorList } from './FactorList.tsx';
import type { SecuritySettings } from './queries.ts';

const words = accountWords.authenticators;

/** Authenticator apps (RFC 6238): the list, and adding one. */
export function AuthenticatorsPanel({ settings }: { settings: SecuritySettings }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel title={words.title} actions={<Button onClick={() => setAdding(true)}>{words.add}</Button>}>
      <div className={styles.stack}>
        <p className={styles.text}>{words.text}</p>
        <FactorList factors={settings.factors.filter(({ kind }) => kind === 'Authenticator')} none={words.none} />
      </div>
      {adding && <AddAuthenticatorDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
}
