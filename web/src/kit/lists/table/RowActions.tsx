import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { MenuButton, type MenuEntry } from '../../overlays/menus/MenuButton.tsx';
import { Icon } from '../../text/Icon.tsx';
import styles from './RowActions.module.css';

interface RowActionsProps {
  /** The one button of the row. */
  children?: ReactNode;
  /** Further actions for the row. Without entries, the place stays empty. */
  more: {
    /** The name of the menu: 'More for Lena Fischer'. */
    label: string;
    entries: readonly MenuEntry[];
    onAction: (id: string) => void;
  };
}

/** The end of a row: its one button, and a menu of other actions, each in the same place in every row. */
export const RowActions = ({ children, more }: RowActionsProps) => (
  <div className={styles.actions}>
    {children}
    <span className={styles.more}>
      {more.entries.length > 0 && (
        <MenuButton {...more}>
          <Icon of={Ellipsis} size={18} />
        </MenuButton>
      )}
    </span>
  </div>
);
