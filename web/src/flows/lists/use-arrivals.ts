import { useEffect, useLayoutEffect, useState } from 'react';
import { keepPlaces } from './arrivals.ts';

interface Arriving<Row> {
  /** The filters and the order: under others, nothing is kept of what was on the screen. */
  view: string;
  /** The rows that have been fetched; undefined while there are none. The same array as long as they are the same. */
  latest: readonly Row[] | undefined;
  hasMore: boolean;
  rowId: (row: Row) => string;
  /** Whether new rows are those at the top. */
  isNewestFirst: boolean;
  /** Whether a person reads the list, or may be about to press something in it. */
  isInUse: () => boolean;
  /** Off, rows are shown as they are fetched. */
  enabled: boolean;
}

interface ShownRows<Row> {
  view: string;
  latest: readonly Row[] | undefined;
  rows: readonly Row[];
  waiting: readonly string[];
  fresh: readonly string[];
}

/** How long what has arrived is marked. */
const markedMilliseconds = 3000;
const none: readonly never[] = [];

/**
 * The rows of a list that is fetched again while it is on the screen. In a list that rests at its top, new rows come in
 * and are marked for a moment. While it is in use they wait, and so they do in another order, where they would come
 * between the rows that are there. Rows that are there change in their places.
 */
export function useArrivals<Row>(arriving: Arriving<Row>) {
  const { view, latest, hasMore, rowId, isNewestFirst, isInUse, enabled } = arriving;
  const whole: ShownRows<Row> = { view, latest, rows: latest ?? none, waiting: none, fresh: none };
  const [shown, setShown] = useState(whole);
  // Nothing was read in an empty list, nor in another view, nor before there was an answer.
  const isAnew = !enabled || shown.view !== view || shown.latest === undefined || latest === undefined;
  if (isAnew && (shown.view !== view || shown.latest !== latest)) setShown(whole);

  useLayoutEffect(() => {
    if (isAnew || latest === shown.latest) return;
    const { rows, arrived } = keepPlaces(shown.rows, shown.waiting, latest, rowId, hasMore);
    const comesIn = shown.rows.length === 0 || (isNewestFirst && !isInUse());
    // What a person does in the list is known only now.
    // oxlint-disable-next-line react/set-state-in-effect -- the rows are those of before until then
    setShown(
      comesIn
        ? { view, latest, rows: latest, waiting: none, fresh: arrived.length > 0 ? arrived : shown.fresh }
        : { view, latest, rows, waiting: arrived, fresh: shown.fresh },
    );
  }, [isAnew, latest, shown, rowId, hasMore, isNewestFirst, isInUse, view]);

  const { fresh } = shown;
  useEffect(() => {
    if (fresh.length === 0) return undefined;
    const timer = setTimeout(
      () => setShown((now) => (now.fresh === fresh ? { ...now, fresh: none } : now)),
      markedMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [fresh]);

  return {
    rows: isAnew ? whole.rows : shown.rows,
    waiting: isAnew ? 0 : shown.waiting.length,
    fresh: isAnew ? none : fresh,
    /** Brings in what waits. */
    show: () => setShown((now) => ({ ...now, rows: now.latest ?? none, waiting: none, fresh: now.waiting })),
  };
}
