import type { UserInfo } from '@florin/contract/program/user-info';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type RefObject } from 'react';
import { registration as limits } from '@florin/contract/limits';
import { refusalCode } from '../../../flows/flow.ts';
import { StepHead } from '../../../flows/StepHead.tsx';
import { depthOfEntry, useBackStep } from '../../../flows/use-back-step.ts';
import { useFlow } from '../../../flows/use-flow.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { registrationWords as words } from '../../../messages/en/access/registration.ts';
import { paths } from '../../../paths.ts';
import { loginNotice } from '../../../session/browser/login-notice.ts';
import { goTo, logOut } from '../../../session/leave.ts';
import { seemsSignedIn } from '../../../session/browser-session.ts';
import { AccountForm } from './forms/AccountForm.tsx';
import { AllSet } from './AllSet.tsx';
import { forgetRegistration, readOpenRegistration, rememberRegistration } from './open-registration.ts';
import { registrationCalls } from './calls.ts';
import { CardForm } from './forms/CardForm.tsx';
import type { Profile, Step } from './data.ts';
import { DetailsForm, type KeptInput } from './forms/DetailsForm.tsx';
import { registrationMessage } from './error-messages.ts';
import { keepInEntry, readKeptInEntry } from './kept-in-entry.ts';
import { NotOpened, Opening } from './Opening.tsx';
import { openRegistration, registration, stepsOf } from './registration.ts';
import { mayGoForward, type RegistrationEvent, type RegistrationState } from './steps/state.ts';
import { SignInStep } from './forms/SignInStep.tsx';
import { StepList } from './StepList.tsx';
import { UsedInvite } from './UsedInvite.tsx';
import { VerificationForm } from './forms/VerificationForm.tsx';
import styles from './wizard.module.css';

interface RegistrationWizardProps {
  inviteCode: string | null;
  /** The signed-in person. */
  person: UserInfo | null;
  /** Loads the signed-in person again. */
  findVisitor: () => Promise<void>;
  /** The typed values, for as long as the page is open. */
  typed: RefObject<KeptInput | null>;
  /** The server has accepted the invite: a reload continues without its code. */
  onInviteOpened: () => void;
}

/** How many pages the browser's Back leads through; a proven code, which cannot be entered again, is none of them. */
const depths: Record<RegistrationState['entry'], Partial<Record<Step, number>>> = {
  default: { code: 1, details: 1, account: 2, login: 2 },
  invite: { account: 1, login: 1 },
};
const backMark = 'registrationStep';

