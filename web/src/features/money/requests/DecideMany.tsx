import { approveRequest, rejectRequest, type CardRequest } from '@florin/contract/money/requests';
import { useRef, useState } from 'react';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { refreshRequests } from '../../../flows/requests/queries.ts';
import flow from '../../../flows/requests/requests.module.css';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { decidingWords } from '../../../messages/en/money/deciding.ts';
import { decideManyWords } from '../../../messages/en/money/decide-many.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import styles from './requests.module.css';

const words = decideManyWords;
const shown = 8;

interface DecideManyProps {
  act: 'approve' | 'reject';
  of: readonly CardRequest[];
  onClose: () => void;
}

/** Approves or rejects several requests as they were made, one after the other, and says which were not decided. */
export default function DecideMany({ act, of, onClose }: DecideManyProps) {
  const { pending, message, submit } = useSubmission();
  const [left, setLeft] = useState(of);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSending, setSending] = useState(false);
  const keys = useRef(new Map<string, string>());
  const text = note.trim();
  const funds = left.reduce((sum, { kind, amount }) => sum + (kind === 'FUNDING' && amount ? amount.amount : 0), 0);

  /** The same decision has the same key, so that sending it again after a lost answer changes nothing again. */
  const keyOf = (content: string) => {
    const key = keys.current.get(content) ?? crypto.randomUUID();
    keys.current.set(content, key);
    return key;
  };
  const decide = ({ id }: CardRequest) => {
    const body = { note: text, idempotencyKey: keyOf(JSON.stringify([id, text])) };
    return act === 'approve'
      ? submit(approveRequest, { params: { id }, body: { ...body, note: text || null } })
      : submit(rejectRequest, { params: { id }, body });
  };
  const send = async () => {
    setChecked(true);
    if (act === 'reject' && text === '') return;
    setSending(true);
    const refused = new Map<string, string>();
    const undecided: CardRequest[] = [];
    let isCutOff = false;
    for (const request of left) {
      const answer: Awaited<ReturnType<typeof decide>> = isCutOff ? null : await decide(request);
      // Without an answer, the others wait as well.
      if (answer === null) isCutOff = true;
      if (answer?.ok) continue;
      undecided.push(request);
      if (answer !== null) refused.set(request.id, errorMessage(answer).text);
    }
    setSending(false);
    const done = left.length - undecided.length;
    if (done > 0) showSnackbar({ severity: 'success', text: words.done[act](done) });
    setLeft(undecided);
    setProblems(refused);
    await refreshRequests();
    if (undecided.length === 0) onClose();
  };
  return (
    <Dialog open title={words.title[act](left.length)} onClose={onClose} holds>
      <FormShell
        error={
          problems.size > 0 ? { severity: 'warning', text: words.notDone(problems.size), correlationId: null } : message
        }
        pending={pending || isSending}
        submit={{ label: words.submit[act](left.length), pending: words.submitting[act] }}
        onSubmit={send}
        actions={<Button onClick={onClose}>{requestWords.cancel}</Button>}
      >
        <ul className={styles.effects}>
          {left.slice(0, shown).map((request) => (
            <li key={request.id}>
              <span>
                {words.line(request.requestedBy.name, askedText(request))}
                {problems.has(request.id) && <span className={flow.quiet}> {problems.get(request.id)}</span>}
              </span>
            </li>
          ))}
        </ul>
        {left.length > shown && <p className={flow.quiet}>{words.more(left.length - shown)}</p>}
        {act === 'approve' && funds > 0 && <p>{words.funds(moneyText({ amount: funds, currency: 'USD' }))}</p>}
        <TextField
          label={words.note}
          aside={act === 'approve' && <span className={flow.quiet}>{requestWords.optional}</span>}
          autoComplete="off"
          maxLength={500}
          value={note}
          error={isChecked && act === 'reject' && text === '' ? decidingWords.rejectNote : null}
          onChange={({ target }) => setNote(target.value)}
        />
      </FormShell>
    </Dialog>
  );
}
