import { type RequestKind } from '@florin/contract/money/request-states';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { askKey } from '../../../flows/requests/ask-key.ts';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { ownRequestQuery, requestsQuery } from '../../../flows/requests/queries.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { SkeletonLines } from '../../../kit/feedback/Skeleton.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { ownRequestWords as words } from '../../../messages/en/money/own-requests.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { columnsOf, idOf } from './columns.tsx';
import { fieldsOf, order, queryOf, viewsOf } from './list-search.ts';

/** What stands in the sheet is loaded when a request is opened. */
const OwnRequest = lazy(async () => ({ default: (await import('./OwnRequest.tsx')).OwnRequest }));
const AskDialog = lazy(async () => ({ default: (await import('../../../flows/requests/AskDialog.tsx')).AskDialog }));

const listed = requestWords.list;
const fields = fieldsOf('own');

const columns = columnsOf('own');

/** /funding-requests: what a cardholder has asked for, whatever it is, and asking for more. */
export function FundingRequestsPage() {
  useEpoch();
  const address = useListAddress();
  const [asking, setAsking] = useState<RequestKind | null>(
    () => kinds.find((kind) => wasLeftOpen(askKey({ kind }))) ?? null,
  );
  const query = useMemo(() => queryOf('own', address.search), [address.search]);
  const rows = useInfiniteQuery(requestsQuery('own', query));
  return (
    <>
      <ListPage
        list="funding-requests"
        title={pageTitles.fundingRequests}
        intro={words.intro}
        action={<AskButtons onAsk={setAsking} />}
        address={address}
        fields={fields}
        views={viewsOf('own', rows.data?.pages[0]?.totals?.waiting)}
        rows={rows}
        columns={columns}
        order={order}
        hidden={['card', 'decided']}
        rowId={idOf}
        rowName={askedText}
        none={{ title: words.none, text: words.noneText }}
        messages={{
          noMatch: listed.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: listed.moreFailed,
          count: listed.count,
        }}
        summary={({ length }, { totals }) =>
          totals == null ? listed.count(length) : listWords.ofAll(length, listed.count(totals.requests))
        }
        renderSheet={(place) => <RequestSheet {...place} />}
      />
      {asking && (
        <Suspense>
          <AskDialog kind={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}

const kinds = Object.keys(words.askFor) as (keyof typeof words.askFor)[];

const AskButtons = ({ onAsk }: { onAsk: (kind: RequestKind) => void }) => (
  <>
    {kinds.map((kind) => (
      <Button key={kind} variant={kind === 'FUNDING' ? 'primary' : 'secondary'} onClick={() => onAsk(kind)}>
        {words.askFor[kind]}
      </Button>
    ))}
  </>
);

function RequestSheet({ id, ...place }: SheetPlace) {
  const one = useQuery({ ...ownRequestQuery(id ?? ''), enabled: id !== null });
  return (
    <SideSheet open={id !== null} title={requestWords.sheet} {...place}>
      {one.isError && !one.data ? (
        <Failure
          {...errorMessage(one.error, words.oneFailed)}
          onRetry={() => void one.refetch()}
          retrying={one.isFetching}
        />
      ) : one.data ? (
        <Suspense fallback={<SkeletonLines />}>
          <OwnRequest key={one.data.id} of={one.data} />
        </Suspense>
      ) : (
        <SkeletonLines />
      )}
    </SideSheet>
  );
}
