import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { StepUpProvider } from '../flows/step-up/StepUpProvider.tsx';
import { shellWords } from '../messages/en/shell.ts';
import { usePerson } from '../session/person.ts';
import { useReloadOnSameAddress } from './use-reload-on-same-address.ts';
import { Banners } from './Banners.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { NavigationDrawer } from './NavigationDrawer.tsx';
import { SessionGuard } from './SessionGuard.tsx';
import { ShellWaiting } from './ShellWaiting.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SwitchAccount } from './switch-account.ts';
import { useBanners } from './use-banners.ts';
import { watchVersion } from './new-version.ts';
import { useSwitchAccount } from './use-switch-account.ts';
import styles from './Shell.module.css';

interface ShellProps {
  tour: ReactNode;
  /** Shown while accounts are switched, if the page needs no account. */
  waitingPage?: ReactNode;
}

/** Everything around a page of a signed-in person: header, banners, sidebar, footer, and the watch over the session. */
export const Shell = (props: ShellProps) => (
  <StepUpProvider>
    <ShellOfAccount {...props} />
    <SessionGuard />
  </StepUpProvider>
);

function ShellOfAccount({ tour, waitingPage }: ShellProps) {
  useReloadOnSameAddress();
  const { banners, retry } = useBanners();
  useEffect(watchVersion, []);
  const { switching, switchTo } = useSwitchAccount();
  // The drawer belongs to the page it was opened on: going elsewhere closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const person = usePerson();

  // During a switch nothing of the previous account stays on the screen.
  if (switching) return <ShellWaiting page={waitingPage} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={() => main.current?.focus()}>
        {shellWords.skipToContent}
      </a>
      <div className={styles.top}>
        <Header onOpenNavigation={() => setDrawerAt(pathname)} />
        <Banners banners={banners} onRetry={retry} />
      </div>
      <Sidebar onSwitch={switchTo} />
      <NavigationDrawer open={drawerAt === pathname} onClose={() => setDrawerAt(null)} onSwitch={switchTo} />
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        <SwitchAccount value={switchTo}>
          <Outlet />
        </SwitchAccount>
      </main>
      <Footer person={person} />
      {tour}
    </div>
  );
}
