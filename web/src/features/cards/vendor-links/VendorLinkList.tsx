import { isRevocable, resendVendorLink, revokeVendorLink, type VendorLink } from '@florin/contract/cards/vendor-links';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { CardsTabs } from '../../../flows/cards/CardsHead.tsx';
import { ListPage } from '../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { RowActions } from '../../../kit/lists/table/RowActions.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { cardsWords as words } from '../../../messages/en/cards/vendor-links.ts';
import { PermittedButton, useReason } from '../../../session/PermittedButton.tsx';
import { linkColumns } from './link-columns.tsx';
import { fields, linksIn, order, views } from './list-search.ts';
import { refreshLinks, vendorLinksQuery, type VendorLinksData } from './queries.ts';

/** The links sent to vendors and their status. @param props.send the button that sends a further one */
export function VendorLinkList({ send }: { send: ReactNode }) {
  const address = useListAddress();
  const { search } = address;
  const rows = useInfiniteQuery({
    ...vendorLinksQuery(),
    select: useCallback(
      (data: VendorLinksData) => ({
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: linksIn(page.items, search) })),
      }),
      [search],
    ),
  });
  const [revoking, setRevoking] = useState<VendorLink | null>(null);
  const { sendAgain, sending } = useSendAgain();
  const unsendable = useReason('vendor-links.send');
  const reason = useReason('vendor-links.revoke');
  const columns = columnsOf({ sendAgain, sending, onRevoke: setRevoking, reason });
  return (
    <>
      <ListPage
        list="vendor-links"
        title={pageTitles.vendorLinks}
        label={words.links}
        intro={unsendable === null ? words.intro : `${words.intro} ${unsendable}`}
        action={send}
        tabs={<CardsTabs />}
        address={address}
        fields={fields}
        searchLabel={words.search}
        views={views}
        rows={rows}
        columns={columns}
        order={order}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        none={{ title: words.noneTitle, text: words.none }}
        messages={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.loadFailed,
          count: words.count,
        }}
      />
      {revoking && (
        <ConfirmAct
          words={{ ...words.revokeDialog, text: words.revokeDialog.text(revoking.email), cancel: words.cancel }}
          act={(prove) => prove(revokeVendorLink, { params: { id: revoking.id } })}
          done={words.revoked(revoking.email)}
          refresh={refreshLinks}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
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
