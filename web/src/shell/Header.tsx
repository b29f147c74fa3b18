import { Link } from '@tanstack/react-router';
import { CircleHelp, Menu } from 'lucide-react';
import { Icon } from '../kit/Icon.tsx';
import { ProgramLogo } from '../kit/ProgramLogo.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../session/person.ts';
import { useSite } from '../site.ts';
import { ProfileMenu } from './ProfileMenu.tsx';
import layout from './Shell.module.css';
import styles from './Header.module.css';

/** Logo, main links, help and profile: 60 pixels at the top of every page. */
export function Header({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { supportUrl } = useSite().program;
  const { role } = usePerson();
  return (
    <header className={layout.bar}>
      <div className={layout.corner}>
        <button
          type="button"
          className={styles.open}
          aria-label={en.shell.openNavigation}
          aria-haspopup="dialog"
          onClick={onOpenNavigation}
        >
          <Icon of={Menu} size={20} />
        </button>
        <Link to="/" className={styles.logo}>
          <ProgramLogo />
        </Link>
      </div>
      <nav className={styles.links} aria-label={en.shell.headerNavigation}>
        <Link to={role === 'ADMIN' ? paths.transactions : paths.purchases} className={styles.link}>
          {en.pages.transactions}
        </Link>
      </nav>
      <div className={styles.end}>
        <a
          className={styles.help}
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
