import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Failure } from '../../kit/Failure.tsx';
import { en } from '../../messages/en.ts';
import { cardsWords as words } from '../../messages/en/cards.ts';
import { describeFailure } from '../../session/failure.ts';
import { usePerson } from '../../session/person.ts';
import { useEpoch } from '../../session/use-epoch.ts';
import { StepUpProvider } from '../step-up/StepUpProvider.tsx';
import styles from './cards.module.css';
import { vendorLinksQuery } from './queries.ts';
import { SendDialog } from './SendDialog.tsx';
import { VendorLinksPanel } from './VendorLinksPanel.tsx';

/** /cards, for administrators. Of the area, sending card details to vendors is what is built. */
export function CardsPage() {
  // A step-up issues the session anew, and what is asked after it stands under the new one.
  useEpoch();
  const sent = useQuery(vendorLinksQuery());
  const [isSending, setSending] = useState(false);
  const { businessSuspended } = usePerson();
  const none = sent.data?.cards.length === 0;
  return (
    <StepUpProvider>
      <div className={styles.page}>
        <div className={styles.head}>
          <div className={styles.title}>
            <h1>{en.pages.cards}</h1>
            <p>{words.intro}</p>
            {none && <p id="no-cards">{businessSuspended ? words.suspended : words.noCards}</p>}
          </div>
          <Button
            variant="primary"
            unavailable={!sent.data || none}
            aria-describedby={none ? 'no-cards' : undefined}
            onClick={() => setSending(true)}
          >
            {words.send}
          </Button>
        </div>
        {sent.isError && !sent.data ? (
          <Failure
            {...describeFailure(sent.error, words.loadFailed)}
            onRetry={() => void sent.refetch()}
            retrying={sent.isFetching}
          />
        ) : (
          <VendorLinksPanel links={sent.data?.links} />
        )}
        <SendDialog open={isSending} cards={sent.data?.cards ?? []} onClose={() => setSending(false)} />
      </div>
    </StepUpProvider>
  );
}
