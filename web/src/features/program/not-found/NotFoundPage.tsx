import { useState } from 'react';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { shellWords } from '../../../messages/en/shell.ts';
import { paths } from '../../../paths.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { Message } from '../../../shell/Message.tsx';
import { PublicFrame } from '../../../shell/PublicFrame.tsx';
import { ReportLink } from './ReportLink.tsx';

/** Any address without a page (specification section 2, 404). Plain links: it also stands where nothing else is loaded. */
export function NotFoundPage() {
  const words = shellWords.notFound;
  const [signedIn] = useState(seemsSignedIn);
  const canGoBack = window.history.length > 1;
  return (
    <PublicFrame>
      <Message mark="404" title={words.title} text={words.text}>
        {signedIn && canGoBack && <Button onClick={() => window.history.back()}>{words.goBack}</Button>}
        <a className={buttonClass({ variant: 'primary' })} href={signedIn ? paths.dashboard : paths.login}>
          {signedIn ? words.goToDashboard : words.login}
        </a>
      </Message>
      <ReportLink />
    </PublicFrame>
  );
}
