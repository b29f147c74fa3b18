import { openFundsVerification, verifyFunds } from '@florin/contract/money/external-accounts';
import type { Success } from '@florin/contract/endpoint';
import { useEffect, useState } from 'react';
import { call, CallFailure } from '../../../api.ts';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { shellWords } from '../../../messages/en/shell/shell.ts';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import { paths } from '../../../paths.ts';
import { linkSecret, takeLinkSecret } from '../../../session/browser/link-secret.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { AmountsForm } from './AmountsForm.tsx';
import styles from './external-accounts.module.css';
import { Outcome } from './Outcome.tsx';

const { amounts: words, funds } = externalAccountsWords;
type About = Success<typeof openFundsVerification>['body'];
type Lookup =
  | { kind: 'about'; about: About }
  | { kind: 'worthless' }
  | { kind: 'failure'; correlationId: string | null };

/** /funds-verification: the same validation for the holder of the mailed link who reads the statements; no login. */
export function FundsVerificationPage() {
  const { code, opened } = useLinkCode();
  return (
    <PublicFrame>{code === null ? <NoForm text={funds.noLink} /> : <ByLink key={opened} code={code} />}</PublicFrame>
  );
}

/** The code of the link. Opened in the tab of the page itself, it loads nothing: only the # changes. */
function useLinkCode() {
  const [link, setLink] = useState(() => ({ code: linkSecret('fundsVerification'), opened: 0 }));
  useEffect(() => {
    const take = () => {
      if (takeLinkSecret()) setLink(({ opened }) => ({ code: linkSecret('fundsVerification'), opened: opened + 1 }));
    };
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return link;
}

function NoForm({ text }: { text: string }) {
  const { toDashboard, toLogin } = shellWords.back;
  const signedIn = seemsSignedIn();
  return (
    <Message title={pageTitles.fundsVerification} text={text}>
      <a className={buttonClass()} href={signedIn ? paths.dashboard : paths.login}>
        {signedIn ? toDashboard : toLogin}
      </a>
    </Message>
  );
}

async function open(code: string): Promise<Lookup> {
  try {
    const answer = await call(openFundsVerification, { body: { code } });
    if (answer.ok) return { kind: 'about', about: answer.body };
    const isWorthless = answer.code === 'FUNDS_LINK_INVALID' || answer.code === 'VALIDATION';
    return isWorthless ? { kind: 'worthless' } : { kind: 'failure', correlationId: answer.correlationId };
  } catch (error) {
    return { kind: 'failure', correlationId: error instanceof CallFailure ? error.correlationId : null };
  }
}

function ByLink({ code }: { code: string }) {
  const [found, setFound] = useState<Lookup | null>(null);
  useEffect(() => {
    if (found !== null) return undefined;
    let isHere = true;
    void open(code).then((answer) => isHere && setFound(answer));
    return () => {
      isHere = false;
    };
  }, [code, found]);
  if (found?.kind === 'worthless') return <NoForm text={funds.invalid} />;
  return (
    <div className={styles.card}>
      <h1>{pageTitles.fundsVerification}</h1>
      {found === null && (
        <p role="status" className={styles.waiting}>
          <Spinner />
          {funds.opening}
        </p>
      )}
      {found?.kind === 'failure' && (
        <Failure text={funds.failed} correlationId={found.correlationId} onRetry={() => setFound(null)} />
      )}
      {found?.kind === 'about' && <Verification code={code} about={found.about} />}
    </div>
  );
}

function Verification({ code, about }: { code: string; about: About }) {
  const { businessName, bankName, accountLast4, depositsSent } = about;
  const { pending, message, say, submit } = useSubmission();
  const [tries, setTries] = useState(about.triesLeft);
  const [isDone, setDone] = useState(false);
  const attempt = async (amounts: [number, number]) => {
    const answer = await submit(verifyFunds, { body: { code, amounts } });
    if (answer === null) return;
    if (answer.ok) setDone(true);
    else if (answer.code === 'DEPOSIT_AMOUNTS_WRONG') {
      setTries(answer.body.TriesLeft);
      say({ severity: 'error', text: words.wrong(answer.body.TriesLeft), correlationId: null });
    } else if (answer.code === 'VALIDATION_LOCKED') setTries(0);
  };
  if (isDone || tries === 0)
    return (
      <Outcome isDone={isDone} bankName={bankName} last4={accountLast4}>
        <p className={styles.text}>{funds.close}</p>
      </Outcome>
    );
  return (
    <div className={styles.form}>
      <p className={styles.text}>{funds.for(businessName)}</p>
      <p className={styles.text}>{words.intro(bankName, accountLast4)}</p>
      {!depositsSent && <p className={styles.text}>{words.notSent}</p>}
      <StatusTag tone="warn">{words.triesLeft(tries)}</StatusTag>
      <AmountsForm pending={pending} message={message} onTry={attempt} />
    </div>
  );
}
