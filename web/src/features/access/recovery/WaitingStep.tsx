import { useEffect, useRef, type Dispatch } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { RequestNumber } from './RequestNumber.tsx';
import type { ResetEvent, ResetView } from './reset.ts';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';
import { useSupport } from './use-support.ts';

const words = recoveryWords.reset.waiting;

interface WaitingStepProps {
  view: Extract<ResetView, { step: 'waiting' }>;
  pending: boolean;
  hasOtherWays: boolean;
  dispatch: Dispatch<ResetEvent>;
}

/** For people with no second method: an administrator has to confirm (reading 11). */
export function WaitingStep({ view: { said, method }, pending, hasOtherWays, dispatch }: WaitingStepProps) {
  const phone = useSupport()?.phoneGeneral;
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said !== null) message.current?.focus();
  }, [said]);
  return (
    <div className={formStyles.form}>
      <StepHead title={words.heading}>
        <p className={formStyles.intro}>{words.intro}</p>
        {method.requestNumber !== undefined && <RequestNumber value={method.requestNumber} />}
        <p className={formStyles.intro}>{words.stay}</p>
        {phone !== undefined && <p className={formStyles.intro}>{words.help(phone)}</p>}
      </StepHead>
      <div className={formStyles.send}>
        <FormMessage ref={message} message={said && saidWords(said)} />
        <Button
          variant="primary"
          size="lg"
          full
          pending={pending}
          pendingLabel={words.checking}
          onClick={() => dispatch({ type: 'checkAsked' })}
        >
          {words.check}
        </Button>
      </div>
      {hasOtherWays && (
        <div className={formStyles.row}>
          <Button variant="quiet" onClick={() => dispatch({ type: 'anotherWayAsked' })}>
            {recoveryWords.reset.verification.anotherWay}
          </Button>
        </div>
      )}
    </div>
  );
}
