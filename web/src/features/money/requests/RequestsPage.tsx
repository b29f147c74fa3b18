import { exportRequests, requestColumns, type CardRequest } from '@florin/contract/money/requests';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { CardsTabs } from '../../../flows/cards/CardsHead.tsx';
import { download } from '../../../flows/lists/download.ts';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { isFiltered } from '../../../flows/lists/search.ts';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { requestQuery, requestsQuery } from '../../../flows/requests/queries.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { SkeletonLines } from '../../../kit/feedback/Skeleton.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { useIsWide } from '../../../kit/overlays/use-is-wide.ts';
import { listWords } from '../../../messages/en/kit/lists.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { columnsOf, idOf, markOf, nameOf } from './columns.tsx';
import { fieldsOf, order, queryOf, viewsOf } from './list-search.ts';
import styles from './requests.module.css';

const Decided = lazy(() => import('./Decided.tsx'));
const DecideMany = lazy(() => import('./DecideMany.tsx'));
/** What a decision needs is loaded when a request is opened. */
const Deciding = lazy(async () => ({ default: (await import('./Deciding.tsx')).Deciding }));

const words = requestWords.waiting;
const listed = requestWords.list;
const fields = fieldsOf('business');
/** Nobody has decided what waits. */
const undecided = ['decided'];
const none: readonly string[] = [];

/** /cards/requests: what cardholders ask for, and the decision. A mail's link opens its request and decides nothing. */
export function RequestsPage() {
  useEpoch();
  const address = useListAddress();
  const navigate = useNavigate();
  const query = useMemo(() => queryOf('business', address.search), [address.search]);
  const rows = useInfiniteQuery(requestsQuery('business', query));
  const isOpen = Boolean(address.search['open']);
  const isWaiting = query.status === 'PENDING';
  const columns = useMemo(() => {
    const all = columnsOf('business');
    return isOpen ? all.filter(({ id }) => id !== 'card' && !(isWaiting && id === 'state')) : all;
  }, [isOpen, isWaiting]);
  // The request that is open without being asked for; undefined until it is known.
  const [first, setFirst] = useState<string | null>();
  const hasRoom = useIsWide();
  if (first === undefined && !rows.isPending)
    setFirst((hasRoom && !isOpen && rows.data?.pages[0]?.items[0]?.id) || null);
  useEffect(() => {
    if (first)
      void navigate({
        to: paths.cardRequests,
        search: (now) => ({ ...now, open: first }),
        replace: true,
        resetScroll: false,
      });
  }, [first, navigate]);
  const deciding = useReason('requests.decide') ?? undefined;
  const [decided, setDecided] = useState<{ act: 'approve' | 'reject'; of: readonly CardRequest[] } | null>(null);
  const [begun, setBegun] = useState<StartedDecision | null>(null);
  return (
    <>
      <ListPage
        list="requests"
        title={pageTitles.cardRequests}
        label={listed.label}
        intro={words.intro}
        tabs={<CardsTabs />}
        address={address}
        onExport={(format, hidden) => {
          const hide = requestColumns.filter((column) => hidden.includes(column)).join(',');
          return download(exportRequests, { query: { ...query, format, ...(hide && { hide }) } });
        }}
        fields={fields}
        searchLabel={listed.search}
        views={viewsOf('business', rows.data?.pages[0]?.totals?.waiting)}
        rows={rows}
        columns={columns}
        hidden={isWaiting ? undecided : none}
        order={order}
        rowId={idOf}
        rowName={nameOf}
        rowKeys={{
          a: ({ id }) => setBegun({ id, act: 'approve' }),
          r: ({ id }) => setBegun({ id, act: 'reject' }),
        }}
        mark={markOf}
        total={({ totals }) => totals?.requests ?? null}
        bulk={(selected) => ({
          actions: (['approve', 'reject'] as const).map((act) => ({
            id: act,
            icon: act === 'approve' ? Check : X,
            label: requestWords.many[act],
            reason: deciding ?? whyNot(act, selected),
            onAction: () => setDecided({ act, of: selected }),
          })),
        })}
        below={
          isWaiting && !rows.hasNextPage && !isFiltered(address.search) && rows.isSuccess ? (
            <Suspense>
              <Decided />
            </Suspense>
          ) : null
        }
        none={{ title: words.none, text: words.noneText }}
        messages={{
          noMatch: listed.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: listed.moreFailed,
          count: listed.count,
          arrived: listed.arrived,
        }}
        summary={({ length }, { totals }) =>
          totals == null ? listed.count(length) : listWords.ofAll(length, listed.count(totals.requests))
        }
        renderSheet={(place) => (
          <RequestSheet
            {...place}
            onClose={() => {
              setFirst(null);
              place.onClose();
            }}
            opensItself={place.id === first}
            begun={begun}
            onBegun={setBegun}
          />
        )}
        awaitsSheet={hasRoom && rows.isPending}
      />
      <Suspense>{decided !== null && <DecideMany {...decided} onClose={() => setDecided(null)} />}</Suspense>
    </>
  );
}

