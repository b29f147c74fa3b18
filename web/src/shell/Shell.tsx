import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { StepUpProvider } from '../flows/step-up/StepUpProvider.tsx';
import { shellWords } from '../messages/en/shell.ts';
import { usePerson } from '../session/person.ts';
import { useReloadOnSameAddress } from '../session/use-reload-on-same-address.ts';
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
import { TourGate } from './TourGate.tsx';
import { useSwitchAccount } from './use-switch-account.ts';
import styles from './Shell.module.css';

/** Everything around a page of a signed-in person: header, banners, sidebar, footer, and what watches the session. */
export const Shell = () => (
  <StepUpProvider>
    <ShellOfAccount />
    <SessionGuard />
  </StepUpProvider>
);

function ShellOfAccount() {
  useReloadOnSameAddress();
  const { banners, retry } = useBanners();
  useEffect(watchVersion, []);
  const { switching, switchTo } = useSwitchAccount();
  // The drawer belongs to the page it was opened on: going elsewhere closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const person = usePerson();

  // While accounts change hands, nothing of the one before stays on the screen.
  if (switching) return <ShellWaiting />;
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
      <TourGate />
    </div>
  );
}
