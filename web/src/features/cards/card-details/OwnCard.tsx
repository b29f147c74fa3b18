import { viewCardDetails } from '@florin/contract/cards/card-details';
import { cardDetails } from '@florin/contract/limits';
import { Eye } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CardObject } from '../../../kit/card/CardObject.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { usePerson } from '../../../session/person.ts';
import { useSite } from '../../../site.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { RoundAct } from '../../../kit/actions/RoundAct.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { waitText } from '../../../kit/text/wait-text.ts';
import { refusals } from '../../../messages/en/refusals.ts';
import { cardDetailsWords as words } from '../../../messages/en/cards/card-details.ts';
import { useSecondsUntil } from '../../../flows/use-seconds-until.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './CardDetailsPanel.module.css';
import { CardFace, type Embossed } from '../../../flows/card-face/CardFace.tsx';
import { CopyDetails } from '../../../flows/card-face/CopyDetails.tsx';
import type { CardLook } from '../../../kit/card/card-look.ts';
import { refreshViews } from './queries.ts';
import { useVanishing } from '../../../flows/card-face/use-vanishing.ts';

/** A card as its holder sees it before its details are shown. */
export interface HiddenCard {
  /** Null: whichever card is current. */
  id: string | null;
  last4: string;
  nameOnCard: string;
  isViewable: boolean;
  /** The end of the hold after a security change; null without one. */
  heldUntil: string | null;
}

interface ShownDetails {
  embossed: Embossed;
  /** In milliseconds since 1970. */
  until: number;
}

interface OwnCardProps {
  card: HiddenCard;
  /** What the holder calls the card. */
  name: string | null;
  look: CardLook;
  /** Beside the one that shows its details. */
  acts: ReactNode;
}

/**
 * A card of the current account. Its details are only in this component's state, for 30 seconds at most and until the
 * window loses the focus.
 */
export function OwnCard({ card, name, look, acts }: OwnCardProps) {
  const { program } = useSite();
  const { userData } = usePerson();
  const { heldUntil } = card;
  const isHeld = heldUntil !== null;
  const [shown, setShown] = useState<ShownDetails | null>(null);
  const { pending, message, submit } = useProvenSubmission();
  const hide = () => setShown(null);
  useVanishing({ until: shown?.until ?? null, onGone: hide, onBlur: true });
  const show = async () => {
    const answer = await submit(viewCardDetails, { body: card.id === null ? {} : { cardId: card.id } });
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
        <CardFace {...shown.embossed} label={name} wide look={look} />
        <TimeLeft until={shown.until} />
        <div className={styles.acts}>
          <CopyDetails {...shown.embossed} />
          <Button onClick={hide}>{words.hide}</Button>
        </div>
      </div>
    );
  return (
    <div ref={view} tabIndex={-1} className={styles.own}>
      <CardObject
        issuer={program.name}
        label={name}
        wide
        look={look}
        network={userData.bankPayment}
        number={
          <>
            <span aria-hidden="true">{words.hidden(card.last4)}</span>
            <span className="visually-hidden">{words.hiddenSpoken(card.last4)}</span>
          </>
        }
        nameOnCard={card.nameOnCard}
      />
      <div className={styles.rounds}>
        {card.isViewable && (
          <RoundAct
            icon={Eye}
            label={pending ? words.showing : words.show}
            pending={pending}
            unavailable={isHeld}
            aria-describedby="own-card"
            onClick={() => void show()}
          />
        )}
        {acts}
      </div>
      <FormMessage message={message} />
      {/* What goes without saying is there for those who cannot see the card. */}
      <p id="own-card" className={card.isViewable && !isHeld ? 'visually-hidden' : styles.text}>
        {!card.isViewable
          ? words.notViewable
          : isHeld
            ? refusals.HELD_AFTER_CHANGE.replace('{until}', easternTime(heldUntil))
            : words.text}
      </p>
    </div>
  );
}

/** A bar that runs down; its words are read, and shown where nothing moves. */
function TimeLeft({ until }: { until: number }) {
  const seconds = useSecondsUntil(until);
  return (
    <div className={styles.left}>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ transform: `scaleX(${seconds / cardDetails.shownSeconds})` }} />
      </div>
      <span>{words.hiddenIn(waitText(seconds))}</span>
    </div>
  );
}
