import type { Card } from '@florin/contract/cards/cards';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ownLimitsQuery } from '../../../../flows/cards/queries.ts';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { CardActs } from './CardActs.tsx';
import { LeftLoading, LeftToSpend } from './LeftToSpend.tsx';
import { MyRequests } from './MyRequests.tsx';
import { OtherCards } from './OtherCards.tsx';
import { inOrder } from './order.ts';
import { cardsQuery, recentQuery, requestsQuery } from './queries.ts';
import { RecentPurchases } from './RecentPurchases.tsx';
import styles from './CardHome.module.css';

/** Its pickers are large. */
const CanIBuy = lazy(async () => ({ default: (await import('./CanIBuy.tsx')).CanIBuy }));

const words = cardHomeWords.cards;

/**
 * A card of the holder with its details.
 * @param card undefined while it is loaded; null where it cannot be, or where there is none
 * @param acts what can be done with it besides
 */
export type DrawCard = (card: Card | null | undefined, acts: ReactNode) => ReactNode;

interface CardHomeProps {
  drawCard: DrawCard;
  /** What is on the current card of the account, with its parts. */
  balance: ReactNode;
}

/** Requests what is shown here before it is drawn. */
export function askCards(): void {
  void queryClient.prefetchQuery(cardsQuery());
  void queryClient.prefetchQuery(ownLimitsQuery());
  void queryClient.prefetchQuery(recentQuery());
  void queryClient.prefetchQuery(requestsQuery());
}

/**
 * The cards of a cardholder: what is left and which limit binds, whether a purchase would go through, what was bought.
 * Which card is shown is in the address.
 */
export function CardHome({ drawCard, balance }: CardHomeProps) {
  const cards = useQuery(cardsQuery());
  const limits = useQuery(ownLimitsQuery());
  const search = useSearch({ from: `/signed-in${paths.dashboard}` });
  const navigate = useNavigate();
  const shown = cards.data && inOrder(cards.data);
  const card = shown?.find(({ id }) => id === search.card) ?? shown?.[0];
  const isOneOfMany = (shown?.length ?? 0) > 1;
  const isCurrent = shown !== undefined && card === shown[0];
  const show = (id: string) =>
    void navigate({ to: paths.dashboard, search: { ...search, card: id }, replace: true, resetScroll: false });
  const limit = limits.data?.find((each) => each.card.cardId === card?.id);
  return (
    <div className={styles.home}>
      <div className={styles.column}>
        {drawCard(cards.isPending ? undefined : (card ?? null), card && <CardActs key={card.id} card={card} />)}
        {cards.isError && !cards.data && (
          <Panel title={words.title}>
            <Failure
              {...errorMessage(cards.error, words.failed)}
              onRetry={() => void cards.refetch()}
              retrying={cards.isFetching}
            />
          </Panel>
        )}
        {shown?.length === 0 && (
          <Panel title={words.title}>
            <p>{words.none}</p>
          </Panel>
        )}
        {card ? (
          <LeftToSpend card={card} limits={limit} query={limits} isOneOfMany={isOneOfMany} />
        ) : (
          cards.isPending && (
            <Panel label={cardHomeWords.left.title}>
              <LeftLoading />
            </Panel>
          )
        )}
        {shown && card && isOneOfMany && <OtherCards cards={shown} current={card} limits={limits.data} onShow={show} />}
      </div>
      <div className={styles.column}>
        {card && (
          <Suspense
            fallback={
              <Panel title={cardHomeWords.buy.title}>
                <div aria-busy="true" className={styles.buying} />
              </Panel>
            }
          >
            <CanIBuy key={card.id} card={card} isOneOfMany={isOneOfMany} limits={limit} onShowCard={show} />
          </Suspense>
        )}
        <MyRequests />
        <RecentPurchases areOfMany={isOneOfMany} />
      </div>
      {isCurrent && balance && (
        <div className={styles.whole}>
          {card && isOneOfMany && (
            <h2 className={styles.mute}>
              {words.on} {titleOfCard(card)} <LastDigits digits={card.last4} />
            </h2>
          )}
          {balance}
        </div>
      )}
    </div>
  );
}
