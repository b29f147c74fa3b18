import { buttonClass } from '../../kit/Button.tsx';
import { registrationWords as words } from '../../messages/en/registration.ts';
import { paths } from '../../paths.ts';
import { StepHead } from './StepHead.tsx';
import styles from './Opening.module.css';

/** The invite was accepted while this page was open: in another tab, or by somebody else who has the link. */
export function UsedInvite({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className={styles.failure}>
      <StepHead title={words.invitationHeading} takesFocus>
        {words.invitationUsed}
      </StepHead>
      <a
        className={buttonClass({ variant: 'primary', size: 'lg', full: true })}
        href={isSignedIn ? paths.dashboard : paths.login}
      >
        {isSignedIn ? words.done.dashboard : words.done.login}
      </a>
    </div>
  );
}
