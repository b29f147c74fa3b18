import { useQueryClient, type Query } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { StepUpProvider } from '../../flows/step-up/StepUpProvider.tsx';
import { Drawer } from '../../kit/overlays/Drawer.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { shellPaths } from '../../paths.ts';
import { useMayEnter } from '../../session/account/guards.ts';
import { useEpoch } from '../../session/browser-session.ts';
import { hasJustClosed, usePerson } from '../../session/person.ts';
import { useSite } from '../../site.ts';
import { AccountSwitcher } from '../sidebar/AccountSwitcher.tsx';
import { Banners } from '../banners/Banners.tsx';
import { Footer } from './Footer.tsx';
import { Header } from '../header/Header.tsx';
import { Navigation } from '../sidebar/Navigation.tsx';
import { watchVersion } from '../new-version.ts';
import { OnboardingLink } from '../sidebar/OnboardingLink.tsx';
import { SessionGuard } from '../guards/SessionGuard.tsx';
import styles from '../layout.module.css';
import { toggleSimulator } from '../simulator.ts';
import { ShellWaiting } from './ShellWaiting.tsx';
import { useShortcuts, type PaletteView, type ShortcutAct } from '../palette/shortcuts.ts';
import { SimulatorButton } from '../sidebar/SimulatorButton.tsx';
import { Sidebar } from '../sidebar/Sidebar.tsx';
import { AccountSwitchContext } from '../sidebar/account-switch-context.ts';
import { useBanners } from '../banners/use-banners.ts';
import { useAccountSwitch } from '../sidebar/use-account-switch.ts';

/** Loaded when it is first opened. */
const Palette = lazy(() => import('../palette/Palette.tsx'));

interface ShellProps {
  tour: ReactNode;
  /** The simulator, if this installation has it. */
  simulator: ReactNode;
  /** Shown while accounts are switched, if the page needs no account. */
  waitingPage?: ReactNode;
  /** The page, if it is not the one of the route. */
  children?: ReactNode;
}

/** Everything around a page of a signed-in person: header, banners, sidebar, footer, and the watch over the session. */
export const Shell = (props: ShellProps) => (
  <StepUpProvider>
    <ShellOfAccount {...props} />
    <SessionGuard />
  </StepUpProvider>
);

function ShellOfAccount({ tour, simulator, waitingPage, children }: ShellProps) {
  useReloadOnSameAddress();
  useMoveFromClosedAccount();
  const { banners, retry } = useBanners();
  useEffect(watchVersion, []);
  const epoch = useEpoch();
  useEffect(() => watchEvents(epoch), [epoch]);
  const { switching, switchTo } = useAccountSwitch();
  // The drawer belongs to the page on which it was opened, so navigation closes it.
  const [drawerAt, setDrawerAt] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const person = usePerson();

  const [opened, setOpened] = useState<PaletteView | null>(null);
  useShortcuts(useShortcutActs(setOpened));

  // During a switch nothing of the previous account stays on the screen.
  if (switching) return <ShellWaiting page={waitingPage} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={() => main.current?.focus()}>
        {shellWords.skipToContent}
      </a>
      <div className={styles.top}>
        <Header onOpenNavigation={() => setDrawerAt(pathname)} onSearch={() => setOpened('palette')} />
        <Banners banners={banners} onRetry={retry} />
      </div>
      <Sidebar onSwitch={switchTo} />
      <NavigationDrawer open={drawerAt === pathname} onClose={() => setDrawerAt(null)} onSwitch={switchTo} />
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        <AccountSwitchContext value={switchTo}>{children ?? <Outlet />}</AccountSwitchContext>
      </main>
      <Footer person={person} />
      {tour}
      {simulator}
      {opened !== null && (
        <Suspense>
          <Palette opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} onSwitch={switchTo} />
        </Suspense>
      )}
    </div>
  );
}

/** Does what a shortcut says, and returns whether that is possible here. */
function useShortcutActs(open: (what: PaletteView) => void): (act: ShortcutAct) => boolean {
  const router = useRouter();
  const person = usePerson();
  const mayEnter = useMayEnter();
  const hasSimulator = useSite().simulator;
  const acts = useRef<(act: ShortcutAct) => boolean>(() => false);
  useEffect(() => {
    const enter = (pages: readonly (keyof typeof shellPaths)[]) => {
      const page = pages.find((each) => mayEnter(shellPaths[each], person));
      if (page === undefined) return false;
      void router.navigate({ href: shellPaths[page] });
      return true;
    };
    acts.current = (act) => {
      if (act.kind === 'go') return enter(act.pages);
      if (act.kind === 'simulator' && hasSimulator) toggleSimulator();
      if (act.kind === 'open') open(act.what);
      return act.kind === 'open' || hasSimulator;
    };
  });
  return useCallback((act) => acts.current(act), []);
}

/** Keeps the page up to date once it is shown. A restricted session gets no events, and its stream is refused. */
function watchEvents(epoch: string | null): () => void {
  const stop = new AbortController();
  const follow = async () => {
    const { followEvents } = await import('../../session/live/follow-events.ts');
    if (epoch !== null && !stop.signal.aborted) followEvents(epoch, stop.signal);
  };
  // Without it, the page stays as it was loaded.
  follow().catch(() => {});
  return () => stop.abort();
}

interface NavigationDrawerProps {
  open: boolean;
  onClose: () => void;
  onSwitch: (userId: string) => void;
}

/** The sidebar of narrow screens. */
function NavigationDrawer({ open, onClose, onSwitch }: NavigationDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} label={shellWords.navigation} closeLabel={shellWords.closeNavigation}>
      <AccountSwitcher onSwitch={onSwitch} />
      <OnboardingLink />
      <Navigation />
      <SimulatorButton onOpen={onClose} />
    </Drawer>
  );
}

/** With each page: if the account has been closed, the guards of the page enter another one. */
function useMoveFromClosedAccount(): void {
  const router = useRouter();
  useEffect(() => {
    const follow = async () => {
      if (await hasJustClosed()) await router.invalidate();
    };
    // Without an answer, the account stays until the next page.
    return router.subscribe('onResolved', ({ pathChanged }) => void (pathChanged && follow().catch(() => {})));
  }, [router]);
}

/**
 * Opening the current address loads its data again (specification section 2), except what the client may keep for a
 * minute: the router reports a second load of one visit in the same way.
 */
function useReloadOnSameAddress(): void {
  const router = useRouter();
  const queries = useQueryClient();
  useEffect(
    () =>
      router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
        if (fromLocation === undefined || hrefChanged) return;
        const isDue = (query: Query) => query.meta?.['isKeptForAMinute'] !== true || query.isStale();
        void queries.invalidateQueries({ refetchType: 'active', predicate: isDue });
      }),
    [router, queries],
  );
}
