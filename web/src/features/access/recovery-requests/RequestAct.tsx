import { confirmRecovery, endRecovery } from '@florin/contract/access/recovery';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { recoveryRequestsWords as words } from '../../../messages/en/access/recovery-requests.ts';
import type { Send } from '../../../session/failures/use-submission.ts';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { endOf, nameOf } from './describe-request.ts';
import type { RecoveryRequest } from './query.ts';
import { requestStatusOf, type RequestStatus } from './request-status.ts';

interface RequestActProps {
  act: 'confirm' | 'end';
  /** As it was when the dialog was opened. */
  request: RecoveryRequest;
  /** The server's current requests; undefined while unknown. */
  requests: readonly RecoveryRequest[] | undefined;
  refresh: () => unknown;
  onClose: () => void;
}

/**
 * Asks for a confirmation before a request is approved or ended. If the request has changed since the dialog was
 * opened, it says so and does nothing.
 */
export function RequestAct({ act, request, requests, refresh, onClose }: RequestActProps) {
  // The dialog's own pending call is no change.
  const [sending, setSending] = useState(false);
  const status = requestStatusOf(request, requests);
  if (status.kind !== 'same' && !sending) return <Over request={request} status={status} onClose={onClose} />;
  const name = nameOf(request);
  const end = endOf(request);
  const target = { params: { id: request.id } };
  const marked = (call: (send: Send) => Promise<{ ok: boolean } | null>) => async (send: Send) => {
    setSending(true);
    const answer = await call(send);
    if (answer?.ok !== true) setSending(false);
    return answer;
  };
  return act === 'confirm' ? (
    <ConfirmAct
      variant="primary"
      words={{
        title: words.dialogTitle,
        text: words.dialogText(name, request.requestNumber),
        submit: words.confirm,
        submitting: words.confirming,
        cancel: words.cancel,
      }}
      purpose={words.purpose(name, request.requestNumber)}
      act={marked((send) => send(confirmRecovery, target))}
      done={words.confirmed(name)}
      refresh={refresh}
      onClose={onClose}
    />
  ) : (
    <ConfirmAct
      words={{
        title: end.title,
        text: end.text(name),
        submit: end.button,
        submitting: end.sending,
        cancel: words.cancel,
      }}
      act={marked((send) =>
        send(endRecovery, { ...target, query: { confirmed: request.confirmed ? 'true' : 'false' } }),
      )}
      done={end.done(name)}
      refresh={refresh}
      onClose={onClose}
    />
  );
}

interface OverProps {
  request: RecoveryRequest;
  status: RequestStatus;
  onClose: () => void;
}

/** The change, with only a button back to the list. */
function Over({ request, status, onClose }: OverProps) {
  const { over } = words;
  const name = nameOf(request);
  const number = request.requestNumber;
  const message =
    status.kind === 'again'
      ? { title: over.again.title, text: over.again.text(name, status.now.requestNumber, number) }
      : status.kind === 'confirmed'
        ? { title: over.confirmed.title, text: over.confirmed.text(name, number) }
        : { title: over.gone.title, text: over.gone.text(name) };
  return (
    <Dialog
      open
      role="alertdialog"
      title={message.title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{over.close}</Button>}
    >
      <p>{message.text}</p>
    </Dialog>
  );
}
