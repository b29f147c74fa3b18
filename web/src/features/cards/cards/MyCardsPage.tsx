import type { Card } from '@florin/contract/cards/cards';
import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownLimitsQuery } from '../../../flows/cards/queries.ts';
import { CardState } from '../../../flows/cards/CardState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { cardPageWords } from '../../../messages/en/cards/card-page.ts';
import { cardsWords } from '../../../messages/en/cards/cards.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { ownCardsQuery } from './queries.ts';
import styles from './cards.module.css';

/** /my-cards: the cardholder's own cards. */
export function MyCardsPage() {
  useEpoch();
  const cards = useQuery(ownCardsQuery());
  const limits = useQuery({ ...ownLimitsQuery(), meta: { unshown: cardsWords.leftFailed } });
  return (
    <ColumnPage>
      <PageHead title={pageTitles.myCards} intro={cardsWords.own.intro} />
      {cards.isError && !cards.data ? (
        <Failure
          {...errorMessage(cards.error, cardsWords.loadFailed)}
          onRetry={() => void cards.refetch()}
          retrying={cards.isFetching}
        />
      ) : (
        <Panel padded={false}>
          {cards.data === undefined ? (
            <LoadingRows label={cardPageWords.loading} />
          ) : cards.data.items.length === 0 ? (
            <ListEmpty {...cardsWords.own.none} />
          ) : (
            <ul className={styles.rows}>
              {cards.data.items.map((card) => (
                <OwnRow
                  key={card.id}
                  card={card}
                  left={limits.data?.find((each) => each.card.cardId === card.id)?.leftToSpend}
                />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </ColumnPage>
  );
}

interface OwnRowProps {
  card: Card;
  left: CardLimits['leftToSpend'] | undefined;
}

const OwnRow = ({ card, left }: OwnRowProps) => (
  <li className={styles.row}>
    <Link to={paths.ownCard} params={{ id: card.id }}>
      {titleOfCard(card)} <LastDigits digits={card.last4} />
    </Link>
    <CardState of={card} />
    {left && (
      <span>
        <Money value={left.amount} /> <span className={styles.small}>{cardsWords.own.left}</span>
      </span>
    )}
  </li>
);
