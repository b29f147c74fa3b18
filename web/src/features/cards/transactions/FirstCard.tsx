import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { transactionWords } from '../../../messages/en/cards/transactions.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { keyOf } from '../../../session/queries/query-client.ts';

const words = transactionWords.none;

const anyCard = queryOptions({
  queryKey: keyOf('cards-any'),
  queryFn: async ({ signal }) => {
    const { findCards } = await import('../../../flows/lists/found-calls.ts');
    return (await findCards('', signal)).length > 0;
  },
  // The way to the cards is there anyway.
  meta: { unshown: words.cardsFailed },
});

/** The way on for a business without transactions: its first card, or its cards. */
export default function FirstCard() {
  const mayIssue = useReason('cards.issue') === null;
  const { data: hasCards = true } = useQuery(anyCard);
  return mayIssue && !hasCards ? (
    <Link to={paths.cards} search={{ issue: 'virtual' }} className={buttonClass({ variant: 'primary' })}>
      {words.issue}
    </Link>
  ) : (
    <Link to={paths.cards} className={buttonClass()}>
      {words.toCards}
    </Link>
  );
}
