import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Spinner } from '../../../kit/text/Spinner.tsx';
import { registrationWords as words } from '../../../messages/en/registration.ts';
import type { Said } from './flow.ts';
import { isRefusal, saidWords } from './said-words.ts';
import styles from './Opening.module.css';

interface OpeningProps {
  said: Said | null;
  isInvite: boolean;
  onRetry: () => void;
}

/** While an invite is resolved or a registration is found again, and where that fails (specification, section 8). */
export function Opening({ said, isInvite, onRetry }: OpeningProps) {
  if (said === null)
    return (
      <p role="status" className={styles.waiting}>
        <Spinner />
        {words.opening}
      </p>
    );
  const told = saidWords(said);
  const isOut = isRefusal(said, 'OUT_OF_SERVICE');
  const correlationId = said.kind === 'refusal' ? said.correlationId : null;
  return (
    <NotOpened
      isInvite={isInvite}
      text={isInvite && !isOut ? words.invitationProblem : (told?.text ?? words.network)}
      correlationId={correlationId}
      onRetry={onRetry}
    />
  );
}

interface NotOpenedProps {
  isInvite: boolean;
  text: string;
  correlationId: string | null;
  onRetry: () => void;
  retrying?: boolean;
}

/** The registration could not begin: why, and another try. */
export const NotOpened = ({ isInvite, ...failure }: NotOpenedProps) => (
  <div className={styles.failure}>
    <h1>{isInvite ? words.invitationHeading : words.card.heading}</h1>
    <Failure {...failure} />
  </div>
);
