import type { cardDetailsViews } from '@florin/contract/card-details';
import type { Success } from '@florin/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { easternTime } from '@florin/contract/eastern-time';
import { cardDetailsWords as words } from '../../../messages/en/card-details.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import styles from './CardDetailsPanel.module.css';
import { CardOutline } from './CardOutline.tsx';
import { OwnCard } from './OwnCard.tsx';
import { cardViewsQuery } from './queries.ts';

interface CardDetailsPanelProps {
  /** What the holder calls the card. */
  name: string | null;
  /** Beside the one that shows its details. */
  acts: ReactNode;
}

/** On the dashboard of a cardholder: the card, its details on demand, and its views. */
export function CardDetailsPanel({ name, acts }: CardDetailsPanelProps) {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const views = useQuery(cardViewsQuery());
  if (views.data?.card === null) return null;
  if (views.isPending) return <CardOutline />;
  return (
    <StepUpProvider>
      {views.data?.card ? (
        <section aria-label={words.title} className={styles.content}>
          <OwnCard card={views.data.card} name={name} acts={acts} />
          <CardViews views={views.data.views} />
        </section>
      ) : (
        <Panel title={words.title}>
          <Failure
            {...errorMessage(views.error, words.loadFailed)}
            onRetry={() => void views.refetch()}
            retrying={views.isFetching}
          />
        </Panel>
      )}
    </StepUpProvider>
  );
}

type View = Success<typeof cardDetailsViews>['body']['views'][number];

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
