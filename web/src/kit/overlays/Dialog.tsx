import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { dismissCalmSnackbars } from '../feedback/snackbar-store.ts';
import { FormActions } from '../forms/FormActions.tsx';
import styles from './Dialog.module.css';
import { raisePopups } from './raise-popups.ts';

interface DialogProps {
  open: boolean;
  title: string;
  /** `alertdialog`: for interruptions, such as the idle warning. Its body is read out when it opens. */
  role?: 'dialog' | 'alertdialog';
  /** Esc and, for a plain dialog, a press outside. The caller then sets `open` to false. */
  onClose: () => void;
  /**
   * Buttons, the main one last. The focus of a plain dialog starts there, unless its action is irreversible (`danger`).
   * The focus of an `alertdialog` starts at the first button, which cancels. Without buttons, the focus starts at the
   * first field of the content.
   */
  actions?: ReactNode;
  /** A press outside does not close it, because it contains typed text. */
  holds?: boolean;
  /**
   * For a search field and its results: wide, at the top of the window, without padding, and with a title only for
   * screen readers.
   */
  isBare?: boolean;
  children: ReactNode;
}

/**
 * A modal on the native `<dialog>`: the browser traps focus, gives it back, and makes the rest of the page inert. A
 * dialog that opens over another one covers it, and informational messages are removed from the page.
 */
export function Dialog(props: DialogProps) {
  const { open, title, role = 'dialog', onClose, actions, holds = false, isBare = false, children } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const actionsRef = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();
  // Called while the closing dialog is still in the document, because only then does it give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    dismissCalmSnackbars();
    const below = document.querySelectorAll<HTMLElement>('dialog:modal:not([data-covered])');
    for (const each of below) each.dataset['covered'] = 'true';
    dialog.showModal();
    raisePopups(dialog);
    const buttons = [...(actionsRef.current?.querySelectorAll('button') ?? [])];
    (role === 'alertdialog' ? buttons[0] : buttons.findLast(({ dataset }) => dataset['variant'] !== 'danger'))?.focus();
    // A long text is read from its beginning, wherever the focus is.
    dialog.scrollTop = 0;
    return () => {
      // Only a visible element gets the focus back.
      for (const each of below) delete each.dataset['covered'];
      dialog.close();
    };
  }, [open, role]);
  return (
    // A press outside hits the element itself, never its content. Esc is the keyboard's way to do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={id}
      aria-describedby={role === 'alertdialog' ? `${id}body` : undefined}
      className={styles.dialog}
      data-bare={isBare || undefined}
      onCancel={(event) => {
        // In React, that of a dialog inside this one arrives here, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        pressedOutside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        // A press that begins inside may end outside, for example on a list that it opened or after selecting text.
        const isOutside = pressedOutside.current && event.target === ref.current;
        if (role === 'dialog' && !holds && isOutside) onClose();
      }}
    >
      {open && (
        <div className={styles.content}>
          <h2 id={id} className={isBare ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          <div id={`${id}body`} className={styles.body}>
            {children}
          </div>
          {actions !== undefined && <FormActions ref={actionsRef}>{actions}</FormActions>}
        </div>
      )}
    </dialog>
  );
}
