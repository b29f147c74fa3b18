import { resendVendorLink, revokeVendorLink, type VendorLink } from '@florin/contract/vendor-links';
import { Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import { refreshLinks } from './queries.ts';
import { VendorLinkRow } from './VendorLinkRow.tsx';

/** The links sent to vendors and their status; undefined while they are being loaded. */
export function VendorLinksPanel({ links }: { links: readonly VendorLink[] | undefined }) {
  const [revoking, setRevoking] = useState<VendorLink | null>(null);
  const { sendAgain, sending } = useSendAgain();
  return (
    <Panel title={words.links} padded={false}>
      {links === undefined && <LoadingRows label={words.loading} />}
      {links?.length === 0 && <EmptyState icon={Send}>{words.none}</EmptyState>}
      {links !== undefined && links.length > 0 && (
        <ul>
          {links.map((link) => (
            <VendorLinkRow
              key={link.id}
              link={link}
              sending={sending === link.id}
              onSendAgain={() => void sendAgain(link)}
              onRevoke={() => setRevoking(link)}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmAct
          words={{ ...words.revokeDialog, text: words.revokeDialog.text(revoking.email), cancel: words.cancel }}
          act={(send) => send(revokeVendorLink, { params: { id: revoking.id } })}
          done={words.revoked(revoking.email)}
          refresh={refreshLinks}
          onClose={() => setRevoking(null)}
        />
      )}
    </Panel>
  );
}

/** Sends card details again by a new link, one at a time, and shows the result. */
function useSendAgain() {
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
