import { Popover, PopoverContext, type PopoverProps } from 'react-aria-components/Popover';
import { useSlottedContext } from 'react-aria-components/slots';
import { classNames } from '../class-names.ts';
import styles from './Popup.module.css';

interface PopupProps extends Omit<PopoverProps, 'className' | 'offset'> {
  className?: string | undefined;
  /** Between it and its button, in pixels. */
  offset?: number;
}

/**
 * The panel of a menu, a list or an editor beside its button. A modal dialog makes the rest of the page inert and cuts
 * off content larger than itself, so the panel of a button inside a dialog is in the dialog's tree and in the browser's
 * top layer; that of a button in something docked shares its appearance.
 */
export function Popup({ className, offset = 6, ...props }: PopupProps) {
  const context = useSlottedContext(PopoverContext);
  const button = (props.triggerRef ?? context?.triggerRef)?.current;
  const dialog = button?.closest<HTMLElement>('dialog, [data-dock]');
  return (
    <Popover
      {...props}
      {...(dialog && { ref: showOnTop, UNSTABLE_portalContainer: dialog })}
      offset={offset}
      className={classNames(styles.popup, className)}
    />
  );
}

function showOnTop(popup: HTMLElement | null) {
  if (!popup) return;
  popup.popover = 'manual';
  popup.showPopover();
}
