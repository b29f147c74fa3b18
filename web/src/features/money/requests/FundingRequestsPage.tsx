import { addNoteToMyRequest, cancelRequest, type CardRequestDetail } from '@florin/contract/requests';
import { maySettle, type RequestKind } from '@florin/contract/request-states';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ListPage, type SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../flows/lists/use-list-address.ts';
import { askKey } from '../../../flows/requests/ask-key.ts';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { ownRequestQuery, refreshRequests, requestsQuery } from '../../../flows/requests/queries.ts';
import { RequestTimeline } from '../../../flows/requests/RequestTimeline.tsx';
import flow from '../../../flows/requests/requests.module.css';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { declineReason } from '@florin/contract/decline-sentences';
import { listWords } from '../../../messages/en/lists.ts';
import { pageTitles } from '../../../messages/en/pages.ts';
import { requestWords } from '../../../messages/en/requests.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { wasLeftOpen } from '../../../session/kept-forms/use-kept-form.ts';
import { usePerson } from '../../../session/person.ts';
import { columnsOf, idOf, RequestState } from './columns.tsx';
import { fieldsOf, order, queryOf, viewsOf } from './list-search.ts';
import styles from './requests.module.css';

const NoteForm = lazy(async () => ({ default: (await import('../../../flows/requests/NoteForm.tsx')).NoteForm }));
const AskDialog = lazy(async () => ({ default: (await import('../../../flows/requests/AskDialog.tsx')).AskDialog }));

const words = requestWords.own;
const listed = requestWords.list;
const fields = fieldsOf('own');

/** /funding-requests: what a cardholder has asked for, whatever it is, and asking for more. */
export function FundingRequestsPage() {
  useEpoch();
  const address = useListAddress();
  const { timeZone } = usePerson();
  const [asking, setAsking] = useState<RequestKind | null>(
    () => kinds.find((kind) => wasLeftOpen(askKey({ kind }))) ?? null,
  );
  const query = useMemo(() => queryOf('own', address.search), [address.search]);
  const rows = useInfiniteQuery(requestsQuery('own', query));
  const columns = useMemo(() => columnsOf('own', timeZone), [timeZone]);
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
        says={{
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
    <SideSheet open={id !== null} title={words.sheet} {...place}>
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
          {words.expires(longWhen(expiresAt, timeZone))}
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
            <dd>{longWhen(decision?.until ?? until, timeZone)}</dd>
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
          <Suspense>
            <NoteForm id={of.id} label={requestWords.note.toDeciders} endpoint={addNoteToMyRequest} />
          </Suspense>
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
