import { Globe } from 'lucide-react';
import { Icon } from '../../../kit/text/Icon.tsx';
import { drawingOf } from './browser-logos.tsx';
import styles from './BrowserLogo.module.css';

/** The browser's logo, or the default one. It is decoration: the name stands beside it. */
export function BrowserLogo({ family }: { family: string | null }) {
  const drawing = drawingOf(family);
  return (
    <span className={styles.logo} aria-hidden="true">
      {drawing === null ? (
        <Icon of={Globe} size={20} />
      ) : (
        <svg viewBox="0 0 24 24" width="24" height="24">
          {drawing}
        </svg>
      )}
    </span>
  );
}
