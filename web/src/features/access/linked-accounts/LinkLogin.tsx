import { beginLink, linkLogin } from '@florin/contract/access/link-login';
import { sendCode } from '@florin/contract/access/mfa';
import { useEffect, useLayoutEffect, useState } from 'react';
import { call } from '../../../api.ts';
import { CaptchaRow, useCaptcha } from '../../../flows/captcha/CaptchaRow.tsx';
import { refusalCode } from '../../../flows/flow.ts';
import { flowMessage, type FlowMessage } from '../../../flows/flow-message.ts';
import AccessCodeForm from '../../../flows/sign-in/AccessCodeForm.tsx';
import { loginFieldError } from '../../../flows/sign-in/check-fields.ts';
import DeliveryForm from '../../../flows/sign-in/DeliveryForm.tsx';
import { keepCode, restoreCode } from '../../../flows/sign-in/kept-code.ts';
import { initialSignIn, signIn, type SignInCalls, type SignInState } from '../../../flows/sign-in/sign-in.ts';
import type { StepProps } from '../../../flows/sign-in/SignInFlow.tsx';
import EnrolledFactorForm from '../../../flows/sign-in/EnrolledFactorForm.tsx';
import { StepHead } from '../../../flows/StepHead.tsx';
import { outcome, useFlow, type Performers } from '../../../flows/use-flow.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { exactText } from '../../../kit/forms/exact-text.ts';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { PasswordField } from '../../../kit/forms/fields/PasswordField.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { useFieldChecks } from '../../../kit/forms/use-field-checks.ts';
import { linkLoginWords as words } from '../../../messages/en/access/link-login.ts';
import { currentEpoch } from '../../../session/browser-session.ts';
import { usePerson } from '../../../session/person.ts';
import { interruptedLink, keptLink } from './kept-link.ts';
import styles from './MyAccountsPage.module.css';

interface LinkLoginProps {
  onLinked: (accounts: number) => void;
  onCancel: () => void;
}

const refusals = {
  ACCOUNT_NOT_AVAILABLE: words.notLinkable,
  MFA_EMAIL_NOT_EXISTS: words.needsFactor,
  MFA_SESSION_EXPIRED: words.over,
  RECAPTCHA_LOCK: words.captcha,
};
const sentence = (message: FlowMessage) => flowMessage(message, refusals);

/**
 * The steps of a sign-in, with the calls that link: the session of the page stays, and the other login proves its password
 * and its second factor.
 */
