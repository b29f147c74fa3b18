import { Button } from '../../kit/Button.tsx';
import { en } from '../../messages/en.ts';
import { recoveryWords } from '../../messages/en/recovery.ts';
import styles from './recovery.module.css';
import { StepHead } from './StepHead.tsx';
import { useSupport } from './use-support.ts';

const words = recoveryWords.username;

/** 'Sorry': several accounts have the address (specification, section 8, code 8). */
export function SeveralAccounts({ onAnother }: { onAnother: () => void }) {
  const support = useSupport();
  return (
    <div className={styles.form}>
      <StepHead title={words.sorryHeading}>
        <p className={styles.intro}>{en.errors[8]}</p>
      </StepHead>
      {support && <p>{words.sorryHelp(support.phoneAdminSupport, support.emailAdminSupport)}</p>}
      <Button size="lg" full onClick={onAnother}>
        {words.anotherEmail}
      </Button>
    </div>
  );
}
