import { addNoteToMyRequest, cancelRequest, type CardRequest, type CardRequestDetail } from '@florin/contract/requests';
import { maySettle, type RequestKind } from '@florin/contract/request-states';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { AskDialog } from '../../../flows/requests/AskDialog.tsx';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { NoteForm } from '../../../flows/requests/NoteForm.tsx';
import { ownRequestQuery, ownRequestsQuery, refreshRequests } from '../../../flows/requests/queries.ts';
import { RequestTimeline } from '../../../flows/requests/RequestTimeline.tsx';
import flow from '../../../flows/requests/requests.module.css';
import { shortMoment, momentText } from '../../../flows/spend-rules/in-zone.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import { Pagination } from '../../../kit/lists/Pagination.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { BesideSheet } from '../../../kit/overlays/BesideSheet.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { declineReason } from '@florin/contract/decline-sentences';
import { pageTitles } from '../../../messages/en/pages.ts';
import { requestWords } from '../../../messages/en/requests.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { usePerson } from '../../../session/person.ts';
import styles from './requests.module.css';

const words = requestWords.own;

/** /funding-requests: what a cardholder has asked for, whatever it is, and asking for more. */
export function FundingRequestsPage() {
  useEpoch();
  const { request: open } = useSearch({ from: `/signed-in${paths.fundingRequests}` });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<RequestKind | null>(null);
  const show = (id: string | null) =>
    void navigate({
      to: paths.fundingRequests,
      search: id === null ? {} : { request: id },
      replace: true,
      resetScroll: false,
    });
  return (
    <WidePage>
      <BesideSheet open={open !== undefined}>
        <div className={styles.parts}>
          <PageHead title={pageTitles.fundingRequests} intro={words.intro} action={<AskButtons onAsk={setAsking} />} />
          <Requests status="PENDING" title={words.waiting} open={open} onOpen={show} />
          <Requests status="DECIDED" title={words.decided} open={open} onOpen={show} />
        </div>
      </BesideSheet>
      <RequestSheet id={open ?? null} onClose={() => show(null)} />
      {asking && <AskDialog kind={asking} onClose={() => setAsking(null)} />}
    </WidePage>
  );
}

const kinds = Object.keys(words.askFor) as (keyof typeof words.askFor)[];

const AskButtons = ({ onAsk }: { onAsk: (kind: RequestKind) => void }) => (
  <div className={styles.asks}>
    {kinds.map((kind) => (
      <Button key={kind} variant={kind === 'FUNDING' ? 'primary' : 'secondary'} onClick={() => onAsk(kind)}>
        {words.askFor[kind]}
      </Button>
    ))}
  </div>
);

const RequestState = ({ of: { status } }: { of: CardRequest }) =>
  status === 'REJECTED' ? (
    <StatusTag tone="bad">{requestWords.statuses[status]}</StatusTag>
  ) : (
    <StatusText fill={status === 'PENDING' ? 'ring' : 'full'}>{requestWords.statuses[status]}</StatusText>
  );

function Asked({ at }: { at: string }) {
  const { timeZone } = usePerson();
  return shortMoment(at, timeZone);
}

const columns: Column<CardRequest>[] = [
  { id: 'what', title: words.what, cell: askedText },
  { id: 'purpose', title: words.purpose, folds: 'first', cell: ({ purpose }) => purpose },
  { id: 'asked', title: words.asked, cell: ({ requestedAt }) => <Asked at={requestedAt} /> },
  { id: 'status', title: words.status, card: 'aside', cell: (request) => <RequestState of={request} /> },
];

interface RequestsProps {
  status: 'PENDING' | 'DECIDED';
  title: string;
  open: string | undefined;
  onOpen: (id: string) => void;
}

