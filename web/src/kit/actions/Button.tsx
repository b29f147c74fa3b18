import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from '../class-names.ts';
import { Spinner } from '../text/Spinner.tsx';

interface Look {
  /** `primary`: at most once in a view (visual language, rule 1). `danger`: only in a confirming dialog. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'md' | 'lg';
  /** As wide as its container. */
  full?: boolean;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'md', full = false }: Look = {}): string {
  return classNames(styles.button, styles[variant], size === 'lg' && styles.lg, full && styles.full);
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'disabled'> {
  /** While sending: shows a spinner, and presses do nothing. */
  pending?: boolean;
  /** The text that screen readers read while `pending`, instead of the button's text. */
  pendingLabel?: string;
  /** Unavailable for now. The button stays focusable, so that its reason can be read, and presses do nothing. */
  unavailable?: boolean;
  /**
   * For the server's HTML, before hydration: the button looks ready, and a press cannot be lost while the page loads.
   */
  notYet?: boolean;
}

/** A button, by default with `type="button"`. It is never removed from the tab order. */
export function Button({
  variant,
  size,
  full,
  pending = false,
  pendingLabel,
  unavailable = false,
  notYet = false,
  className,
  children,
  onClick,
  onMouseDown,
  ...rest
}: ButtonProps) {
  const idle = pending || unavailable;
  return (
    <button
      type="button"
      {...rest}
      data-variant={variant}
      className={classNames(buttonClass({ variant, size, full }), pending && styles.pending, className)}
      disabled={notYet}
      aria-disabled={idle || undefined}
      onMouseDown={(event) => {
        onMouseDown?.(event);
        // The press leaves a field, whose error may then appear below it and move the button away from the press.
        if (rest.type === 'submit') event.preventDefault();
      }}
      onClick={(event) => {
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.words} aria-hidden={(pending && pendingLabel !== undefined) || undefined}>
        {children}
      </span>
      {pending && (
        <span className={styles.spin}>
          <Spinner />
          {pendingLabel !== undefined && <span className="visually-hidden">{pendingLabel}</span>}
        </span>
      )}
    </button>
  );
}
