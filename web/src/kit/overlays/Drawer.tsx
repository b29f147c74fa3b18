import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from '../text/Icon.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** What the drawer is called. */
  label: string;
  closeLabel: string;
  /** The edge of the drawer. A drawer at the right is wider, for content to read. */
  side?: 'left' | 'right';
  children: ReactNode;
}

/** A panel at an edge, over the page: focus stays inside and returns, Esc and a press outside close it. */
export function Drawer({ open, onClose, label, closeLabel, side = 'left', children }: DrawerProps) {
  return (
    <ModalOverlay isOpen={open} onOpenChange={(next) => !next && onClose()} isDismissable className={styles.scrim}>
      <Modal className={styles.panel} data-side={side}>
        <Dialog aria-label={label} className={styles.content}>
          <Button className={styles.close} aria-label={closeLabel} onPress={onClose}>
            <Icon of={X} size={20} />
          </Button>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
