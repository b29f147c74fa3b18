import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CardsHead } from '../../../flows/cards/CardsHead.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { pageTitles } from '../../../messages/en/pages.ts';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { vendorLinksQuery } from './queries.ts';
import { SendForm } from './SendForm.tsx';
import { VendorLinksPanel } from './VendorLinksPanel.tsx';

/** /cards/vendor-links, for administrators: the links that show a card's details to a vendor. */
export function VendorLinksPage() {
  // A step-up reissues the session, and later queries belong to the new one.
  useEpoch();
  const sent = useQuery(vendorLinksQuery());
  const [isSending, setSending] = useState(false);
  const reason = useReason('vendor-links.send');
  return (
    <StepUpProvider>
      <WidePage>
        <CardsHead
          title={pageTitles.cards}
          intro={words.intro}
          action={
            <PermittedButton
              permission="vendor-links.send"
              variant="primary"
              unavailable={!sent.data}
              onClick={() => setSending(true)}
            >
              {words.send}
            </PermittedButton>
          }
        >
          {reason !== null && <p>{reason}</p>}
        </CardsHead>
        {sent.isError && !sent.data ? (
          <Failure
            {...errorMessage(sent.error, words.loadFailed)}
            onRetry={() => void sent.refetch()}
            retrying={sent.isFetching}
          />
        ) : (
          <VendorLinksPanel links={sent.data?.links} />
        )}
        {/* Closing it clears the form. */}
        <Dialog open={isSending} title={words.dialog.title} onClose={() => setSending(false)} holds>
          <SendForm cards={sent.data?.cards ?? []} onDone={() => setSending(false)} />
        </Dialog>
      </WidePage>
    </StepUpProvider>
  );
}
