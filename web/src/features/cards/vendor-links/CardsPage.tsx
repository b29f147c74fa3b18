import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { en } from '../../../messages/en.ts';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import { describeFailure } from '../../../session/failure.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
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
      <WidePage>
        <PageHead
          title={en.pages.cards}
          intro={words.intro}
          action={
            <PermittedButton
              permission="vendor-links.send"
              variant="primary"
              unavailable={!sent.data || none}
              aria-describedby={none ? 'no-cards' : undefined}
              onClick={() => setSending(true)}
            >
              {words.send}
            </PermittedButton>
          }
        >
          {none && <p id="no-cards">{businessSuspended ? words.suspended : words.noCards}</p>}
        </PageHead>
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
      </WidePage>
    </StepUpProvider>
  );
}
