import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../text/Icon.tsx';
import styles from './IconButton.module.css';

/** The class of a square button with an icon, for the buttons of the widget library. */
export const iconButtonClass = styles.button;

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'disabled'> {
  icon: LucideIcon;
  /** Its action: its name, and its tooltip. */
  label: string;
  /** Unavailable for now. The button stays focusable. */
  unavailable?: boolean;
}

/** A square button that shows an icon alone. */
export function IconButton({ icon, label, unavailable = false, className, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      aria-disabled={unavailable || undefined}
      className={classNames(styles.button, className)}
      onClick={(event) => {
        if (!unavailable) onClick?.(event);
      }}
    >
      <Icon of={icon} size={18} />
    </button>
  );
}
