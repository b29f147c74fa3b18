import { classNames } from '../class-names.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** `short`, `medium` and `long` are lines of text in the font around them; `block` fills its container. */
  shape?: 'short' | 'medium' | 'long' | 'block' | 'circle';
}

/**
 * A placeholder with the geometry of the content. It is hidden from screen readers: the container has `aria-busy` and a
 * status names what is loading.
 */
export function Skeleton({ shape = 'medium' }: SkeletonProps) {
  const isText = shape !== 'block' && shape !== 'circle';
  return <span aria-hidden="true" className={classNames(styles.skeleton, styles[shape], isText && styles.text)} />;
}

/** Stands for what is read from top to bottom: a heading with a few lines. */
export const SkeletonLines = () => (
  <>
    {(['long', 'medium', 'long', 'long'] as const).map((shape, line) => (
      <Skeleton key={line} shape={shape} />
    ))}
  </>
);
