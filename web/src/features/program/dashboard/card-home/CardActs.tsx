import { freezeOwnCard, unfreezeOwnCard } from '@florin/contract/cards/cards/acts';
import type { Card } from '@florin/contract/cards/cards';
import { mayTransition } from '@florin/contract/cards/card-states';
import { Link } from '@tanstack/react-router';
import { ownLimitsQuery } from '../../../../flows/cards/queries.ts';
import { Ellipsis, Snowflake } from 'lucide-react';
import { RoundAct, roundActClass, RoundFace } from '../../../../kit/actions/RoundAct.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { paths } from '../../../../paths.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { cardsQuery } from './queries.ts';
import styles from './CardHome.module.css';

const words = cardHomeWords.cards;

/** What its holder does with a card: freeze it, and what stands on its page. */
export const CardActs = ({ card }: { card: Card }) => (
  <>
    <Freeze card={card} />
    <Link to={paths.ownCard} params={{ id: card.id }} className={roundActClass}>
      <RoundFace icon={Ellipsis} label={words.more} />
      <span className="visually-hidden">{words.moreFor(card.last4)}</span>
    </Link>
  </>
);

/** Freezing shows its result before the server has it, and takes it back where it fails; unfreezing waits. */
function Freeze({ card }: { card: Card }) {
  const { pending, message, submit } = useSubmission();
  const isFrozen = card.freezes.some(({ by }) => by === 'HOLDER');
  const isByOthers = card.freezes.some(({ by }) => by !== 'HOLDER');
  if (!isFrozen && !pending && (isByOthers || !mayTransition('freeze', card.status, 'HOLDER'))) return null;
  const show = (shown: Card) =>
    queryClient.setQueryData(cardsQuery().queryKey, (cards) =>
      cards?.map((each) => (each.id === card.id ? shown : each)),
    );
  const act = async () => {
    const input = { params: { id: card.id }, body: {} };
    if (!isFrozen) show({ ...card, status: 'PAUSED' });
    const answer = await submit(isFrozen ? unfreezeOwnCard : freezeOwnCard, input);
    show(answer?.ok === true ? answer.body : card);
    if (answer?.ok !== true) return;
    showSnackbar({ severity: 'success', text: isFrozen ? words.notFrozen : words.frozen });
    await queryClient.invalidateQueries({ queryKey: ownLimitsQuery().queryKey });
  };
  return (
    <>
      <RoundAct
        icon={Snowflake}
        label={isFrozen ? words.unfreeze : words.freeze}
        pending={pending}
        onClick={() => void act()}
      />
      {message && (
        <div className={styles.actMessage}>
          <FormMessage message={message} />
        </div>
      )}
    </>
  );
}
