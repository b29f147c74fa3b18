import type { cardDetailsViews } from '@florin/contract/card-details';
import type { Success } from '@florin/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
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

/** On the dashboard of a cardholder: the card, its details on demand, and its views. */
export function CardDetailsPanel() {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const views = useQuery(cardViewsQuery());
  if (views.data?.card === null) return null;
  if (views.isPending) return <CardOutline />;
  return (
    <StepUpProvider>
      <Panel title={words.title}>
        {views.data?.card ? (
          <div className={styles.content}>
            <OwnCard card={views.data.card} />
            <CardViews views={views.data.views} />
          </div>
        ) : (
          <Failure
            {...errorMessage(views.error, words.loadFailed)}
            onRetry={() => void views.refetch()}
            retrying={views.isFetching}
          />
        )}
      </Panel>
    </StepUpProvider>
  );
}

type View = Success<typeof cardDetailsViews>['body']['views'][number];

/** The views of the card's details, newest first. */
function CardViews({ views }: { views: readonly View[] }) {
  return (
    <div className={styles.views}>
      <h3>{words.views}</h3>
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
    </div>
  );
}
