import type { Success } from '@florin/contract/endpoint';
import { startAuthenticator } from '@florin/contract/access/factors';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { SettingRow } from '../SettingRow.tsx';
import { Dialog } from '../../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../../messages/en/access/account.ts';
import { StatusTag } from '../../../../kit/feedback/StatusTag.tsx';
import { EnrolAuthenticator } from './EnrolAuthenticator.tsx';
import { FactorList } from './FactorList.tsx';
import { NameForm } from '../NameForm.tsx';
import type { SecurityRowProps } from '../queries.ts';

const words = accountWords.authenticators;

/** Authenticator apps (RFC 6238): the list, and adding one. */
export function AuthenticatorsPanel({ settings, holds }: SecurityRowProps) {
  const apps = settings.factors.filter(({ kind }) => kind === 'Authenticator');
  const [adding, setAdding] = useState(false);
  return (
    <SettingRow
      icon={Smartphone}
      title={words.title}
      text={words.text}
      state={apps.length === 0 && <StatusTag tone="neutral">{words.none}</StatusTag>}
      action={<Button onClick={() => setAdding(true)}>{words.add}</Button>}
    >
      <FactorList factors={apps} />
      {adding && <AddAuthenticatorDialog holds={holds} onClose={() => setAdding(false)} />}
    </SettingRow>
  );
}

/** A new authenticator app: its name, then the secret and the app's first code. */
function AddAuthenticatorDialog({ holds, onClose }: { holds: boolean; onClose: () => void }) {
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
          note={holds ? accountWords.hold : undefined}
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
