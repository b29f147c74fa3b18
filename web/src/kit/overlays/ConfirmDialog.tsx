import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FormMessage } from '../forms/FormMessage.tsx';

export interface ConfirmWords {
  title: string;
  text: ReactNode;
  submit: string;
  submitting: string;
  cancel: string;
}

interface ConfirmDialogProps {
  words: ConfirmWords;
  /** `danger` for what cannot be undone. */
  variant?: 'primary' | 'danger';
  pending: boolean;
  /** What went wrong. It takes the focus. */
  message?: ComponentProps<typeof FormMessage>['message'];
  onConfirm: () => void;
  onClose: () => void;
  /** Fields between the text and the buttons. */
  children?: ReactNode;
}

/** Asks before something is done. It is open while it is rendered. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { words, variant = 'danger', pending, message = null, onConfirm, onClose } = props;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) alert.current?.focus();
  }, [message]);
  return (
    <Dialog
      open
      role="alertdialog"
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant={variant} pending={pending} pendingLabel={words.submitting} onClick={onConfirm}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      {props.children}
      <FormMessage ref={alert} message={message} />
    </Dialog>
  );
}
