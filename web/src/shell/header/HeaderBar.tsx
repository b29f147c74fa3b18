import { Link } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/text/Icon.tsx';
import { ProgramLogo } from './ProgramLogo.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { useSite } from '../../site.ts';
import layout from '../layout.module.css';
import styles from './Header.module.css';

interface HeaderBarProps {
  /** Before the logo. */
  before?: ReactNode;
  /** Between logo and help. */
  children?: ReactNode;
  /** After help, at the end. */
  end: ReactNode;
}

/** The 60 pixels at the top of every page: logo and help, which need nobody, and the person's own part. */
export function HeaderBar({ before, children, end }: HeaderBarProps) {
  const { supportUrl } = useSite().program;
  return (
    <header className={layout.bar}>
      <div className={layout.corner}>
        {before}
        <Link to="/" className={styles.logo}>
          <ProgramLogo />
        </Link>
      </div>
      {children}
      <div className={styles.end}>
        <a
          className={styles.help}
          data-tour="help"
          href={supportUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={shellWords.helpOpens}
          title={shellWords.help}
        >
          <Icon of={CircleHelp} size={20} />
        </a>
        {end}
      </div>
    </header>
  );
}
