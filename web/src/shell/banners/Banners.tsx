import { Link, useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Icon } from '../../kit/text/Icon.tsx';
import { en } from '../../messages/en.ts';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { BannerLine } from './BannerLine.tsx';
import type { Banner } from './banners.ts';
import styles from './Banners.module.css';
import { useReason } from '../../session/PermittedButton.tsx';
import { dismissFees } from './use-banners.ts';

const words = shellWords.banners;

const seeFees = (
  <Link to={paths.dashboard} search={{ figure: 'fees-owed' }} className={styles.fees}>
    {words.seeFees}
  </Link>
);

interface BannersProps {
  banners: readonly Banner[];
  onRetry: () => void;
}

/** One line of 39 pixels for each banner, at every width: cut-off text opens over the page. */
export function Banners({ banners, onRetry }: BannersProps) {
  const { length } = banners;
  // The header is 60 pixels high and 39 more for each banner; theme/base.css and the sidebar depend on it.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--banners', String(length));
    return () => void document.documentElement.style.removeProperty('--banners');
  }, [length]);
  if (length === 0) return null;
  return (
    <section aria-label={words.region} className={styles.banners}>
      {banners.map(({ id, severity, text, action }) => (
        <BannerLine key={id} severity={severity} text={text} link={action?.kind === 'fees' && seeFees}>
          {action && <Act action={action} onRetry={onRetry} />}
        </BannerLine>
      ))}
    </section>
  );
}

type ActProps = Pick<BannersProps, 'onRetry'> & { action: NonNullable<Banner['action']> };

function Act({ action, onRetry }: ActProps) {
  const { pathname } = useLocation();
  switch (action.kind) {
    case 'accounts':
      return (
        <Link to={paths.externalAccounts} className={styles.act}>
          {action.label}
        </Link>
      );
    case 'validate':
      // On the page itself the banner only says what is left to do.
      return pathname === paths.validateExternalAccount ? null : (
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
      return <DismissFees />;
  }
}

function DismissFees() {
  const reason = useReason('outstanding-fees.dismiss');
  const act = { 'aria-label': words.dismissFees, onClick: () => void dismissFees() };
  return (
    <button
      type="button"
      className={styles.close}
      {...(reason === null
        ? act
        : { 'aria-disabled': true, 'aria-label': `${words.dismissFees}. ${reason}`, title: reason })}
    >
      <Icon of={X} size={16} />
    </button>
  );
}
