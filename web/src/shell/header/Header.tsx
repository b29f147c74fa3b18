import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { Icon } from '../../kit/text/Icon.tsx';
import { shellWords } from '../../messages/en/shell.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { usePerson } from '../../session/person.ts';
import { HeaderBar } from './HeaderBar.tsx';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import styles from './Header.module.css';

/** Logo, main links, help and profile of a person. */
export function Header({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const opener = (
    <button
      type="button"
      className={styles.open}
      aria-label={shellWords.openNavigation}
      aria-haspopup="dialog"
      data-tour="menu"
      onClick={onOpenNavigation}
    >
      <Icon of={Menu} size={20} />
    </button>
  );
  return (
    <HeaderBar before={opener} end={<ProfileMenu />}>
      <nav className={styles.links} aria-label={shellWords.headerNavigation}>
        {useNavigationService()
          .header(usePerson(), useMayEnter())
          .map(({ label, path }) => (
            <Link key={path} to={path} className={styles.link}>
              {label}
            </Link>
          ))}
      </nav>
    </HeaderBar>
  );
}
