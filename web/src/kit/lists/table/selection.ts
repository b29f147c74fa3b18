/** The selected rows after one was toggled, as a new set. */
export function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/**
 * The selected rows after a range was picked, from the row picked before to this one. All of them get the state of this
 * row.
 * @param ids of all rows, in their order
 * @param anchor the row that was picked before; if it is null or no longer exists, only this row is picked
 */
export function withRange(
  selection: ReadonlySet<string>,
  ids: readonly string[],
  anchor: string | null,
  id: string,
): ReadonlySet<string> {
  const from = anchor === null ? -1 : ids.indexOf(anchor);
  const to = ids.indexOf(id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const next = new Set(selection);
  for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (selection.has(id)) next.delete(each);
    else next.add(each);
  return next;
}

/** Whether all, some or none of the rows are selected; rows of other pages do not count. */
export function coverage(selection: ReadonlySet<string>, ids: readonly string[]): 'all' | 'some' | 'none' {
  const count = ids.filter((id) => selection.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
