import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { textOfCard } from '../../../flows/cards/card-title.ts';
import { askedFundingQuery } from '../../../flows/requests/asked-funding.ts';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { fundingWords as words } from '../../../messages/en/money/card-funding.ts';
import { paths } from '../../../paths.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import type { Order } from './queries.ts';

/** Requests for money on the cards of the order: who funds the cards as well pays twice. */
export default function AskedFor({ order }: { order: Order }) {
  const isSeen = useReason('requests.view') === null;
  const cardIds = order.cards.map(({ cardId }) => cardId);
  const { data = [] } = useQuery({
    ...askedFundingQuery(cardIds),
    enabled: isSeen,
    meta: { unshown: words.plan.askedFailed },
  });
  return data.map(({ id, requestedBy, amount, card }) => (
    <Notice key={id} severity="warning">
      <p>{words.plan.asked(requestedBy.name, moneyText(amount), textOfCard(card))}</p>
      <Link to={paths.cardRequests} search={{ open: id }}>
        {words.plan.decide(requestedBy.name)}
      </Link>
    </Notice>
  ));
}
