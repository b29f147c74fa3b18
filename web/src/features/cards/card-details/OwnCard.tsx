import { viewCardDetails } from '@florin/contract/card-details';
import { cardDetails } from '@florin/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { waitText } from '../../../kit/text/wait-text.ts';
import { cardDetailsWords as words } from '../../../messages/en/card-details.ts';
import { useSecondsUntil } from '../../../flows/use-seconds-until.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './CardDetailsPanel.module.css';
import { CardFace, type Embossed } from '../../../flows/card-face/CardFace.tsx';
import { CopyCardNumber } from '../../../flows/card-face/CopyCardNumber.tsx';
import { refreshViews } from './queries.ts';
import { useVanishing } from '../../../flows/card-face/use-vanishing.ts';

interface Shown {
  embossed: Embossed;
  /** In milliseconds since 1970. */
  until: number;
}

/**
 * The card of the current account. Its details are only in this component's state, for 30 seconds at most and until the
 * window loses the focus.
 */
export function OwnCard({ card }: { card: { last4: string; isViewable: boolean } }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const { pending, message, submit } = useProvenSubmission();
  const hide = () => setShown(null);
  useVanishing({ until: shown?.until ?? null, onGone: hide, onBlur: true });
  const show = async () => {
    const answer = await submit(viewCardDetails, { body: {} });
    if (answer?.ok !== true) return;
    setShown({ embossed: answer.body, until: Date.now() + cardDetails.shownSeconds * 1000 });
    void refreshViews();
  };
  const view = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    // The pressed button is gone: the focus moves to its result, and back.
    if (wasShown.current !== (shown !== null) && document.hasFocus()) view.current?.focus();
    wasShown.current = shown !== null;
  }, [shown]);
  if (shown)
    return (
      <div ref={view} tabIndex={-1} className={styles.own}>
        <CardFace {...shown.embossed} />
        <div className={styles.acts}>
          <CopyCardNumber cardNumber={shown.embossed.cardNumber} />
          <Button onClick={hide}>{words.hide}</Button>
          <TimeLeft until={shown.until} />
        </div>
      </div>
    );
  return (
    <div ref={view} tabIndex={-1} className={styles.own}>
      <p className={styles.masked}>
        <span aria-hidden="true">{words.hidden(card.last4)}</span>
        <span className="visually-hidden">{words.hiddenSpoken(card.last4)}</span>
      </p>
      <p className={styles.text}>{card.isViewable ? words.text : words.notViewable}</p>
      {card.isViewable && (
        <>
          <FormMessage message={message} />
          <div className={styles.acts}>
            <Button pending={pending} pendingLabel={words.showing} onClick={() => void show()}>
              {words.show}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function TimeLeft({ until }: { until: number }) {
  return <span className={styles.left}>{words.hiddenIn(waitText(useSecondsUntil(until)))}</span>;
}
