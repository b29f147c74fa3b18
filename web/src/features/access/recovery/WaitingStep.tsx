import { StepHead } from '../../../flows/StepHead.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { codeWords } from '../../../messages/en/access/one-time-code.ts';
import { recoveryWords } from '../../../messages/en/access/recovery.ts';
import styles from './recovery.module.css';
import type { StepProps } from './ResetPasswordPage.tsx';
import type { WaitingView } from './reset.ts';
import { useSupport } from './use-support.ts';

const words = recoveryWords.reset.waiting;

/** For people without a second proof: an administrator has to approve (reading 11). */
export function WaitingStep({ view: { method, link }, message, isBusy, dispatch }: StepProps & { view: WaitingView }) {
  const phone = useSupport()?.phoneGeneral;
  return (
    <FormShell
      layout="page"
      head={
        <StepHead title={words.heading} intro={words.intro}>
          {/* The administrator compares it, so that the approval is for this browser and no other (decision 012). */}
          {method.requestNumber !== undefined && (
            <p className={styles.asked}>
              {words.number} <strong className={styles.number}>{method.requestNumber}</strong>
            </p>
          )}
          <p className={formStyles.intro}>{words.stay}</p>
          {phone !== undefined && <p className={formStyles.intro}>{words.help(phone)}</p>}
        </StepHead>
      }
      error={message}
      pending={isBusy}
      submit={{ label: words.check, pending: words.checking }}
      onSubmit={() => dispatch({ type: 'checkAsked' })}
      after={
        link.methods.length > 1 && (
          <div className={formStyles.row}>
            <Button variant="quiet" onClick={() => dispatch({ type: 'anotherWayAsked' })}>
              {codeWords.anotherWay}
            </Button>
          </div>
        )
      }
    />
  );
}
