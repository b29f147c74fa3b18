import { Link, useMatches, useRouteContext } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { en } from '../../../messages/en.ts';
import { shellWords } from '../../../messages/en/shell.ts';
import { comingSoonWords } from '../../../messages/en/coming-soon.ts';
import { paths } from '../../../paths.ts';
import type { PageName } from '../../../routes/table.ts';
import { seemsSignedIn } from '../../../session/seems-signed-in.ts';
import { Message } from '../../../shell/Message.tsx';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';
import styles from './ComingSoonPage.module.css';

/** A page of the route table that is not built: its title, one honest sentence, and nothing else (reading 21). */
export function ComingSoonPage() {
  const page = usePageName();
  const { person } = useRouteContext({ strict: false });
  if (!person) return <WithWayBack page={page} />;
  return (
    <div className={styles.page}>
      <h1>{en.pages[page]}</h1>
      <p className={styles.sentence}>{sentenceOf(page)}</p>
    </div>
  );
}

/** The same where no frame stands around it. */
export function BareComingSoonPage() {
  return (
    <PublicFrame>
      <WithWayBack page={usePageName()} />
    </PublicFrame>
  );
}

function WithWayBack({ page }: { page: PageName }) {
  const { toDashboard, toLogin } = shellWords.back;
  const signedIn = seemsSignedIn();
  return (
    <Message title={en.pages[page]} text={sentenceOf(page)}>
      <Link className={buttonClass()} to={signedIn ? paths.dashboard : paths.login}>
        {signedIn ? toDashboard : toLogin}
      </Link>
    </Message>
  );
}

const usePageName = (): PageName => useMatches({ select: (matches) => matches.at(-1)?.staticData.page }) ?? 'notFound';

const sentences: Readonly<Record<string, string>> = comingSoonWords;
const sentenceOf = (page: PageName) => sentences[page] ?? '';
