import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import type { Said } from './forgot.ts';
import { saidWords } from './said-words.ts';
import { StepHead } from './StepHead.tsx';

const words = recoveryWords.reset.opening;

/** What a link opens: nothing happens until a person presses the button (security design P12). */
export function OpeningStep({ said, pending, onOpen }: { said: Said | null; pending: boolean; onOpen: () => void }) {
  return (
    <div className={formStyles.form}>
      <StepHead title={words.heading} takesFocus={false}>
        <p className={formStyles.intro}>{words.intro}</p>
      </StepHead>
      <div className={formStyles.send}>
        <FormMessage message={said && saidWords(said)} />
        <Button variant="primary" size="lg" full pending={pending} pendingLabel={words.submitting} onClick={onOpen}>
          {words.submit}
        </Button>
      </div>
    </div>
  );
}
