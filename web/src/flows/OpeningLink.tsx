import { useEffect, type ReactNode } from 'react';
import { Button } from '../kit/actions/Button.tsx';
import { FormMessage, type Message } from '../kit/forms/FormMessage.tsx';
import formStyles from '../kit/forms/form.module.css';
import { Spinner } from '../kit/text/Spinner.tsx';
import { StepHead } from './StepHead.tsx';

interface OpeningLinkProps {
  words: { heading: string; opening: string; failedHeading: string; retry: string };
  /** Opens the mailed link. Called when the page is shown, and for another try. */
  onOpen: () => Promise<void>;
  /** Why it could not be opened; null until then. */
  message: Message | null;
  /** What to do after the failure, if another try cannot help. */
  children?: ReactNode;
}

/**
 * The page of a mailed link that is opened when the page is shown: shows that it is being opened, or why it could not
 * be.
 */
export function OpeningLink({ words, onOpen, message, children }: OpeningLinkProps) {
  useEffect(() => {
    void onOpen();
    // Once; the link's page leaves when it is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (message === null)
    return (
      <div className={formStyles.form} aria-busy="true">
        <StepHead title={words.heading} intro={words.opening} />
        <Spinner />
      </div>
    );
  return (
    <div className={formStyles.form}>
      <StepHead title={words.failedHeading} windowTitle={words.failedHeading} intro="" />
      <FormMessage message={message} />
      {children || (
        <Button size="lg" full onClick={() => void onOpen()}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
