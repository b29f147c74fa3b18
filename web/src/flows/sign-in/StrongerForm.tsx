import { useEffect, useRef, type Dispatch } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { FormMessage } from '../../kit/forms/FormMessage.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { strongerWords as words } from '../../messages/en/stronger-factors.ts';
import { FormHead } from '../FormHead.tsx';
import { saidWords } from './said-words.ts';
import type { Said, SignInEvent, StrongerView } from './sign-in.ts';
import styles from './StrongerForm.module.css';
import { TypedProof } from './TypedProof.tsx';
import { useFocusOn } from '../../kit/forms/use-focus-on.ts';
import { useStepTitle } from '../use-step-title.ts';

interface StrongerFormProps {
  view: StrongerView;
  pending: boolean;
  dispatch: Dispatch<SignInEvent>;
}

/** The second step by passkey, authenticator app or backup code, with the ways beside it. */
export default function StrongerForm({ view, pending, dispatch }: StrongerFormProps) {
  return (
    <div className={formStyles.form}>
      <Proof key={view.method} view={view} pending={pending} dispatch={dispatch} />
      <OtherWays view={view} dispatch={dispatch} />
    </div>
  );
}

function Proof({ view, pending, dispatch }: StrongerFormProps) {
  const { method, said } = view;
  const heading = useRef<HTMLHeadingElement>(null);
  const message = useRef<HTMLDivElement>(null);
  // Typing a code can start at once; the page's title tells what it is.
  useFocusOn(heading, method !== 'Passkey');
  useStepTitle(words.heading[method]);
  const told = said === null || isCodeRefusal(said) ? null : saidWords(said);
  useEffect(() => {
    if (said !== null && !isCodeRefusal(said)) message.current?.focus();
  }, [said]);
  return (
    <>
      <FormHead ref={heading} title={words.heading[method]}>
        {words.intro[method]}
      </FormHead>
      {method === 'Passkey' ? (
        <div className={formStyles.send}>
          <FormMessage ref={message} message={told} />
          <Button
            variant="primary"
            size="lg"
            full
            pending={pending}
            pendingLabel={words.waiting}
            onClick={() => dispatch({ type: 'passkeyAsked' })}
          >
            {words.continueWithPasskey}
          </Button>
        </div>
      ) : (
        <TypedProof
          key={view.clears}
          method={method}
          refused={said !== null && isCodeRefusal(said)}
          message={<FormMessage ref={message} message={told} />}
          pending={pending}
          onSend={(code) => dispatch({ type: 'codeEntered', code })}
        />
      )}
    </>
  );
}

function OtherWays({ view, dispatch }: Omit<StrongerFormProps, 'pending'>) {
  const { factor, method } = view;
  const [only] = factor.deliveries;
  const delivery = factor.deliveries.length > 1 ? 'Delivery' : only?.type;
  return (
    <>
      <div className={styles.ways} role="group" aria-label={words.otherWays}>
        {factor.stronger
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="quiet" onClick={() => dispatch({ type: 'wayTaken', way: other })}>
              {words.way[other]}
            </Button>
          ))}
        {delivery !== undefined && (
          <Button variant="quiet" onClick={() => dispatch({ type: 'wayTaken', way: 'Delivery' })}>
            {words.way[delivery]}
          </Button>
        )}
      </div>
      <div className={formStyles.row}>
        <Button variant="quiet" onClick={() => dispatch({ type: 'left' })}>
          {words.cancel}
        </Button>
      </div>
    </>
  );
}

/** A refusal of the code itself: it stands at the field. */
const isCodeRefusal = (said: Said): boolean =>
  said.kind === 'refusal' && (said.error.Code === 'MFA_INVALID_CODE' || said.error.Code === 'InvalidCodeFormat');
