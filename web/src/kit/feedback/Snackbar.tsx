import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { kitWords } from '../../messages/en/kit/kit.ts';
import { classNames } from '../class-names.ts';
import { CorrelationId } from './CorrelationId.tsx';
import { Icon } from '../text/Icon.tsx';
import { severityIcons } from './Notice.tsx';
import { dismissSnackbar, lifetimeMs, snackbars, type ShownSnackbar } from './snackbar-store.ts';
import styles from './Snackbar.module.css';

export { dismissSnackbar, showSnackbar } from './snackbar-store.ts';

/**
 * The container of snackbars, once in a page. Its live regions exist from the start, so that messages are announced.
 */
export function SnackbarRegion() {
  const shown = useSyncExternalStore(snackbars.subscribe, snackbars.snapshot, snackbars.serverSnapshot);
  const region = useRef<HTMLElement>(null);
  const doesOneStay = shown.some((message) => lifetimeMs(message) === null);
  useEffect(() => {
    // The page grows only for snackbars that stay until they are dismissed.
    document.documentElement.style.setProperty('--snackbars-kept', doesOneStay ? 'var(--snackbars, 0px)' : '0px');
  }, [doesOneStay]);
  useEffect(() => {
    // `--snackbars` is the height that they cover at the bottom, so that they do not cover the focus.
    const observer = new ResizeObserver(() => {
      const height = region.current?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--snackbars', height > 0 ? `calc(${height}px + var(--s4))` : '0px');
    });
    observer.observe(region.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={region} className={styles.region} aria-label={kitWords.notifications}>
      <div role="alert" className={styles.list}>
        {shown.filter(isUrgent).map((message) => (
          <Snackbar key={message.id} message={message} />
        ))}
      </div>
      <div role="status" className={styles.list}>
        {shown
          .filter((message) => !isUrgent(message))
          .map((message) => (
            <Snackbar key={message.id} message={message} />
          ))}
      </div>
    </section>
  );
}

const isUrgent = ({ severity }: ShownSnackbar) => severity === 'warning' || severity === 'error';

function Snackbar({ message }: { message: ShownSnackbar }) {
  const [held, setHeld] = useState(false);
  const stays = lifetimeMs(message);
  useEffect(() => {
    if (held || stays === null) return undefined;
    const timer = setTimeout(() => dismissSnackbar(message.id), stays);
    return () => clearTimeout(timer);
  }, [held, stays, message.id]);
  const { severity, text, action, correlationId } = message;
  return (
    <div
      className={classNames(styles.snackbar, styles[severity])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={severityIcons[severity]} className={styles.icon} />
      <div className={styles.words}>
        <p>{text}</p>
        {correlationId != null && <CorrelationId value={correlationId} />}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissSnackbar(message.id);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={kitWords.dismiss}
        onClick={() => dismissSnackbar(message.id)}
      >
        <Icon of={X} size={16} />
      </button>
    </div>
  );
}
