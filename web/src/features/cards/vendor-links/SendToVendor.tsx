import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { cardsWords as words } from '../../../messages/en/cards/vendor-links.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { vendorLinksQuery } from './queries.ts';
import { SendForm } from './SendForm.tsx';

interface SendToVendorProps {
  /** The card whose details are sent; another one can still be chosen. */
  card: { cardId: string };
  onClose: () => void;
}

/** The dialog on the page of a card that sends a vendor the link to its details. */
export function SendToVendor({ card: { cardId }, onClose }: SendToVendorProps) {
  const sent = useInfiniteQuery(vendorLinksQuery());
  return (
    <Dialog open title={words.dialog.title} onClose={onClose} holds>
      {sent.data ? (
        <SendForm cards={sent.data.pages[0]?.cards ?? []} cardId={cardId} onDone={onClose} />
      ) : sent.isPending ? (
        <LoadingRows label={words.loading} />
      ) : (
        <Failure
          {...errorMessage(sent.error, words.loadFailed)}
          onRetry={() => void sent.refetch()}
          retrying={sent.isFetching}
        />
      )}
      {!sent.data && <Button onClick={onClose}>{words.cancel}</Button>}
    </Dialog>
  );
}
