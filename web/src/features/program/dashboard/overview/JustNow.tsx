import type { TransactionLine } from '@florin/contract/cards/transactions';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { agoText } from '../../../../flows/time/when.ts';
import { statusText } from '../../../../flows/transactions/TransactionStatusText.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Mark } from '../../../../kit/text/Mark.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { feedQuery, feedRows } from './queries.ts';
import { useNow } from '../../../../flows/time/use-now.ts';
import styles from './JustNow.module.css';

const words = overviewWords.feed;
const tintMilliseconds = 3000;

/**
 * The latest purchases. A new one is tinted for a moment; while the pointer or the focus is in the list, nothing moves,
 * and a button says how many have come.
 */
export function JustNow() {
  const feed = useQuery(feedQuery());
  const now = useNow();
  const { rows, fresh, waiting, show, hold, letGo } = useUnmoved(feed.data?.items);
  return (
    <Panel
      title={words.title}
      padded={feed.isError && !feed.data}
      className={styles.panel}
      actions={
        waiting > 0 ? (
          <Button variant="quiet" onClick={show}>
            {words.fresh(waiting)}
          </Button>
        ) : (
          feed.data && <span className={styles.live}>{words.live}</span>
        )
      }
    >
      <p role="status" className="visually-hidden">
        {fresh.length > 0 && words.arrived(fresh.length)}
      </p>
      {feed.isPending ? (
        <Loading />
      ) : rows ? (
        rows.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : (
          <>
            {/* The pointer in the list only keeps it from moving; what can be done is in its links. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
            <ul className={styles.rows} onPointerEnter={hold} onPointerLeave={letGo} onFocus={hold} onBlur={letGo}>
              {rows.map((row) => (
                <FeedRow key={row.id} of={row} now={now} isFresh={fresh.includes(row.id)} />
              ))}
            </ul>
            <p className={styles.foot}>
              <Link to={paths.transactions} className={styles.all}>
                {words.all}
              </Link>
            </p>
          </>
        )
      ) : (
        <Failure
          {...errorMessage(feed.error, words.failed)}
          onRetry={() => void feed.refetch()}
          retrying={feed.isFetching}
        />
      )}
    </Panel>
  );
}

/** Rows that stay as they are while they are read. */
function useUnmoved(latest: readonly TransactionLine[] | undefined) {
  const [rows, setRows] = useState(latest);
  const [isHeld, setHeld] = useState(false);
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const newer = latest && rows ? latest.filter(({ id }) => !rows.some((row) => row.id === id)) : [];
  const isOther = latest !== undefined && latest !== rows;
  // A held list still learns what became of its rows.
  if (isOther && (!isHeld || newer.length === 0)) {
    setRows(latest);
    if (newer.length > 0) setFresh(newer.map(({ id }) => id));
  }
  useEffect(() => {
    if (fresh.length === 0) return undefined;
    const timer = setTimeout(() => setFresh([]), tintMilliseconds);
    return () => clearTimeout(timer);
  }, [fresh]);
  const isFocused = useRef(false);
  return {
    rows,
    fresh,
    waiting: isHeld ? newer.length : 0,
    show: () => {
      setFresh(newer.map(({ id }) => id));
      setRows(latest);
    },
    hold: ({ type }: { type: string }) => {
      if (type === 'focus') isFocused.current = true;
      setHeld(true);
    },
    letGo: ({ type }: { type: string }) => {
      if (type === 'blur') isFocused.current = false;
      if (!isFocused.current) setHeld(false);
    },
  };
}

function FeedRow({ of, now, isFresh }: { of: TransactionLine; now: number; isFresh: boolean }) {
  const { merchant, cardholder, card, at, amount, status } = of;
  const { timeZone } = usePerson();
  const isDeclined = status === 'DECLINED';
  const positive = { ...amount, amount: Math.abs(amount.amount) };
  return (
    <li className={styles.row} data-fresh={isFresh || undefined}>
      <Mark name={merchant.name} />
      <div className={styles.words}>
        <Link to={paths.transactions} search={{ open: of.id }} className={styles.name}>
          {merchant.name}
        </Link>
        <p className={styles.line}>
          <span>{cardholder?.name ?? titleOfCard(card)}</span> <LastDigits digits={card.last4} />
        </p>
      </div>
      <div className={styles.end}>
        <p className={styles.amount}>
          {isDeclined ? (
            <s>
              <Money value={positive} />
            </s>
          ) : (
            <>
              {amount.amount < 0 && '+'}
              <Money value={positive} />
            </>
          )}
        </p>
        <p className={styles.line}>
          <span className={isDeclined ? styles.declined : undefined}>{statusText(of, null)}</span> ·{' '}
          {agoText(at, timeZone, now)}
        </p>
      </div>
    </li>
  );
}

const Loading = () => (
  <ul aria-busy="true" className={styles.rows}>
    {Array.from({ length: feedRows }, (_, row) => (
      <li key={row} className={styles.row}>
        <Skeleton shape="circle" />
        <div className={styles.words}>
          <p>
            <Skeleton shape="long" />
          </p>
          <p className={styles.line}>
            <Skeleton shape="medium" />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