/** Renders the state of registration.ts, makes its calls, and leaves the page after an invalid invite. */
export function RegistrationWizard({
  inviteCode,
  person,
  findVisitor,
  typed,
  onInviteOpened,
}: RegistrationWizardProps) {
  const { state, dispatch, message } = useFlow({
    flow: registration,
    begin: () =>
      openRegistration({
        inviteCode,
        begun: readOpenRegistration(Date.now()),
        kept: readKeptInEntry(Date.now()),
        isSignedIn: person !== null,
      }),
    calls: registrationCalls,
    words: registrationMessage,
  });
  const { view, request, proof, profile, end } = state;
  const { step } = view;

  const isSignedIn = person !== null;
  useEffect(() => dispatch({ type: 'visitorFound', isSignedIn }), [isSignedIn, dispatch]);
  const code = refusalCode(view.message);
  const isStranger = code === 'SESSION_CHANGED' || code === 'UNAUTHENTICATED';
  useEffect(() => {
    if (isStranger) void findVisitor();
    // Asked once for each refusal.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isStranger]);

  useRememberRegistration(state);
  const isInviteOpened = inviteCode !== null && (proof !== null || step === 'used');
  useEffect(() => {
    if (isInviteOpened) onInviteOpened();
  }, [isInviteOpened, onInviteOpened]);
  // While a registration is being found again, its entry stays: its step is about to be restored.
  useBackStep(backMark, {
    depth: step === 'opening' ? depthOfEntry(backMark) : (depths[state.entry][step] ?? 0),
    onBack: () => dispatch({ type: step === 'login' ? 'registeringChosen' : 'wentBack' }),
    onForward: mayGoForward(state) ? () => dispatch({ type: 'wentForward' }) : null,
  });
  useEffect(() => {
    const keep = () => keepInEntry(state, Date.now());
    keep();
    // Another entry of the same page.
    window.addEventListener('popstate', keep);
    return () => window.removeEventListener('popstate', keep);
  }, [state]);
  useEffect(() => {
    if (end === null) return;
    loginNotice.write('inviteInvalid');
    if (seemsSignedIn()) void logOut('user');
    else goTo('/login');
  }, [end]);

  // The first page of the wizard takes no focus; every later one does.
  const [first, setFirst] = useState<string | null>(step === 'opening' ? null : step);
  if (first !== null && first !== step) setFirst(null);
  const props = { state, message, dispatch, takesFocus: first === null };

  if (end !== null || (step === 'opening' && (request !== null || message === null))) return <Opening />;
  if (step === 'opening' && message !== null) {
    const isInvite = state.entry === 'invite';
    return (
      <NotOpened
        isInvite={isInvite}
        text={isInvite && code !== 'OUT_OF_SERVICE' ? words.invitationProblem : message.text}
        correlationId={view.message?.kind === 'refusal' ? view.message.correlationId : null}
        onRetry={() => dispatch({ type: 'retried' })}
      />
    );
  }
  if (step === 'confirm' && profile) return <WhoIsThere profile={profile} dispatch={dispatch} />;
  if (step === 'used') return <UsedInvite isSignedIn={isSignedIn} businessName={state.usedFor} />;
  return (
    <div className={styles.wizard}>
      <StepList steps={stepsOf(state)} current={step} />
      <div className={styles.page}>
        {person !== null && state.joins && step !== 'login' && step !== 'done' && (
          <AddingTo person={person} entry={state.entry} />
        )}
        {step === 'card' && (proof === null ? <CardForm {...props} /> : <ProvenCard {...props} />)}
        {step === 'code' && <VerificationForm {...props} />}
        {step === 'details' && profile && proof && (
          <DetailsForm {...props} profile={profile} proof={proof} typed={typed} />
        )}
        {step === 'account' && profile && proof && (
          <AccountForm {...props} proof={proof} profile={profile} typed={typed} />
        )}
        {step === 'login' && profile && <SignInStep {...props} profile={profile} findVisitor={findVisitor} />}
        {step === 'done' && state.registered && <AllSet {...props} registered={state.registered} person={person} />}
        {person !== null && state.joins && state.entry === 'default' && step !== 'login' && step !== 'done' && (
          <p className={formStyles.after}>
            <Link className={formStyles.link} to={paths.myAccounts}>
              {words.backToAccounts}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

/** Names the login to which the card or the invite is added, for people who share a computer. */
function AddingTo({ person, entry }: { person: UserInfo } & Pick<RegistrationState, 'entry'>) {
  return (
    <div className={styles.person}>
      <p>{words.addedTo[entry](`${person.firstName} ${person.lastName}`, person.userName)}</p>
      <button type="button" className={`${formStyles.link} ${styles.linkButton}`} onClick={() => void logOut('user')}>
        {words.notYou}
      </button>
    </div>
  );
}

/** A resumed registration: whose it is, before anything else about them is shown. */
function WhoIsThere({
  profile: { firstName, lastName },
  dispatch,
}: Pick<StepProps, 'dispatch'> & { profile: Profile }) {
  const title = words.confirm.heading(`${firstName} ${lastName.slice(0, 1)}.`);
  return (
    <div className={styles.page}>
      <StepHead title={title} windowTitle={words.card.heading} intro={words.confirm.intro} takesFocus={false} />
      <div className={styles.answers}>
        <Button variant="primary" onClick={() => dispatch({ type: 'confirmed' })}>
          {words.confirm.yes}
        </Button>
        <Button onClick={() => dispatch({ type: 'denied' })}>{words.confirm.no}</Button>
      </div>
    </div>
  );
}

/** The card's page after its code, which the browser's Back leads to. */
function ProvenCard({ state, dispatch, takesFocus }: StepProps) {
  return (
    <>
      <StepHead
        title={words.card.heading}
        windowTitle={words.card.heading}
        intro={words.card.proven(state.cardLast4 ?? '')}
        takesFocus={takesFocus}
      />
      <div className={styles.answers}>
        <Button variant="primary" onClick={() => dispatch({ type: 'wentForward' })}>
          {words.card.goOn}
        </Button>
        <Button onClick={() => dispatch({ type: 'restarted' })}>{words.anotherCard}</Button>
      </div>
    </>
  );
}

/** The props of each page of the wizard. */
export interface StepProps {
  state: RegistrationState;
  /** The sentence of the view's message. */
  message: Message | null;
  dispatch: (event: RegistrationEvent) => void;
  /** The page replaces another one: its heading takes the focus. */
  takesFocus: boolean;
}

/** Lets this browser resume the registration after a reload, for as long as the server keeps it. */
function useRememberRegistration({ view: { step }, proof, returnsToLogin }: RegistrationState): void {
  const isUnderWay = step === 'code' || proof !== null;
  const isOver = step === 'done' || step === 'card' || step === 'used';
  const atLogin = step === 'login' || returnsToLogin;
  useEffect(() => {
    if (isUnderWay) rememberRegistration(Date.now() + limits.lifetimeSeconds * 1000, { atLogin });
    else if (isOver) forgetRegistration();
  }, [isUnderWay, isOver, atLogin]);
}
