import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Text } from 'react-aria-components/Menu';
import { Button } from 'react-aria-components/Button';
import { Popup } from '../Popup.tsx';
import { Icon } from '../../text/Icon.tsx';
import styles from './MenuButton.module.css';

export interface MenuEntry {
  id: string;
  icon: LucideIcon;
  label: string;
  /** A link; without it the entry is an action. */
  href?: string;
  /** Shown at the end of the entry, such as a count. */
  badge?: ReactNode;
  /**
   * Why it cannot be chosen now. The entry can still get the focus, so that the reason can be read, but does nothing.
   */
  reason?: string | null;
}

interface MenuButtonProps {
  /** What the button is called; it shows `children`. */
  label: string;
  children: ReactNode;
  /** Looks like this instead of round. */
  className?: string;
  /** Stands above the entries. */
  heading?: ReactNode;
  entries: readonly MenuEntry[];
  onAction: (id: string) => void;
}

/** A button, by default round, that opens a menu of links and actions. */
export function MenuButton({ label, children, className, heading, entries, onAction }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const chosen = useRef<string | null>(null);
  // While the menu is open the button is inert. A dialog that the action opens gives the focus back to it.
  useEffect(() => {
    const id = chosen.current;
    if (isOpen || id === null) return;
    chosen.current = null;
    trigger.current?.focus();
    onAction(id);
  }, [isOpen, onAction]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button ref={trigger} className={className ?? styles.button ?? ''}>
        <span className="visually-hidden">{label}</span>
        {children}
      </Button>
      <Popup className={styles.popup} placement="bottom end" offset={8}>
        {heading !== undefined && <div className={styles.heading}>{heading}</div>}
        <Menu
          className={styles.menu}
          items={entries}
          onAction={(key) => {
            const entry = entries.find(({ id }) => id === key);
            if (entry?.href === undefined && entry?.reason == null) chosen.current = String(key);
          }}
        >
          {({ id, icon, label: name, href, badge, reason }) =>
            reason == null ? (
              <MenuItem id={id} textValue={name} href={href} className={styles.entry}>
                <Icon of={icon} size={16} />
                {name}
                {badge !== undefined && <span className={styles.badge}>{badge}</span>}
              </MenuItem>
            ) : (
              <MenuItem
                id={id}
                textValue={name}
                className={styles.entry}
                shouldCloseOnSelect={false}
                // Without an address it is a `div`; the types allow for a link.
                render={(item) => <div {...(item as ComponentProps<'div'>)} aria-disabled />}
              >
                <Icon of={icon} size={16} />
                <span className={styles.words}>
                  <Text slot="label">{name}</Text>
                  <Text slot="description" className={styles.reason}>
                    {reason}
                  </Text>
                </span>
              </MenuItem>
            )
          }
        </Menu>
      </Popup>
    </MenuTrigger>
  );
}
