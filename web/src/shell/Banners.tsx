import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { classNames } from '../kit/class-names.ts';
import { Icon } from '../kit/Icon.tsx';
import { severityIcons } from '../kit/Notice.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import type { Banner } from './banners.ts';
import styles from './Banners.module.css';
import { dismissFees } from './use-banners.ts';

const words = en.shell.banners;

interface BannersProps {
  banners: readonly Banner[];
  onRetry: () => void;
  /** A banner that goes takes the focus with it, unless it is put somewhere. */
  onDismissed: () => void;
}

/** One line of 39 pixels for each banner; on narrow screens the words wrap. */
export function Banners({ banners, onRetry, onDismissed }: BannersProps) {
  if (banners.length === 0) return null;
  return (
    <section aria-label={words.region}>
      {banners.map(({ id, severity, text, action }) => (
        <div key={id} className={classNames(styles.banner, styles[severity])}>
          <Icon of={severityIcons[severity]} size={16} />
          <p className={styles.words}>{text}</p>
          {action && <Act action={action} onRetry={onRetry} onDismissed={onDismissed} />}
        </div>
      ))}
    </section>
  );
}

type ActProps = Pick<BannersProps, 'onRetry' | 'onDismissed'> & { action: NonNullable<Banner['action']> };

function Act({ action, onRetry, onDismissed }: ActProps) {
  switch (action.kind) {
    case 'accounts':
      return (
        <Link to={paths.externalAccounts} className={styles.act}>
          {words.reconnect}
        </Link>
      );
    case 'validate':
      return (
        <Link to={paths.validateExternalAccount} state={{ primaryBank: { id: action.bankId } }} className={styles.act}>
          {words.validate}
        </Link>
      );
    case 'retry':
      return (
        <button type="button" className={styles.act} onClick={onRetry}>
          {en.kit.retry}
        </button>
      );
    default:
      return (
        <button
          type="button"
          className={styles.close}
          aria-label={words.dismissFees}
          onClick={() => {
            onDismissed();
            void dismissFees();
          }}
        >
          <Icon of={X} size={16} />
        </button>
      );
  }
}
