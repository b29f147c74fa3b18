import { isRevocable, resendVendorLink, revokeVendorLink, type VendorLink } from '@florin/contract/vendor-links';
import { Ban, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { cardsWords as words } from '../../../messages/en/vendor-links.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { refreshLinks } from './queries.ts';
import { linkColumns } from './link-columns.tsx';

/** The links sent to vendors and their status; undefined while they are being loaded. */
export function VendorLinksPanel({ links }: { links: readonly VendorLink[] | undefined }) {
  const [revoking, setRevoking] = useState<VendorLink | null>(null);
  const sends = useSendAgain();
  const reason = useReason('vendor-links.revoke');
  return (
    <Panel title={words.links} padded={false}>
      <Table
        inPanel
        label={words.links}
        rows={links ?? []}
        columns={columnsOf({ ...sends, onRevoke: setRevoking, reason })}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        density="roomy"
        loading={links === undefined}
        expected={4}
        keys={false}
        empty={<EmptyState icon={Send}>{words.none}</EmptyState>}
      />
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

interface Acts extends ReturnType<typeof useSendAgain> {
  onRevoke: (link: VendorLink) => void;
  /** Why no link can be revoked; null if they can. */
  reason: string | null;
}

const columnsOf = ({ sendAgain, sending, onRevoke, reason }: Acts): Column<VendorLink>[] => [
  ...linkColumns,
  {
    id: 'actions',
    title: words.columns.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (link) => (
      <RowActions
        more={{
          label: words.moreFor(link.email),
          entries: isRevocable(link.status) ? [{ id: 'revoke', icon: Ban, label: words.revoke, reason }] : [],
          onAction: () => onRevoke(link),
        }}
      >
        <PermittedButton
          permission="vendor-links.send"
          aria-label={words.againTo(link.email)}
          pending={sending === link.id}
          onClick={() => void sendAgain(link)}
        >
          {words.again}
        </PermittedButton>
      </RowActions>
    ),
  },
];

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
