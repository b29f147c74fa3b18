import { ArrowLeft, ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { isForOthers, isTyped } from './is-for-others.ts';
import { raiseDialogs, raisePopups } from './raise-popups.ts';
import { useIsWide } from './use-is-wide.ts';
import styles from './SideSheet.module.css';
import { kitListWords } from '../../messages/en/kit/kit-lists.ts';

const words = kitListWords.sheet;

/** Beside the page, over it, or instead of it. */
type Mode = 'docked' | 'over' | 'page';

/** The width of the page from which it lies over it, in CSS pixels. */
const overFrom = 768;

interface SideSheetProps {
  open: boolean;
  /** The caller leaves the sheet's address. */
  onClose: () => void;
  /** The kind of content, such as 'Purchase'. */
  title: string;
  /** To the neighboring rows; null at the ends. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  /** Icon buttons of the header. */
  tools?: ReactNode;
  /** What can be done, at the foot. */
  actions?: ReactNode;
  /** The sheet contains typed text. It covers the page with a scrim, and a press outside does not close it. */
  holds?: boolean;
  /** The sheet never docks, because the page cannot make room for it. */
  isOver?: boolean;
  /** Off if the person has switched off single-key shortcuts (WCAG 2.1.4): J and K then do nothing. */
  keys?: boolean;
  /** Docked, it leaves the focus where it is as it opens, because nobody has opened it. */
  opensItself?: boolean;
  /** Where the focus goes when the focused element is gone, or was the title of the page. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * The details of a row. From 1280 px it docks beside the list, which stays usable; from 768 px it covers the list;
 * below that it is the page. It has its own address, which `open` follows. One `<dialog>` in all three, so that its
 * content stays when the page changes its width. Esc first leaves a field in it, then closes it.
 */
export function SideSheet(props: SideSheetProps) {
  const {
    open,
    onClose,
    title,
    onPrevious,
    onNext,
    tools,
    actions,
    holds = false,
    isOver = false,
    keys = true,
    opensItself = false,
    children,
  } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const mode = useMode(holds || isOver);
  useShown(ref, open, mode, opensItself && mode === 'docked', props.returnTo);
  useSheetKeys(ref, open, mode, { onClose, onPrevious: keys ? onPrevious : null, onNext: keys ? onNext : null });
  const hasNeighbours = onPrevious !== undefined || onNext !== undefined;
  return (
    // A press outside hits the element itself, never its content. Esc is the keyboard's way to do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={styles.sheet}
      data-mode={mode}
      data-holds={holds || undefined}
      onCancel={(event) => {
        // In React, that of a dialog inside this one arrives here, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        const { target, key, nativeEvent } = event;
        if (key !== 'Escape' || event.defaultPrevented || nativeEvent.isComposing) return;
        if (!(target instanceof HTMLElement) || !isTyped(target) || target.closest('dialog') !== ref.current) return;
        // The browser would close a modal one.
        event.preventDefault();
        focusSheetOf(target);
      }}
      onMouseDown={(event) => {
        if (mode === 'over' && !holds && event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className={styles.content}>
          <div className={styles.head}>
            {mode === 'page' && <IconButton icon={ArrowLeft} label={words.back} onClick={onClose} />}
            <h2 id={id} tabIndex={-1} className={styles.title}>
              {title}
            </h2>
            {hasNeighbours && mode !== 'page' && (
              <>
                <IconButton
                  icon={ChevronUp}
                  label={words.previous}
                  unavailable={!onPrevious}
                  onClick={() => onPrevious?.()}
                />
                <IconButton icon={ChevronDown} label={words.next} unavailable={!onNext} onClick={() => onNext?.()} />
              </>
            )}
            {tools}
            {mode !== 'page' && <IconButton icon={X} label={words.close} onClick={onClose} />}
          </div>
          <div className={styles.body}>{children}</div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}

/** Leaves a field of a sheet, so that single keys work again. */
export const focusSheetOf = (field: Element): void =>
  field.closest('dialog')?.querySelector('h2')?.focus({ preventScroll: true });

function useMode(isOver: boolean): Mode {
  const isWide = useIsWide();
  const isMedium = useIsWide(overFrom);
  if (!isMedium) return 'page';
  return isWide && !isOver ? 'docked' : 'over';
}

/** Opens and closes the dialog. Its title gets the focus, and the previously focused element gets it back. */
function useShown(
  ref: React.RefObject<HTMLDialogElement | null>,
  open: boolean,
  mode: Mode,
  leavesFocus: boolean,
  returnTo: (() => HTMLElement | null) | undefined,
) {
  const before = useRef<HTMLElement | null>(null);
  const latestReturn = useRef(returnTo);
  const latestLeaves = useRef(leavesFocus);
  const row = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    // Thousands of rows are not searched where the focus has a place to return to.
    if (open && before.current?.matches('body, h1'))
      row.current = document.querySelector<HTMLElement>('main [data-opens][aria-current="true"]');
    latestReturn.current = returnTo;
    latestLeaves.current = leavesFocus;
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    return () => {
      // The element with the focus was removed with the content.
      const hadFocus = dialog.contains(document.activeElement) || document.activeElement === document.body;
      dialog.close();
      const { current } = before;
      // The title of the page had it where another page has opened the sheet, which is of the row that is marked.
      const isPlace = current?.isConnected && !current.matches('body, h1');
      if (hadFocus) ((isPlace ? null : (latestReturn.current?.() ?? row.current)) ?? current)?.focus();
    };
  }, [ref, open]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const { activeElement } = document;
    const held = dialog.contains(activeElement) && activeElement instanceof HTMLElement ? activeElement : null;
    const isAnew = dialog.open;
    if (isAnew) dialog.close();
    const stays = latestLeaves.current && held === null;
    // The browser moves the focus into a dialog that it shows, except into an inert one.
    dialog.inert = stays;
    if (mode === 'docked') dialog.show();
    else dialog.showModal();
    dialog.inert = false;
    raisePopups(dialog);
    if (isAnew && mode !== 'docked') raiseDialogs(dialog);
    if (!stays) (held ?? dialog.querySelector('h2'))?.focus();
    // A dialog that cannot take the focus leaves it nowhere.
    else if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }, [ref, open, mode]);
}

function useSheetKeys(
  ref: React.RefObject<HTMLDialogElement | null>,
  open: boolean,
  mode: Mode,
  ways: Pick<SideSheetProps, 'onClose' | 'onPrevious' | 'onNext'>,
) {
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (isForOthers(event, ref.current)) return;
      const { onClose, onPrevious, onNext } = latest.current;
      // A docked sheet leaves J and K to the list. The browser closes a modal dialog by itself.
      if (mode === 'docked' && event.key === 'Escape') onClose();
      else if (mode !== 'docked' && event.key === 'j' && onNext) onNext();
      else if (mode !== 'docked' && event.key === 'k' && onPrevious) onPrevious();
      else return;
      event.preventDefault();
    };
    // Handled before the list: Esc first closes the sheet, then clears the selection.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [ref, open, mode]);
}
