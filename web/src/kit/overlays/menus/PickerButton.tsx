import { Check } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, ListBox, ListBoxItem } from 'react-aria-components/Select';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popup } from '../Popup.tsx';
import { Icon } from '../../text/Icon.tsx';
import styles from './PickerButton.module.css';

const VirtualRows = lazy(async () => ({ default: (await import('./VirtualRows.tsx')).VirtualRows }));
/** A longer list renders its visible rows only. */
const rowsAtMost = 100;

export interface PickerOption {
  id: string;
  /** The text that typing finds and screen readers read. */
  text: string;
  content: ReactNode;
  disabled: boolean;
}

/** As in the style sheet. On narrow screens a row has a third line. */
const optionHeightPixels = () => (window.matchMedia('(max-width: 899px)').matches ? 80 : 60);

interface PickerButtonProps {
  /** What the button does. Its content shows the picked thing. */
  label: string;
  /** The content of the button. */
  children: ReactNode;
  className?: string;
  /** What the list is called. */
  listLabel: string;
  options: readonly PickerOption[];
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  /** Below the list; `close` closes the popover. */
  renderFooter: (close: () => void) => ReactNode;
}

/**
 * A button that opens a list to pick one thing from. A list with more than five rows scrolls, which half a visible row
 * indicates.
 */
export function PickerButton(props: PickerButtonProps) {
  const { label, children, className, listLabel, options, selectedId, onSelect, renderFooter } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const list = (
    <ListBox
      className={styles.list}
      aria-label={listLabel}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened list takes the focus, as a menu does
      autoFocus
      items={options}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={selectedId === undefined ? [] : [selectedId]}
      disabledKeys={options.filter((option) => option.disabled).map(({ id }) => id)}
      onSelectionChange={(keys) => {
        close();
        const [picked] = keys;
        if (picked !== undefined && picked !== selectedId) onSelect(String(picked));
      }}
    >
      {({ id, text, content }) => (
        <ListBoxItem id={id} textValue={text} className={styles.option}>
          {content}
          <span className={styles.mark}>
            <Icon of={Check} size={16} />
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button className={className}>
        <span className="visually-hidden">{label}</span>
        {children}
      </Button>
      <Popup className={styles.popup} placement="bottom start" aria-label={listLabel}>
        {options.length > rowsAtMost ? (
          <Suspense fallback={null}>
            <VirtualRows rowPixels={optionHeightPixels()}>{list}</VirtualRows>
          </Suspense>
        ) : (
          list
        )}
        <div className={styles.footer}>{renderFooter(close)}</div>
      </Popup>
    </DialogTrigger>
  );
}
