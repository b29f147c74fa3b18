import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Panel.module.css';

interface PanelProps {
  /** The heading; it names the section. */
  title?: ReactNode;
  /** The name of a section whose heading is within. */
  label?: string;
  /** Buttons or links beside the heading. */
  actions?: ReactNode;
  /** Off for content that brings its own padding, such as a table. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A white panel with a one-pixel border: the background of all content on the canvas. */
export function Panel({ title, label, actions, padded = true, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={classNames(styles.panel, className)}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {actions}
        </div>
      )}
      <div className={padded ? styles.padded : undefined}>{children}</div>
    </section>
  );
}
