import type { Success } from '@florin/contract/endpoint';
import { startAuthenticator } from '@florin/contract/factors';
import { useState } from 'react';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { accountWords } from '../../../messages/en/account.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { EnrolAuthenticator } from './EnrolAuthenticator.tsx';
import { NameForm } from './NameForm.tsx';

const words = accountWords.authenticators;

/** A new authenticator app: its name, then the secret and the app's first code. */
export function AddAuthenticatorDialog({ onClose }: { onClose: () => void }) {
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
