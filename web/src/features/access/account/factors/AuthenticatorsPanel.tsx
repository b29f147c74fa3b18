import type { Success } from '@florin/contract/endpoint';
import { startAuthenticator } from '@florin/contract/factors';
import { useState } from 'react';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../../messages/en/account.ts';
import styles from '../account.module.css';
import { EnrolAuthenticator } from './EnrolAuthenticator.tsx';
import { FactorList } from './FactorList.tsx';
import { NameForm } from '../NameForm.tsx';
import type { SecuritySettings } from '../queries.ts';

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

/** A new authenticator app: its name, then the secret and the app's first code. */
function AddAuthenticatorDialog({ onClose }: { onClose: () => void }) {
  const submission = useProvenSubmission();
  const [enrolment, setEnrolment] = useState<Success<typeof startAuthenticator>['body'] | null>(null);
  const start = async (name: string) => {
    const answer = await submission.submit(startAuthenticator, { body: { name } });
    if (answer?.ok === true) setEnrolment(answer.body);
  };
  return (
    <Dialog open holds title={words.addTitle} onClose={onClose}>
      {enrolment === null ? (
        <NameForm
          initial=""
          placeholder={words.namePlaceholder}
          submission={submission}
          submitLabel={words.next}
          pendingLabel={words.starting}
          onSubmit={(name) => void start(name)}
          onCancel={onClose}
        />
      ) : (
        <EnrolAuthenticator enrolment={enrolment} onClose={onClose} />
      )}
    </Dialog>
  );
}
