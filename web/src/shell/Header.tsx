import { Link } from '@tanstack/react-router';
import { CircleHelp, Menu } from 'lucide-react';
import { Icon } from '../kit/Icon.tsx';
import { ProgramLogo } from '../kit/ProgramLogo.tsx';
import { en } from '../messages/en.ts';
import { usePerson } from '../session/person.ts';
import { useSite } from '../site.ts';
import { useNavigationService } from './navigation-service.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import layout from './Shell.module.css';
import styles from './Header.module.css';

/** Logo, main links, help and profile: 60 pixels at the top of every page. */
export function Header({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { supportUrl } = useSite().program;
  return (
    <header className={layout.bar}>
      <div className={layout.corner}>
        <button
          type="button"
          className={styles.open}
          aria-label={en.shell.openNavigation}
          aria-haspopup="dialog"
          data-tour="menu"
          onClick={onOpenNavigation}
        >
          <Icon of={Menu} size={20} />
        </button>
        <Link to="/" className={styles.logo}>
          <ProgramLogo />
        </Link>
      </div>
      <nav className={styles.links} aria-label={en.shell.headerNavigation}>
        {useNavigationService()
          .header(usePerson())
          .map(({ label, path }) => (
            <Link key={path} to={path} className={styles.link}>
              {label}
            </Link>
          ))}
      </nav>
      <div className={styles.end}>
        <a
          className={styles.help}
          data-tour="help"
          href={supportUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={en.shell.helpOpens}
          title={en.shell.help}
        >
          <Icon of={CircleHelp} size={20} />
        </a>
        <ProfileMenu />
      </div>
    </header>
  );
}
