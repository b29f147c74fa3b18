import type { cardDetailsViews } from '@florin/contract/cards/card-details';
import type { Card } from '@florin/contract/cards/cards';
import { isEligible } from '@florin/contract/eligibility';
import type { Success } from '@florin/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lookOf } from '../../../flows/cards/card-look.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { cardDetailsWords as words } from '../../../messages/en/cards/card-details.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import styles from './CardDetailsPanel.module.css';
import { CardOutline } from './CardOutline.tsx';
import { OwnCard, type HiddenCard } from './OwnCard.tsx';
import { cardViewsQuery } from './queries.ts';

type Views = Success<typeof cardDetailsViews>['body'];

interface CardDetailsPanelProps {
  /** Null while it is not known: the card that is current for the server. */
  card: Card | null;
  /** Beside the one that shows its details. */
  acts: ReactNode;
}

/** For the holder of a card: the card, its details on demand, and its views. */
export function CardDetailsPanel({ card, acts }: CardDetailsPanelProps) {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const views = useQuery(cardViewsQuery(card?.id ?? null));
  const hidden = hiddenCard(card, views.data);
  const failure = views.isError && !views.data && (
    <Failure
      {...errorMessage(views.error, hidden ? words.viewsFailed : words.loadFailed)}
      onRetry={() => void views.refetch()}
      retrying={views.isFetching}
    />
  );
  if (!hidden) {
    if (views.isPending) return <CardOutline />;
    return failure ? <Panel title={words.title}>{failure}</Panel> : null;
  }
  return (
    <StepUpProvider>
      <section aria-label={words.title} className={styles.content}>
        <OwnCard
          key={hidden.id}
          card={hidden}
          name={card?.name ?? null}
          look={card ? lookOf(card.controls) : 'usual'}
          acts={acts}
        />
        {views.data ? <CardViews views={views.data.views} /> : failure}
      </section>
    </StepUpProvider>
  );
}

/** What is drawn: at once where the card is known, because the server refuses what cannot be shown. */
function hiddenCard(card: Card | null, views: Views | undefined): HiddenCard | null {
  if (views?.card) return { id: card?.id ?? null, ...views.card };
  if (!card) return null;
  const { id, last4, nameOnCard } = card;
  return { id, last4, nameOnCard, isViewable: !views && isEligible('card.reveal', { card }), heldUntil: null };
}

type View = Views['views'][number];

/** The views of the card's details, newest first. */
function CardViews({ views }: { views: readonly View[] }) {
  return (
    <details className={styles.views}>
      <summary>{words.views}</summary>
      {views.length === 0 ? (
        <p className={styles.line}>{words.noViews}</p>
      ) : (
        <ul className={styles.list}>
          {views.map(({ id, at, vendor }) => (
            <li key={id}>
              <p>{words.viewed(easternTime(at))}</p>
              <p className={styles.line}>
                {vendor === null ? words.viewedByYou : words.viewedByVendor(vendor.email, vendor.sentBy)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
