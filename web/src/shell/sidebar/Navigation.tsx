import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../../kit/text/Icon.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { usePerson } from '../../session/person.ts';
import { useNavigationService } from '../navigation/navigation-service.ts';
import { isComingSoon } from '../navigation/coming-soon.ts';
import { titleOf } from '../window-title.ts';
import type { WaitingWork, Work } from './WaitingWork.tsx';
import styles from './Navigation.module.css';

/** Whether the page at hand is another item's that is below a path: then the item of the path is not the current one. */
const isDeeper = (path: string, items: readonly { path: string }[], pathname: string) =>
  items.some((item) => item.path.startsWith(`${path}/`) && `${pathname}/`.startsWith(`${item.path}/`));

/** The work that waits, and the part that reports it, which is loaded once the page is shown. */
function useWork() {
  const [work, onChange] = useState<Work | null>(null);
  const [Reporter, setReporter] = useState<typeof WaitingWork>();
  useEffect(() => {
    // Without it, the links have no numbers.
    import('./WaitingWork.tsx').then((part) => setReporter(() => part.WaitingWork)).catch(() => {});
  }, []);
  return [work, Reporter && <Reporter key="reporter" onChange={onChange} />] as const;
}

/** The pages open to a person, in groups. `compact` shows icons; the text stays for screen readers and on hover. */
export function Navigation({ compact = false }: { compact?: boolean }) {
  const service = useNavigationService();
  const soon = useId();
  const { pathname } = useLocation();
  const [work, reporter] = useWork();
  return (
    <nav aria-label={shellWords.navigation} className={styles.navigation} data-tour="navigation">
      {reporter}
      <span id={soon} hidden>
        {shellWords.soon}
      </span>
      {service.sidebar(usePerson(), useMayEnter()).map(({ group, items }) => {
        const heading = shellWords.groups[group];
        return (
          <div key={group} className={styles.group}>
            {heading !== null && (
              <p id={`navigation-${group}`} className={compact ? 'visually-hidden' : styles.heading}>
                {heading}
              </p>
            )}
            <ul aria-labelledby={heading === null ? undefined : `navigation-${group}`}>
              {items.map(({ page, path, icon, label = titleOf(path) }) => {
                const waiting = page === 'cards' ? work : null;
                return (
                  <li key={page}>
                    <Link
                      to={path}
                      activeOptions={{ exact: isDeeper(path, items, pathname) }}
                      className={styles.link}
                      title={compact ? (waiting?.name ?? label) : undefined}
                      aria-label={waiting?.name}
                      aria-describedby={isComingSoon(page) ? soon : undefined}
                    >
                      <Icon of={icon} />
                      <span className={compact ? 'visually-hidden' : styles.words}>{label}</span>
                      {waiting && [
                        ' ',
                        <span key="count" className={styles.count}>
                          {waiting.count}
                        </span>,
                      ]}
                      {isComingSoon(page) && !compact && (
                        <span className={styles.soon} aria-hidden="true">
                          {shellWords.soon}
                        </span>
                      )}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
