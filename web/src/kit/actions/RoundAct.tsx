import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Icon } from '../text/Icon.tsx';
import { Spinner } from '../text/Spinner.tsx';
import styles from './RoundAct.module.css';

/** The class of a round act, for links that look like one. */
export const roundActClass = styles.act;

interface FaceProps {
  icon: LucideIcon;
  label: string;
  pending?: boolean;
}

/** The content of a round act: an icon in a circle, with its label below. */
export const RoundFace = ({ icon, label, pending = false }: FaceProps) => (
  <>
    <span className={styles.circle}>{pending ? <Spinner /> : <Icon of={icon} size={20} />}</span>
    <span>{label}</span>
  </>
);

interface RoundActProps extends FaceProps, Omit<ComponentProps<'button'>, 'children' | 'className' | 'disabled'> {
  /** Not available for now; it stays focusable. */
  unavailable?: boolean;
}

/** A round button in a row of acts, below what they act on, such as a card. */
export function RoundAct({ icon, label, pending = false, unavailable = false, onClick, ...rest }: RoundActProps) {
  const idle = pending || unavailable;
  return (
    <button
      type="button"
      {...rest}
      className={styles.act}
      aria-disabled={idle || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (!idle) onClick?.(event);
      }}
    >
      <RoundFace icon={icon} label={label} pending={pending} />
    </button>
  );
}