/** A decision that a key in the list has begun. The sheet asks about it. */
interface StartedDecision {
  id: string;
  act: 'approve' | 'reject';
}

/** Decisions that may be sent in a few minutes (contract/src/money/requests.ts). */
const decidedAtMost = 50;

/** Why the selected requests cannot be decided together. */
function whyNot(act: 'approve' | 'reject', selected: readonly CardRequest[]): string | undefined {
  if (selected.some(({ status }) => status !== 'PENDING')) return requestWords.many.decided;
  if (act === 'approve' && selected.some(({ cardKind }) => cardKind === 'PHYSICAL')) return requestWords.many.address;
  return selected.length > decidedAtMost ? listWords.tooManySelected(decidedAtMost) : undefined;
}

interface RequestSheetProps extends SheetPlace {
  /** Nobody has opened it. */
  opensItself: boolean;
  begun: StartedDecision | null;
  onBegun: (next: null) => void;
}

function RequestSheet({ id, onClose, onPrevious, onNext, opensItself, begun, onBegun }: RequestSheetProps) {
  const one = useQuery({ ...requestQuery(id ?? ''), enabled: id !== null });
  const [buttons, setButtons] = useState<HTMLElement | null>(null);
  // The request that was decided here last: the one after it has its buttons under the same pointer.
  const [decided, setDecided] = useState<{ id: string; text: string; next: string | null } | null>(null);
  if (decided?.next === null && decided.id !== id) setDecided(id === null ? null : { ...decided, next: id });
  const isBeside = useIsWide();
  const decides = one.data?.status === 'PENDING' && one.data.mayDecide;
  return (
    <SideSheet
      open={id !== null}
      title={requestWords.sheet}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      opensItself={opensItself}
      {...(decides && { actions: <div ref={setButtons} style={{ display: 'contents' }} /> })}
    >
      {/* Where the sheet covers the page, it covers its messages, too. */}
      {!isBeside && (
        <div role="status" className={styles.decided}>
          {decided?.next === id && id !== null && <Notice severity="success">{decided.text}</Notice>}
        </div>
      )}
      {one.isError && !one.data ? (
        <Failure
          {...errorMessage(one.error, words.oneFailed)}
          onRetry={() => void one.refetch()}
          retrying={one.isFetching}
        />
      ) : one.data ? (
        <Suspense fallback={<SkeletonLines />}>
          <Deciding
            key={one.data.id}
            of={one.data}
            begun={begun?.id === id ? begun.act : null}
            onBegun={onBegun}
            opensItself={opensItself}
            buttonsIn={buttons}
            follows={decided !== null && decided.id !== id}
            onDecided={(text) => {
              if (id !== null) setDecided({ id, text, next: null });
              (onNext ?? onPrevious ?? onClose)();
            }}
          />
        </Suspense>
      ) : (
        <SkeletonLines />
      )}
    </SideSheet>
  );
}
