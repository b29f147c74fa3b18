import { Button } from '../../../kit/actions/Button.tsx';
import formStyles from '../../../kit/forms/form.module.css';
import { en } from '../../../messages/en.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { StepHead } from './StepHead.tsx';
import { useSupport } from './use-support.ts';

const words = recoveryWords.username;

/** 'Sorry': several accounts have the address (specification, section 8, code 8). */
export function SeveralAccounts({ onAnother }: { onAnother: () => void }) {
  const support = useSupport();
  return (
    <div className={formStyles.form}>
      <StepHead title={words.sorryHeading}>
        <p className={formStyles.intro}>{en.errors[8]}</p>
      </StepHead>
      {support && <p>{words.sorryHelp(support.phoneAdminSupport, support.emailAdminSupport)}</p>}
      <Button size="lg" full onClick={onAnother}>
        {words.anotherEmail}
      </Button>
    </div>
  );
}
