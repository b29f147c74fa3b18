import { Link } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Icon } from '../../kit/text/Icon.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { keysText } from '../../session/browser/keys-text.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { usePerson } from '../../session/person.ts';
import { HeaderBar } from './HeaderBar.tsx';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import styles from './Header.module.css';

interface HeaderProps {
  onOpenNavigation: () => void;
  onSearch: () => void;
}

/** Logo, search, main links, help and profile of a person. */
export function Header({ onOpenNavigation, onSearch }: HeaderProps) {
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
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onSearch}>
        <Icon of={Search} size={16} />
        <span>{shellWords.search}</span>
        <kbd aria-hidden="true">{keysText('Ctrl K')}</kbd>
      </button>
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
