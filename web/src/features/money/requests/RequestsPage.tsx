import type { CardRequest } from '@florin/contract/requests';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CardsHead } from '../../../flows/cards/CardsHead.tsx';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { requestQuery, requestsQuery } from '../../../flows/requests/queries.ts';
import { shortMoment } from '../../../flows/spend-rules/in-zone.ts';
import { useSingleKeys } from '../../../flows/use-single-keys.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { CountBadge } from '../../../kit/feedback/CountBadge.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { ListEmpty } from '../../../kit/lists/ListStates.tsx';
import { Avatar } from '../../../kit/text/Avatar.tsx';
import { pageTitles } from '../../../messages/en/pages.ts';
import { requestWords } from '../../../messages/en/requests.ts';
import { numberText } from '../../../messages/number-text.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { Deciding } from './Deciding.tsx';
import { usePerson } from '../../../session/person.ts';
import styles from './requests.module.css';

const words = requestWords.deciding;

/** /cards/requests: what cardholders ask for, and the decision. A mail's link opens its request and decides nothing. */
export function RequestsPage() {
  useEpoch();
  const { request } = useSearch({ from: `/signed-in${paths.cardRequests}` });
  const navigate = useNavigate();
  const waiting = useInfiniteQuery(requestsQuery('PENDING'));
  const decided = useInfiniteQuery(requestsQuery('DECIDED'));
  const pending = useMemo(() => waiting.data?.pages.flatMap(({ items }) => items) ?? [], [waiting.data]);
  const past = useMemo(() => decided.data?.pages.flatMap(({ items }) => items) ?? [], [decided.data]);
  const show = (id: string | null) =>
    void navigate({
      to: paths.cardRequests,
      search: id === null ? {} : { request: id },
      replace: true,
      resetScroll: false,
    });
  const open = request ?? pending[0]?.id ?? null;
  const place = pending.findIndex(({ id }) => id === open);
  const move = (step: number) => {
    const next = pending[place < 0 ? 0 : place + step];
    if (next) show(next.id);
  };
  useSingleKeys({ j: () => move(1), k: () => move(-1) });
  const showNext = () => show((pending[place + 1] ?? pending[place - 1])?.id ?? null);

  return (
    <WidePage>
      <CardsHead title={pageTitles.cards} intro={words.intro} />
      <div className={styles.frame} data-open={request !== undefined || undefined}>
        <div className={styles.list}>
          <h2 className={styles.listHead}>
            {words.forYou}{' '}
            {pending.length > 0 && (
              <CountBadge text={numberText(pending.length)} label={words.waiting(pending.length)} />
            )}
          </h2>
          <Waiting list={waiting} rows={pending} open={open} onOpen={show} />
          {past.length > 0 && (
            <>
              <h2 className={styles.listHead}>{words.decided}</h2>
              <Rows rows={past} open={open} onOpen={show} />
              {decided.hasNextPage && (
                <Button
                  variant="quiet"
                  pending={decided.isFetchingNextPage}
                  onClick={() => void decided.fetchNextPage()}
                >
                  {requestWords.own.more}
                </Button>
              )}
            </>
          )}
        </div>
        <div className={styles.panel}>
          {open === null ? (
            <p className={styles.choose}>{pending.length > 0 || past.length > 0 ? words.choose : words.noneText}</p>
          ) : (
            <One key={open} id={open} onBack={() => show(null)} onDecided={showNext} />
          )}
        </div>
      </div>
    </WidePage>
  );
}

interface RowsProps {
  rows: readonly CardRequest[];
  open: string | null;
  onOpen: (id: string) => void;
}

type Loaded = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'isError' | 'isPending' | 'isFetching' | 'isFetchingNextPage' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage'
>;

function Waiting({ list, rows, ...row }: RowsProps & { list: Loaded }) {
  if (list.isPending) return <LoadingRows label={words.forYou} />;
  if (list.isError && rows.length === 0)
    return (
      <Failure
        {...errorMessage(list.error, words.loadFailed)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (rows.length === 0) return <ListEmpty title={words.none} text={words.noneText} />;
  return (
    <>
      <Rows rows={rows} {...row} />
      {list.hasNextPage && (
        <Button variant="quiet" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {requestWords.own.more}
        </Button>
      )}
    </>
  );
}

function Rows({ rows, open, onOpen }: RowsProps) {
  const { timeZone } = usePerson();
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.row}
            aria-current={row.id === open || undefined}
            onClick={() => onOpen(row.id)}
          >
            <Avatar name={row.requestedBy.name} round />
            <span className={styles.rowWords}>
              <span className={styles.rowName}>{askedText(row)}</span>
              <span className={styles.rowLine}>
                {row.requestedBy.name} · {lineOf(row)}
              </span>
            </span>
            <time className={styles.rowTime} dateTime={row.requestedAt}>
              {shortMoment(row.requestedAt, timeZone)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}

function lineOf({ status, decision, declined, purpose }: CardRequest): string {
  if (status === 'PENDING') return declined ? requestWords.dialog.declinedAt(declined.merchant) : purpose;
  return decision?.by ? words.decidedBy(requestWords.statuses[status], decision.by) : requestWords.statuses[status];
}

function One({ id, onBack, onDecided }: { id: string; onBack: () => void; onDecided: () => void }) {
  const one = useQuery(requestQuery(id));
  if (one.isError && !one.data)
    return (
      <Failure
        {...errorMessage(one.error, words.oneFailed)}
        onRetry={() => void one.refetch()}
        retrying={one.isFetching}
      />
    );
  return (
    <>
      <div className={styles.back}>
        <Button variant="quiet" onClick={onBack}>
          {words.back}
        </Button>
      </div>
      {one.data ? <Deciding of={one.data} onDecided={onDecided} /> : <Skeleton shape="block" />}
    </>
  );
}
