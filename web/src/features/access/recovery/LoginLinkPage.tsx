import { TypedUsername } from '@florin/contract/fields';
import { openLoginLink } from '@florin/contract/access/login';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { AskToLeave } from '../../../flows/AskToLeave.tsx';
import { OpeningLink } from '../../../flows/OpeningLink.tsx';
import { OutboxHint } from '../../../flows/OutboxHint.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { exactText } from '../../../kit/forms/exact-text.ts';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { useContractForm } from '../../../kit/forms/use-contract-form.ts';
import { en } from '../../../messages/en.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import { paths } from '../../../paths.ts';
import { thisDevice } from '../../../session/browser/device.ts';
import { forgetLinkSecret, linkSecret } from '../../../session/browser/link-secret.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { typedUsername } from '../../../session/browser/typed-username.ts';
import { logOut } from '../../../session/leave.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { loginLinkCalls } from './calls.ts';
import { BackLink, Column } from './Column.tsx';
import { ForgotForm, useForgot } from './ForgotForm.tsx';

const words = recoveryWords.loginLink;
const Form = v.object({ username: TypedUsername });

/** /login-link: sends a sign-in link, and opens the one of a mail (decision 032). */
export function LoginLinkPage() {
  const [requestCode] = useState(() => linkSecret('loginLink'));
  return (
    <Column foot={(requestCode === null || !seemsSignedIn()) && <BackLink to="/login" from="login" />}>
      {requestCode === null ? (
        <Request />
      ) : (
        <AskToLeave text={words.leaving}>
          <Opening requestCode={requestCode} />
        </AskToLeave>
      )}
    </Column>
  );
}

/** Confirms this browser, and leads to the login page, which says so. A session ends only for a link that works. */
function Opening({ requestCode }: { requestCode: string }) {
  const router = useRouter();
  const { message, submit } = useSubmission();
  const open = async () => {
    const answer = await submit(openLoginLink, { body: { requestCode, ...thisDevice() } });
    if (answer === null || (!answer.ok && answer.code !== 'LOGIN_LINK_INVALID')) return;
    forgetLinkSecret();
    if (seemsSignedIn() && !answer.ok) {
      showSnackbar(en.login.notices.loginLinkInvalid);
      await router.navigate({ to: paths.dashboard, replace: true });
      return;
    }
    loginNotice.write(answer.ok ? 'browserConfirmed' : 'loginLinkInvalid');
    if (seemsSignedIn()) await logOut('user');
    else await router.navigate({ to: paths.login, replace: true });
  };
  return <OpeningLink words={words} onOpen={open} message={message} />;
}

function Request() {
  const forgot = useForgot(loginLinkCalls);
  const { view, value } = forgot.state;
  const form = useContractForm(Form, {
    defaultValues: { username: value || (typedUsername.read() ?? '') },
    words: { username: { missing: words.usernameRequired } },
  });
  useEffect(() => {
    if (view.step === 'sent') typedUsername.remove();
  }, [view.step]);
  if (view.step === 'sent')
    return (
      <div className={formStyles.form}>
        <StepHead title={words.sentHeading} intro={words.sent(value)}>
          <p className={formStyles.intro}>{words.sentNext}</p>
        </StepHead>
        <Button size="lg" full onClick={() => forgot.dispatch({ type: 'wentBack' })}>
          {words.again}
        </Button>
        <OutboxHint />
      </div>
    );
  return (
    <ForgotForm
      forgot={forgot}
      form={form}
      name="username"
      action="login-link"
      words={words}
      takesFocus={false}
      valueOf={({ username }) => username}
    >
      <TextField label={words.username} autoComplete="username" {...exactText} {...form.field('username')} />
    </ForgotForm>
  );
}