function Requests({ status, title, open, onOpen }: RequestsProps) {
  const list = useInfiniteQuery(ownRequestsQuery(status));
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data]);
  const isWaiting = status === 'PENDING';
  // What was decided is no news to somebody who has asked for nothing.
  if (!isWaiting && list.data && rows.length === 0) return null;
  return (
    <Panel title={title} padded={false}>
      <Table
        inPanel
        label={title}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={askedText}
        onOpen={({ id }) => onOpen(id)}
        openId={open ?? null}
        keys={isWaiting}
        loading={list.isPending}
        expected={isWaiting ? 2 : 4}
        empty={
          list.isError ? (
            <Failure
              {...errorMessage(list.error, words.loadFailed)}
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : (
            <ListEmpty title={words.none} text={words.noneText} />
          )
        }
        footer={
          list.hasNextPage ? (
            <Pagination label={title} onMore={() => void list.fetchNextPage()} pending={list.isFetchingNextPage} />
          ) : undefined
        }
      />
    </Panel>
  );
}

function RequestSheet({ id, onClose }: { id: string | null; onClose: () => void }) {
  const one = useQuery({ ...ownRequestQuery(id ?? ''), enabled: id !== null });
  return (
    <SideSheet open={id !== null} title={words.sheet} onClose={onClose}>
      {one.isError && !one.data ? (
        <Failure
          {...errorMessage(one.error, words.oneFailed)}
          onRetry={() => void one.refetch()}
          retrying={one.isFetching}
        />
      ) : one.data ? (
        <Details key={one.data.id} of={one.data} />
      ) : (
        <Skeleton shape="block" />
      )}
    </SideSheet>
  );
}

function Details({ of }: { of: CardRequestDetail }) {
  const { timeZone } = usePerson();
  const { card, amount, decision, until, purpose, declined, deciders, timeline, expiresAt } = of;
  const approved = of.status === 'APPROVED' ? decision?.amount : null;
  const isWaiting = maySettle('cancel', of.status);
  return (
    <div className={styles.details}>
      <div>
        <h3>{askedText(of)}</h3>
        <RequestState of={of} />
      </div>
      {isWaiting && (
        <Notice severity={deciders.length === 0 ? 'warning' : 'info'}>
          {deciders.length === 0 ? requestWords.dialog.nobody : <b>{requestWords.dialog.decides(deciders)}</b>}{' '}
          {words.expires(momentText(expiresAt, timeZone))}
        </Notice>
      )}
      <dl className={flow.facts}>
        <div>
          <dt>{words.purpose}</dt>
          <dd>{purpose}</dd>
        </div>
        {card && (
          <div>
            <dt>{words.card}</dt>
            <dd>
              {card.name} <LastDigits digits={card.last4} />
            </dd>
          </div>
        )}
        {amount && (
          <div>
            <dt>{words.amount}</dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        )}
        {approved && (
          <div>
            <dt>{words.approvedWith}</dt>
            <dd>
              <Money value={approved} />
            </dd>
          </div>
        )}
        {until !== null && (
          <div>
            <dt>{words.until}</dt>
            <dd>{momentText(decision?.until ?? until, timeZone)}</dd>
          </div>
        )}
        {declined && (
          <div>
            <dt>{words.declined}</dt>
            <dd>
              {declined.merchant}, <Money value={declined.amount} />
            </dd>
          </div>
        )}
      </dl>
      {declined?.code && <p className={flow.quiet}>{declineReason(declined.code)}</p>}
      <section className={styles.details}>
        <h3>{requestWords.happened}</h3>
        <RequestTimeline timeline={timeline} />
      </section>
      {isWaiting && (
        <>
          <NoteForm id={of.id} label={requestWords.note.toDeciders} endpoint={addNoteToMyRequest} />
          <Cancel id={of.id} />
        </>
      )}
    </div>
  );
}

function Cancel({ id }: { id: string }) {
  const { pending, message, submit } = useSubmission();
  const cancel = async () => {
    const answer = await submit(cancelRequest, { params: { id }, body: {} });
    if (answer?.ok) showSnackbar({ severity: 'success', text: words.canceled });
    if (answer !== null) await refreshRequests();
  };
  return (
    <div>
      <FormMessage message={message} />
      <Button variant="danger" pending={pending} onClick={() => void cancel()}>
        {words.cancelRequest}
      </Button>
    </div>
  );
}
