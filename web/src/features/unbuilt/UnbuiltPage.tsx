import { Link, useMatches } from '@tanstack/react-router';
import { buttonClass } from '../../kit/Button.tsx';
import { en } from '../../messages/en.ts';
import { paths } from '../../paths.ts';
import type { PageName } from '../../routes/table.ts';
import { seemsSignedIn } from '../../session/seems-signed-in.ts';
import { Message } from '../../shell/Message.tsx';
import { PublicFrame } from '../../shell/PublicFrame.tsx';
import styles from './UnbuiltPage.module.css';

/** A page of the route table that is not built: its title, one honest sentence, and nothing else (reading 21). */
export function UnbuiltPage() {
  const page = usePageName();
  return (
    <div className={styles.page}>
      <h1>{en.pages[page]}</h1>
      <p className={styles.sentence}>{sentenceOf(page)}</p>
    </div>
  );
}

/** The same without the shell, with a way back. */
export function BareUnbuiltPage() {
  const page = usePageName();
  const { toDashboard, toLogin } = en.shell.back;
  const signedIn = seemsSignedIn();
  return (
    <PublicFrame>
      <Message title={en.pages[page]} text={sentenceOf(page)}>
        <Link className={buttonClass()} to={signedIn ? paths.dashboard : paths.login}>
          {signedIn ? toDashboard : toLogin}
        </Link>
      </Message>
    </PublicFrame>
  );
}

const usePageName = (): PageName => useMatches({ select: (matches) => matches.at(-1)?.staticData.page }) ?? 'notFound';

const sentenceOf = (page: PageName) => (page in en.unbuilt ? en.unbuilt[page as keyof typeof en.unbuilt] : '');
