import { ProgramLogo } from '../../../shell/ProgramLogo.tsx';
import { en } from '../../../messages/en.ts';
import { paths } from '../../../paths.ts';
import { useOwedLogout } from '../../../session/use-owed-logout.ts';
import { OwedLogout } from '../../../shell/OwedLogout.tsx';
import { useSite } from '../../../site.ts';
import { Announcements } from '../../../flows/service/Announcements.tsx';
import { InService } from '../../../flows/service/InService.tsx';
import styles from './LoginPage.module.css';
import { SignInFlow } from '../../../flows/sign-in/SignInFlow.tsx';
import { Splash } from './Splash.tsx';

/** /login and /login/{customSlug}: the program's face, the sign-in, the splash (specification, section 2). */
export function LoginPage() {
  const { program, announcements, embeddedDelivery } = useSite();
  const owed = useOwedLogout();
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <ProgramLogo />
        </header>
        <main className={styles.column}>
          <OwedLogout {...owed} />
          <InService>
            <Announcements announcements={announcements} />
            <SignInFlow />
          </InService>
        </main>
        <footer className={styles.foot}>
          <a href={program.supportUrl}>{en.login.help}</a>
          {embeddedDelivery && <a href={paths.outbox}>{en.login.outbox}</a>}
        </footer>
      </div>
      <Splash variant={program.splashVariant} imageUrl={program.splashImageUrl} />
    </div>
  );
}
