import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components';
import { Popup } from './Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import styles from './MenuButton.module.css';

export interface MenuEntry {
  id: string;
  icon: LucideIcon;
  label: string;
  /** A link; without it the entry is an action. */
  href?: string;
  /** Stands at the end of the entry, such as a count. */
  badge?: ReactNode;
}

interface MenuButtonProps {
  /** What the button is called; it shows `children`. */
  label: string;
  children: ReactNode;
  /** Stands above the entries. */
  heading?: ReactNode;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
}

/** A round button that opens a menu of links and actions. */
export function MenuButton({ label, children, heading, entries, onAction }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <Button className={styles.button}>
        <span className="visually-hidden">{label}</span>
        {children}
      </Button>
      <Popup className={styles.popup} placement="bottom end" offset={8}>
        {heading !== undefined && <div className={styles.heading}>{heading}</div>}
        <Menu
          className={styles.menu}
          items={entries}
          onAction={(key) => {
            if (entries.find(({ id }) => id === key)?.href === undefined) onAction(String(key));
          }}
        >
          {({ id, icon, label: name, href, badge }) => (
            <MenuItem id={id} textValue={name} href={href} className={styles.entry}>
              <Icon of={icon} size={16} />
              {name}
              {badge !== undefined && <span className={styles.badge}>{badge}</span>}
            </MenuItem>
          )}
        </Menu>
      </Popup>
    </MenuTrigger>
  );
}
