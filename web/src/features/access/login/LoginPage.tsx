import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react';
import { ProgramLogo } from '../../../shell/header/ProgramLogo.tsx';
import { en } from '../../../messages/en.ts';
import { paths } from '../../../paths.ts';
import { usePendingLogout } from '../../../session/pending-logout.ts';
import { PendingLogoutMessage } from '../../../shell/guards/PendingLogoutMessage.tsx';
import { useSite } from '../../../site.ts';
import { Announcements } from '../../../flows/service/Announcements.tsx';
import { InService } from '../../../flows/service/InService.tsx';
import type { DemoLogin } from './DemoDrawer.tsx';
import styles from './LoginPage.module.css';
import { SignInFlow } from '../../../flows/sign-in/SignInFlow.tsx';
import { Splash } from './splash/Splash.tsx';

const SignedInElsewhere = lazy(async () => ({
  default: (await import('../../../shell/guards/SignedInElsewhere.tsx')).SignedInElsewhere,
}));
const DemoDrawer = lazy(() => import('./DemoDrawer.tsx'));

const neverChanges = () => () => {};
const inTheBrowser = () => true;
const onTheServer = () => false;

/** The sign-in of the installation itself: no customer has that slug, and the browser forgets the one it remembered. */
const ownLogin = `${paths.login}/florin` as const;

/** /login and /login/{customSlug}: the program's branding, the sign-in, the splash (specification, section 2). */
export function LoginPage() {
  const { program, announcements, embeddedDelivery, demoData } = useSite();
  const pendingLogout = usePendingLogout();
  const [isDemoOpen, setDemoOpen] = useState(false);
  const [demoLogin, setDemoLogin] = useState<DemoLogin | null>(null);
  // The page that the server sends is complete without what is loaded later.
  const isAlive = useSyncExternalStore(neverChanges, inTheBrowser, onTheServer);
  useEffect(() => {
    if (demoLogin) fillIn(demoLogin);
  }, [demoLogin]);
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <ProgramLogo />
        </header>
        <main className={styles.column}>
          <PendingLogoutMessage {...pendingLogout} />
          {isAlive && (
            <Suspense>
              <SignedInElsewhere />
            </Suspense>
          )}
          <InService>
            <Announcements announcements={announcements} />
            {/* A demo person starts from an empty form, at whichever step it was. */}
            <SignInFlow key={demoLogin?.username} />
          </InService>
        </main>
        <footer className={styles.foot}>
          <a href={program.supportUrl}>{en.login.help}</a>
          {program.canBeLeft && <a href={ownLogin}>{en.login.leaveProgram(program.name)}</a>}
          {embeddedDelivery && <a href={paths.outbox}>{en.login.outbox}</a>}
          {demoData && (
            <button type="button" onClick={() => setDemoOpen(true)}>
              {en.login.demoPeople}
            </button>
          )}
        </footer>
      </div>
      {isDemoOpen && (
        <Suspense>
          <DemoDrawer
            onClose={() => setDemoOpen(false)}
            onPick={(login) => {
              setDemoOpen(false);
              setDemoLogin({ ...login });
            }}
          />
        </Suspense>
      )}
      <Splash variant={program.splashVariant} imageUrl={program.splashImageUrl} />
    </div>
  );
}

/** The fields have their own state. Focus goes to the form's button, the next thing to press. */
function fillIn(login: DemoLogin) {
  const form = document.querySelector<HTMLInputElement>('input[name="username"]')?.form;
  for (const [name, value] of Object.entries(login)) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = value;
  }
  form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();
}
