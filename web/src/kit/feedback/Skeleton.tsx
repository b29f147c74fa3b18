import { classNames } from '../class-names.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** `short`, `medium` and `long` are lines of text in the font around them; `block` fills its container. */
  shape?: 'short' | 'medium' | 'long' | 'block' | 'circle';
}

/**
 * A place holder with the geometry of what is coming. It is hidden from screen readers: the container says `aria-busy`
 * and a status says what is loading.
 */
export function Skeleton({ shape = 'medium' }: SkeletonProps) {
  const isText = shape !== 'block' && shape !== 'circle';
  return <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape], isText && styles.text)} />;
}
