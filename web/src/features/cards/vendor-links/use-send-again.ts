import { resendVendorLink, type VendorLink } from '@florin/contract/vendor-links';
import { useEffect, useState } from 'react';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { refreshLinks } from './queries.ts';

/** Sends card details again by a new link, one at a time, and says what came of it. */
export function useSendAgain() {
  const { pending, message, submit } = useProvenSubmission();
  const [last, setLast] = useState<string | null>(null);
  useEffect(() => {
    if (message) showSnackbar(message);
  }, [message]);
  const sendAgain = async ({ id, email }: VendorLink) => {
    setLast(id);
    const answer = await submit(resendVendorLink, { params: { id } });
    if (answer?.ok) showSnackbar({ severity: 'success', text: words.sentAgain(email) });
    await refreshLinks();
  };
  return { sendAgain, sending: pending ? last : null };
}
