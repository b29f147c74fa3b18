import { Button } from '../../kit/actions/Button.tsx';
import { FormShell } from '../../kit/forms/FormShell.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { factorCodeWords } from '../../messages/en/access/factor-codes.ts';
import { enrolledFactorWords as words } from '../../messages/en/access/enrolled-factors.ts';
import { CodeStep } from '../CodeStep.tsx';
import { StepHead } from '../StepHead.tsx';
import type { EnrolledFactorView } from './sign-in.ts';
import type { StepProps } from './SignInFlow.tsx';
import styles from './EnrolledFactorForm.module.css';

type EnrolledFactorFormProps = StepProps & { view: EnrolledFactorView };

/** The second step by passkey, authenticator app or backup code, with links to the other ways. */
export default function EnrolledFactorForm({ view, message, isBusy, dispatch }: EnrolledFactorFormProps) {
  const { method } = view;
  const title = words.heading[method];
  const head = (
    // A code can be typed at once. The page's title names it.
    <StepHead title={title} windowTitle={title} intro={words.intro[method]} takesFocus={method === 'Passkey'} />
  );
  return (
    <div className={formStyles.form}>
      {method === 'Passkey' ? (
        <FormShell
          key={method}
          layout="page"
          head={head}
          error={message}
          pending={isBusy}
          submit={{ label: words.continueWithPasskey, pending: words.waiting }}
          onSubmit={() => dispatch({ type: 'passkeyAsked' })}
        />
      ) : (
        <CodeStep
          key={method}
          code={view}
          kind={method === 'BackupCode' ? 'backup' : 'digits'}
          field={method === 'BackupCode' ? factorCodeWords.backupCode : factorCodeWords.authenticator}
          message={view.message}
          error={message}
          pending={isBusy ? 'checking' : null}
          onCode={(code) => dispatch({ type: 'codeEntered', code })}
          head={head}
        />
      )}
      <OtherWays view={view} dispatch={dispatch} />
    </div>
  );
}

function OtherWays({ view, dispatch }: Pick<EnrolledFactorFormProps, 'view' | 'dispatch'>) {
  const { factor, method } = view;
  const [only] = factor.deliveries;
  const delivery = factor.deliveries.length > 1 ? 'Delivery' : only?.type;
  return (
    <>
      <div className={styles.ways} role="group" aria-label={words.otherWays}>
        {factor.enrolled
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
