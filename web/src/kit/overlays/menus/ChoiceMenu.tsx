import { Check, type LucideIcon } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Button } from 'react-aria-components/Button';
import { Popup } from '../Popup.tsx';
import { Icon } from '../../text/Icon.tsx';
import { iconButtonClass } from '../../actions/IconButton.tsx';
import styles from './MenuButton.module.css';

interface ChoiceMenuProps {
  icon: LucideIcon;
  /** The name of the choice: the button's name, its tooltip, and the menu's name. */
  label: string;
  options: readonly { id: string; label: string }[];
  chosen: ReadonlySet<string>;
  /** Any number of options can be chosen. Otherwise exactly one, and the menu closes after the choice. */
  multiple?: boolean;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** An icon button that opens a menu whose entries can be switched on and off. */
export function ChoiceMenu({ icon, label, options, chosen, multiple = false, onChoose }: ChoiceMenuProps) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={iconButtonClass}>
        <Icon of={icon} size={18} />
      </Button>
      <Popup className={styles.popup} placement="bottom end">
        <Menu
          aria-label={label}
          className={styles.menu}
          items={options}
          selectionMode={multiple ? 'multiple' : 'single'}
          disallowEmptySelection={!multiple}
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChoose(new Set([...keys].map(String)))}
        >
          {(option) => (
            <MenuItem id={option.id} textValue={option.label} className={styles.entry}>
              <span className={styles.mark}>
                <Icon of={Check} size={16} />
              </span>
              {option.label}
            </MenuItem>
          )}
        </Menu>
      </Popup>
    </MenuTrigger>
  );
}
