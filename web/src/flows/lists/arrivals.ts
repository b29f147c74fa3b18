interface HeldRows<Row> {
  /** The rows in the order in which they stand on the screen, each with what is known of it now. */
  rows: readonly Row[];
  /** The ids of rows that have come among them or above them, and are not in `rows`. */
  arrived: readonly string[];
}

/**
 * The rows on the screen after a list was fetched again, without those that have come. A row that changed does so in its
 * place, and one that is no longer part of the list goes. Rows that were pushed to the next page stay.
 * @param shown on the screen
 * @param waiting ids of rows that have come before, and are not on the screen
 * @param latest of the pages that are loaded
 * @param hasMore whether pages follow
 */
export function keepPlaces<Row>(
  shown: readonly Row[],
  waiting: readonly string[],
  latest: readonly Row[],
  rowId: (row: Row) => string,
  hasMore: boolean,
): HeldRows<Row> {
  const now = new Map(latest.map((row) => [rowId(row), row]));
  const known = new Set(shown.map(rowId));
  const lastKnown = latest.findLastIndex((row) => known.has(rowId(row)));
  // What follows the last row on the screen was fetched as the next page.
  const isNext = (id: string, index: number) => lastKnown !== -1 && index > lastKnown && !waiting.includes(id);
  const next = latest.filter((row, index) => isNext(rowId(row), index));
  const arrived = latest.flatMap((row, index) => {
    const id = rowId(row);
    return known.has(id) || isNext(id, index) ? [] : [id];
  });
  const kept = shown.flatMap((row) => now.get(rowId(row)) ?? []);
  const lastKept = shown.findLastIndex((row) => now.has(rowId(row)));
  const pushed = hasMore ? shown.slice(lastKept + 1).slice(0, arrived.length) : [];
  return { rows: [...kept, ...next, ...pushed], arrived };
}
