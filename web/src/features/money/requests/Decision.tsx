import {
  addNoteToRequest,
  approveRequest,
  rejectRequest,
  type CardRequestForDecision,
} from '@florin/contract/money/requests';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { refreshRequests } from '../../../flows/requests/queries.ts';
import flow from '../../../flows/requests/requests.module.css';
import { useContentKey } from '../../../flows/requests/use-content-key.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { AmountField } from '../../../kit/forms/fields/AmountField.tsx';
import { centsOf, typedAmount } from '../../../kit/forms/cents-of.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { focusSheetOf } from '../../../kit/overlays/SideSheet.tsx';
import { moneyText, usd } from '../../../kit/text/money-parts.ts';
import { decidingWords as words } from '../../../messages/en/money/deciding.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { keysText } from '../../../session/browser/keys-text.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKept } from '../../../session/kept-forms/use-kept-form.ts';
import { singleKeys } from '../../../session/single-keys.ts';
import { checkShipping, emptyShipping, ShippingFields } from './ShippingFields.tsx';
import { firstNameOf } from './Effect.tsx';
import styles from './requests.module.css';

export interface DecisionProps {
  of: CardRequestForDecision;
  amount: string;
  onAmount: (typed: string) => void;
  /** The decision that was begun in the list; null if none was. */
  begun: 'approve' | 'reject' | null;
  /** It is begun only once. */
  onBegun: (next: null) => void;
  /** Nobody has opened the request. */
  opensItself: boolean;
  /** It has come after another one was decided. */
  follows: boolean;
  /** With what was decided, in words. */
  onDecided: (text: string) => void;
  /** Where the buttons are: at the foot of the sheet, always in view. */
  buttonsIn: HTMLElement | null;
}

/** So long the buttons of a request that follows another do nothing: the second press of a double press was for the other. */
const guardMilliseconds = 800;

