import { useWindowTitle } from '../../../flows/use-window-title.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import { registrationWords as words } from '../../../messages/en/access/registration.ts';
import styles from './Opening.module.css';

/** While an invite is resolved or a registration is found again. */
export const Opening = () => (
  <p role="status" className={styles.waiting}>
    <Spinner />
    {words.opening}
  </p>
);

interface NotOpenedProps {
  isInvite: boolean;
  text: string;
  correlationId: string | null;
  onRetry: () => void;
  retrying?: boolean;
}

/** The registration could not begin: why, and another try (specification, section 8). */
export function NotOpened({ isInvite, ...failure }: NotOpenedProps) {
  const heading = isInvite ? words.invitationHeading : words.card.heading;
  useWindowTitle(heading);
  return (
    <div className={styles.failure}>
      <h1>{heading}</h1>
      <Failure {...failure} />
    </div>
  );
}
