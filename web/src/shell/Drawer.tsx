import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Icon } from '../kit/Icon.tsx';
import { en } from '../messages/en.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { Navigation } from './Navigation.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  onSwitch: (userId: string) => void;
}

/** The sidebar of narrow screens, on the native `<dialog>`: focus stays inside and returns, Esc and a press outside close it. */
export function Drawer({ open, onClose, onSwitch }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [open]);
  return (
    // A press outside hits the element itself, never its content. Esc is the keyboard's way to do the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={styles.drawer}
      aria-label={en.shell.navigation}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className={styles.content}>
          <button type="button" className={styles.close} aria-label={en.shell.closeNavigation} onClick={onClose}>
            <Icon of={X} size={20} />
          </button>
          <AccountSwitcher onSwitch={onSwitch} />
          <Navigation />
        </div>
      )}
    </dialog>
  );
}