/** The decision, and the note with it. */
export function Decision(props: DecisionProps) {
  const { of, amount, onAmount, begun, onBegun, opensItself, follows, onDecided, buttonsIn } = props;
  const { id, requestedBy, deciders } = of;
  const [note, setNote] = useState('');
  const [step, setStep] = useState<'approve' | 'reject' | 'note' | null>(null);
  const [wrong, setWrong] = useState<'amount' | 'note' | 'noteOnly' | 'shipping' | null>(
    begun === 'reject' ? 'note' : null,
  );
  const [typedShipping, setShipping] = useState(() => emptyShipping(requestedBy.name));
  const [tries, setTries] = useState(0);
  const base = {
    amount: of.amount === null ? '' : typedAmount(of.amount.amount),
    note: '',
    shipping: emptyShipping(requestedBy.name),
  };
  const values = { amount, note, shipping: typedShipping };
  // The answer takes the form away before it is rendered again.
  const isDecided = useRef(false);
  const kept = useKept(`decision ${id}`, {
    read: () => ({ base, values }),
    overLeaving: true,
    get isClean() {
      return isDecided.current || JSON.stringify(values) === JSON.stringify(base);
    },
    restore: ({ values: typed }) => {
      onAmount(typed.amount);
      setNote(typed.note);
      setShipping(typed.shipping);
    },
  });
  const noteField = useRef<HTMLInputElement>(null);
  const amountField = useRef<HTMLInputElement>(null);
  const { pending, message, submit } = useProvenSubmission();
  const keyFor = useContentKey(`decision ${id}`);
  const cents = centsOf(amount);
  const isAmount = of.amount === null || (cents !== null && cents > 0);
  const needsAddress = of.kind === 'CARD' && of.cardKind === 'PHYSICAL';
  const address = checkShipping(typedShipping);
  const isRejecting = wrong === 'note';
  const noteProblems = { note: words.rejectNote, noteOnly: requestWords.note.required } as const;
  const noteProblem = (wrong === 'note' || wrong === 'noteOnly') && note.trim() === '' ? noteProblems[wrong] : null;

  const finish = async (answer: { ok: boolean } | null, text: string) => {
    if (answer?.ok) {
      isDecided.current = true;
      showSnackbar({ severity: 'success', text });
      // The next one is chosen from the list as it was.
      onDecided(words.decidedOf(text, requestedBy.name));
    }
    // Another person decided first: the request shows who and what.
    if (answer !== null) await refreshRequests();
  };
  const [isGuarded, setGuarded] = useState(follows);
  useEffect(() => {
    if (!isGuarded) return undefined;
    const timer = setTimeout(() => setGuarded(false), guardMilliseconds);
    return () => clearTimeout(timer);
  }, [isGuarded]);
  const approve = async () => {
    if (!of.mayDecide || isGuarded) return;
    if (!isAmount) {
      setWrong('amount');
      amountField.current?.focus();
      return;
    }
    if (needsAddress && address.shipping === null) {
      setWrong('shipping');
      setTries(tries + 1);
      return;
    }
    setStep('approve');
    const content = {
      note: note.trim() || null,
      ...(of.amount !== null && { amount: cents }),
      ...(needsAddress && { shipping: address.shipping }),
    };
    const body = { ...content, idempotencyKey: keyFor(['approve', id, content]) };
    const given = of.amount !== null && cents !== null ? usd(cents) : of.amount;
    await finish(
      await submit(approveRequest, { params: { id }, body }),
      words.approved(askedText({ ...of, amount: given })),
    );
  };
  const reject = async () => {
    if (!of.mayDecide || isGuarded) return;
    if (note.trim() === '') {
      setWrong('note');
      noteField.current?.focus();
      return;
    }
    setStep('reject');
    const content = { note: note.trim() };
    const body = { ...content, idempotencyKey: keyFor(['reject', id, content]) };
    await finish(await submit(rejectRequest, { params: { id }, body }), words.rejected(askedText(of)));
  };
  const sendNote = async () => {
    if (note.trim() === '') {
      setWrong('noteOnly');
      noteField.current?.focus();
      return;
    }
    setStep('note');
    const body = { note: note.trim(), idempotencyKey: keyFor(['note', id, note.trim()]) };
    const answer = await submit(addNoteToRequest, { params: { id }, body });
    if (answer?.ok) {
      setNote('');
      setWrong(null);
      if (noteField.current?.matches(':focus')) focusSheetOf(noteField.current);
      showSnackbar({ severity: 'success', text: requestWords.note.sent });
    }
    if (answer !== null) await refreshRequests();
  };
  const fields = useRef<HTMLDivElement>(null);
  // The problem stands below the field that has the focus: it is not left behind the buttons.
  useEffect(() => {
    if (noteProblem !== null && buttonsIn !== null) fields.current?.scrollIntoView({ block: 'nearest' });
  }, [noteProblem, buttonsIn]);
  const place = useRef<HTMLDivElement>(null);
  const approveButton = useRef<HTMLButtonElement>(null);
  // What the list has begun is decided by a further press, with the figures in view.
  useEffect(() => {
    if (begun === null || buttonsIn === null) return;
    (begun === 'approve' ? approveButton : noteField).current?.focus();
    onBegun(null);
  }, [begun, onBegun, buttonsIn]);
  const [hasKeys] = useState(() => singleKeys.read() !== 'off');
  // A held key decides once.
  useSingleKeys(
    {
      a: ({ repeat }) => {
        if (repeat) return;
        // As in the list: with a request that nobody has opened, a first press only leads to the button.
        if (opensItself && !document.activeElement?.closest('dialog')) approveButton.current?.focus();
        else void approve();
      },
      r: ({ repeat }) => repeat || void reject(),
    },
    place,
  );

  if (!of.mayDecide)
    return (
      <div className={styles.foot}>
        <Notice severity="info">
          {words.notYours} {deciders.length > 0 ? requestWords.decides(deciders) : requestWords.nobody}
        </Notice>
      </div>
    );
  const label =
    of.amount !== null && cents !== null && isAmount ? words.approveAmount(moneyText(usd(cents))) : words.approve;
  return (
    <div ref={place} className={styles.foot}>
      <KeptNotice kept={kept} />
      {needsAddress && (
        <ShippingFields
          typed={typedShipping}
          onTyped={setShipping}
          tries={tries}
          problems={wrong === 'shipping' ? (address.problems ?? {}) : {}}
        />
      )}
      <div ref={fields} className={styles.fields}>
        {of.amount !== null && (
          <AmountField
            ref={amountField}
            label={words.approveWith}
            value={amount}
            error={wrong === 'amount' && !isAmount ? words.amountFormat : null}
            onChange={({ target }) => onAmount(target.value)}
          />
        )}
        <TextField
          ref={noteField}
          label={words.noteTo(firstNameOf(requestedBy.name))}
          aside={<span className={flow.quiet}>{isRejecting ? words.noteNeeded : requestWords.optional}</span>}
          autoComplete="off"
          maxLength={500}
          value={note}
          error={noteProblem}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
            event.preventDefault();
            void (isRejecting ? reject() : sendNote());
          }}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
      <FormMessage message={message} />
      {buttonsIn &&
        createPortal(
          <>
            <Button
              variant="quiet"
              className={styles.reject}
              unavailable={isGuarded}
              pending={pending && step === 'reject'}
              pendingLabel={words.rejecting}
              onClick={() => void reject()}
            >
              {words.reject} {isRejecting ? <kbd>{keysText('Ctrl Enter')}</kbd> : hasKeys && <kbd>R</kbd>}
            </Button>
            <Button
              variant="quiet"
              pending={pending && step === 'note'}
              pendingLabel={words.sendingNote}
              onClick={() => void sendNote()}
            >
              {words.onlyNote}
            </Button>
            <Button
              ref={approveButton}
              variant="primary"
              className={styles.approve}
              unavailable={isGuarded}
              pending={pending && step === 'approve'}
              pendingLabel={words.approving}
              onClick={() => void approve()}
            >
              {label} {hasKeys && <kbd>A</kbd>}
            </Button>
          </>,
          buttonsIn,
        )}
    </div>
  );
}
