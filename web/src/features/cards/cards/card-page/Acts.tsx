import { activateCard } from '@florin/contract/cards/cards/acts';
import { mayTransition } from '@florin/contract/cards/card-states';
import { isEligible } from '@florin/contract/eligibility';
import { Snowflake } from 'lucide-react';
import { freezeText } from '../../../../flows/cards/CardState.tsx';
import { whenInSentence } from '../../../../flows/time/when.ts';
import { Button, buttonClass } from '../../../../kit/actions/Button.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { paths } from '../../../../paths.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { ReasonedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { refreshCards, type CardDetail, type CardScope } from '../queries.ts';
import styles from '../cards.module.css';
import { useFreeze } from './freeze.tsx';
import type { CardPart } from './dialogs.ts';

const words = cardPageWords;

/** The buttons of the title's line. Its holder's freeze takes one press; an administrator is asked why. */
export function Acts({ scope, card, onDialog }: CardPart) {
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { pending, submit } = useSubmission();
  const { reason: freezing, canFreeze, canUnfreeze, pending: isFreezing, change } = useFreeze(scope, card);
  const activating = useReason(isOwn ? 'own-cards.activate' : 'cards.activate');
  const funding = useReason('card-funding.run');
  const sending = useReason('vendor-links.send');
  const isSendable = !isOwn && isEligible('vendor-link.use', { card });
  const activate = async () => {
    const answer = await submit(activateCard, { params: { id: card.id }, body: {} });
    showSnackbar(
      answer?.ok ? { severity: 'success', text: words.activated } : { severity: 'error', text: words.actFailed },
    );
    await refreshCards();
  };
  return (
    <div className={styles.acts}>
      {isSendable && (
        <ReasonedButton reason={sending} onClick={() => onDialog('vendor')}>
          {words.vendor}
        </ReasonedButton>
      )}
      {!isOwn && isEligible('card.change', { card }) && <FundLink id={card.id} reason={funding} />}
      {canFreeze && (
        <ReasonedButton
          reason={freezing}
          pending={isFreezing}
          onClick={() => (isOwn ? void change(true) : onDialog('freeze'))}
        >
          <Icon of={Snowflake} size={16} />
          {words.freeze}
        </ReasonedButton>
      )}
      {canUnfreeze && (
        <ReasonedButton reason={freezing} pending={isFreezing} onClick={() => void change(false)}>
          {words.unfreeze}
        </ReasonedButton>
      )}
      {mayTransition('activate', card.status, actor) && (
        <ReasonedButton
          reason={activating}
          variant="primary"
          pending={pending}
          onClick={() => (isOwn ? onDialog('activate') : void activate())}
        >
          {words.activate}
        </ReasonedButton>
      )}
    </div>
  );
}

const FundLink = ({ id, reason }: { id: string; reason: string | null }) =>
  reason === null ? (
    <a href={`${paths.cardFunding}?cards=${id}`} className={buttonClass({ variant: 'secondary' })}>
      {words.fund}
    </a>
  ) : (
    <Button unavailable title={reason}>
      {words.fund}
    </Button>
  );

/** Each freeze is a fact of its own: whose it is, since when, and why. */
export function Freezes({ scope, card }: { scope: CardScope; card: CardDetail }) {
  const { timeZone } = usePerson();
  if (card.freezes.length === 0 || card.status === 'CLOSED') return null;
  const onlyOthers = scope === 'own' && !card.freezes.some(({ by }) => by === 'HOLDER');
  return (
    <>
      {card.freezes.map((freeze) => (
        <p key={freeze.cause} className={styles.quiet}>
          {words.frozenLine(freezeText({ freezes: [freeze] })!, whenInSentence(freeze.since, timeZone), freeze.reason)}
        </p>
      ))}
      {onlyOthers && <p className={styles.small}>{words.notYours}</p>}
    </>
  );
}
