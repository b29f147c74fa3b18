import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { cardDetailsWords as words } from '../../../messages/en/card-details.ts';
import { describeFailure } from '../../../session/failure.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import styles from './CardDetailsPanel.module.css';
import { CardViews } from './CardViews.tsx';
import { OwnCard } from './OwnCard.tsx';
import { cardViewsQuery } from './queries.ts';

/** On the dashboard of a cardholder: the card, its details on demand, and who has viewed them. */
export function CardDetailsPanel() {
  // A step-up issues the session anew, and what is asked after it stands under the new one.
  useEpoch();
  const views = useQuery(cardViewsQuery());
  if (views.data?.card === null) return null;
  return (
    <StepUpProvider>
      <Panel title={words.title}>
        {views.data?.card ? (
          <div className={styles.content}>
            <OwnCard card={views.data.card} />
            <CardViews views={views.data.views} />
          </div>
        ) : views.isError ? (
          <Failure
            {...describeFailure(views.error, words.loadFailed)}
            onRetry={() => void views.refetch()}
            retrying={views.isFetching}
          />
        ) : (
          <div aria-busy="true" className={styles.loading}>
            <Skeleton shape="long" />
            <Skeleton shape="medium" />
          </div>
        )}
      </Panel>
    </StepUpProvider>
  );
}
