import { MailCheck } from 'lucide-react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { registrationWords as words } from '../../../messages/en/access/registration.ts';
import { paths } from '../../../paths.ts';
import { StepHead } from '../../../flows/StepHead.tsx';
import styles from './AllSet.module.css';
import { useSupportPhone } from '../../../flows/service/use-support-phone.ts';

interface UsedInviteProps {
  isSignedIn: boolean;
  /** The invited person; null if this page does not know. */
  businessName: string | null;
}

/** The invite was accepted while this page was open: in another tab, or by another person with the link. */
export function UsedInvite({ isSignedIn, businessName }: UsedInviteProps) {
  const phone = useSupportPhone(null);
  return (
    <div className={styles.alone}>
      <span className={styles.mark}>
        <Icon of={MailCheck} size={24} />
      </span>
      <StepHead
        title={words.invitationHeading}
        windowTitle={words.invitationHeading}
        intro={businessName === null ? words.invitationUsed : words.invitationUsedOf(businessName)}
      />
      <div className={styles.ways}>
        <a
          className={buttonClass({ variant: 'primary', size: 'lg', full: true })}
          href={isSignedIn ? paths.dashboard : paths.login}
        >
          {isSignedIn ? words.done.dashboard : words.done.login}
        </a>
      </div>
      <div className={styles.support}>
        <p>{words.invitationNotYou}</p>
        {phone !== null && <p>{words.done.support(phone)}</p>}
      </div>
    </div>
  );
}