export default function LinkLogin({ onLinked, onCancel }: LinkLoginProps) {
  const { firstName, lastName, userId } = usePerson();
  const [accounts] = useState(() => ({ moved: 0 }));
  const [isOtherName, setOtherName] = useState(() => interruptedLink(userId)?.isOtherName === true);
  const [parts] = useState(() => ({
    flow: signIn,
    begin: () => initialSignIn,
    calls: linkCalls((moved) => Object.assign(accounts, { moved }), setOtherName),
    words: sentence,
  }));
  const { state, dispatch, message, isBusy } = useFlow(parts);
  const { view, end } = state;
  useEffect(() => {
    if (end !== null) onLinked(accounts.moved);
    // The flow ends once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);
  useEffect(() => {
    if (interruptedLink(userId) !== null) restoreCode(dispatch);
  }, [userId, dispatch]);
  // Before the step is painted, so that a reload cannot come in between.
  useLayoutEffect(() => {
    if (state === initialSignIn) return;
    keepCode(state);
    if (view.step === 'password' || end !== null) keptLink.remove();
    else keptLink.write({ userId, isOtherName });
  }, [state, view, end, userId, isOtherName]);
  const step = { message, isBusy, dispatch };
  return (
    <div className={styles.linking}>
      <div role="status">
        {isOtherName && view.step !== 'password' && (
          <Notice severity="warning">{words.otherName(`${firstName} ${lastName}`)}</Notice>
        )}
      </div>
      {view.step === 'password' && <OtherPassword state={state} {...step} onCancel={onCancel} />}
      {view.step === 'delivery' && <DeliveryForm view={view} sent={state.lastSent?.view} {...step} />}
      {view.step === 'enrolledFactor' && <EnrolledFactorForm view={view} {...step} />}
      {view.step === 'code' && <AccessCodeForm view={view} request={state.request} submit={words.code} {...step} />}
    </div>
  );
}

/**
 * @param onLinked is given how many accounts were moved
 * @param onNamed is given whether the other login belongs to a person of another name
 */
const linkCalls = (
  onLinked: (accounts: number) => void,
  onNamed: (isOtherName: boolean) => void,
): Performers<SignInCalls> => ({
  async login(body) {
    const answer = await call(beginLink, { body });
    onNamed(!answer.ok && answer.code === 'MFA' && answer.body.IsOtherName === true);
    return outcome(answer, neverSignedIn);
  },
  async sendCode({ factor, type }) {
    const body = { twoFactorAuthEntityType: type, userName: factor.username, actionReason: 'LoginNewDevice' } as const;
    const answer = await call(sendCode, { body }, { bearer: factor.sessionId });
    return outcome(answer, ({ body: { resendInSeconds } }) => ({ kind: 'codeSent', resendInSeconds }));
  },
  async authenticate({ factor, type, code }) {
    const body = { username: factor.username, code, twoFactorAuthSessionId: factor.sessionId, type };
    return outcome(await call(linkLogin, { body }), (answer) => {
      onLinked(answer.body.accounts);
      return { kind: 'signedIn', body: sameSession() };
    });
  },
  // The server offers none.
  passkey: async () => ({ kind: 'passkeyFailed', reason: 'failed' }),
});

const neverSignedIn = (): never => {
  throw new Error('A link begins with the second factor.');
};

/** The session of the page, which stays. */
const sameSession = () => ({
  epoch: currentEpoch() ?? '',
  hasUnverifiedPhone: false,
  access_token: null,
  refresh_token: null,
  expiresInSeconds: null,
  device_credential: null,
});

function OtherPassword({
  state,
  message,
  isBusy,
  dispatch,
  onCancel,
}: StepProps & { state: SignInState; onCancel: () => void }) {
  const { userName } = usePerson();
  const isOwn = (username: string) => username.trim().toLowerCase() === userName.toLowerCase();
  const { field, read, isRefused } = useFieldChecks(
    ['username', 'password'],
    (name, value) => loginFieldError(name, value) ?? (name === 'username' && isOwn(value) ? words.own : null),
  );
  const captcha = useCaptcha(state);
  const send = (form: HTMLFormElement) => {
    const entered = read(form);
    if (entered !== null && captcha.isReady())
      dispatch({ type: 'submitted', ...entered, recaptchaToken: captcha.token });
  };
  const isAtCaptcha = refusalCode(state.view.message) === 'RECAPTCHA_LOCK' && captcha.isMissing;
  return (
    <FormShell
      layout="page"
      head={
        <StepHead title={words.heading} intro={words.intro}>
          <p className={formStyles.intro}>{words.consequence(userName)}</p>
          <p className={formStyles.intro}>{words.onlyOwn}</p>
        </StepHead>
      }
      error={isAtCaptcha || isRefused ? null : message}
      pending={isBusy}
      submit={{ label: words.submit, pending: words.submitting }}
      onSubmit={send}
      beforeButton={<CaptchaRow action="login" words={words.captcha} state={state} captcha={captcha} />}
      actions={
        <Button size="lg" full onClick={onCancel}>
          {words.cancel}
        </Button>
      }
    >
      <TextField
        {...field('username')}
        label={words.username}
        // The browser would fill in the login of the page.
        autoComplete="off"
        {...exactText}
        defaultValue={state.username}
      />
      <PasswordField {...field('password')} label={words.password} autoComplete="current-password" />
    </FormShell>
  );
}
