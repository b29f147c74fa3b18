import { useEffect, useRef, type RefObject } from 'react';
import { isForOthers } from '../../overlays/is-for-others.ts';

interface TableKeys {
  /** Off if the person has switched off single-key shortcuts (WCAG 2.1.4). */
  enabled: boolean;
  /** From the search to its rows; null takes back what has not happened yet. */
  goDown: (search: Element | null) => void;
  /** The ids of the rows as they stand. */
  ids: () => readonly string[];
  /** What the rows are of. J and K begin anew where it changes. */
  view: string | undefined;
  /** The row in the side sheet. J and K then open its neighbors. */
  openIndex: number;
  focusRow: (index: number, open: boolean) => void;
  toggleRow: (index: number, range: boolean) => void;
  hasSelection: boolean;
  clearSelection: () => void;
  /** Undefined while nothing is searched for. */
  clearSearch: (() => void) | undefined;
  /** What another key does with the row that has the focus; undefined if it does nothing. */
  rowKey: (key: string) => ((index: number) => void) | undefined;
  /** Moves the focus to what can be done with the selected rows. */
  goToBulk: () => void;
  /** Null while no rows wait. */
  bringIn: (() => void) | null;
}

/**
 * J and K go to the next and the previous row, X selects a row, Shift+X all rows from the one before, Esc clears the
 * selection, then the search, B goes to what can be done with the selected rows, and a full stop brings in the rows that wait; Enter
 * opens, since a row's name is a link or a button. They work anywhere on the page, except while typing or under a modal
 * dialog. In the search, Enter and the arrow down go to the first row.
 */
export function useTableKeys(root: RefObject<HTMLElement | null>, keys: TableKeys): void {
  const latest = useRef(keys);
  /** The row that had the focus last, in its view. */
  const place = useRef<{ id: string | undefined; view: string | undefined } | null>(null);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const rowOf = (target: EventTarget | null) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      return row && root.current?.contains(row) ? Number(row.dataset['index']) : null;
    };
    const placeOf = (id: string | undefined) => ({ id, view: latest.current.view });
    const indexOfPlace = () => {
      const { ids, view } = latest.current;
      const { current } = place;
      return current?.id === undefined || current.view !== view ? -1 : ids().indexOf(current.id);
    };
    const onFocus = ({ target }: FocusEvent) => {
      const index = rowOf(target);
      if (index !== null) place.current = placeOf(latest.current.ids()[index]);
    };
    const onKey = (event: KeyboardEvent) => {
      const {
        enabled,
        goDown,
        ids,
        openIndex,
        focusRow,
        toggleRow,
        hasSelection,
        clearSelection,
        clearSearch,
        goToBulk,
        rowKey,
        bringIn,
      } = latest.current;
      if (isInSearch(event.target, root.current)) {
        const isDown = !isWithOthers(event) && (event.key === 'Enter' || event.key === 'ArrowDown');
        goDown(isDown ? event.target : null);
        if (isDown) event.preventDefault();
        return;
      }
      if (!enabled || isForOthers(event, root.current)) return;
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k') {
        let from = openIndex === -1 ? indexOfPlace() : openIndex;
        if (from === -1) from = rowOf(document.activeElement) ?? -1;
        const to = from === -1 ? 0 : from + (key === 'j' ? 1 : -1);
        const id = ids()[to];
        if (id === undefined) return;
        place.current = placeOf(id);
        focusRow(to, openIndex !== -1);
      } else if (key === 'x') {
        const index = rowOf(document.activeElement);
        if (index === null) return;
        toggleRow(index, event.shiftKey);
      } else if (event.key === 'Escape' && hasSelection) clearSelection();
      else if (event.key === 'Escape' && clearSearch) clearSearch();
      else if (key === 'b' && hasSelection) goToBulk();
      else if (key === '.' && bringIn !== null) bringIn();
      else {
        const act = rowKey(key);
        const index = rowOf(document.activeElement);
        // The keys of the open row are those of its sheet.
        if (act === undefined || index === null || index === openIndex) return;
        act(index);
      }
      event.preventDefault();
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [root]);
}

const isInSearch = (target: EventTarget | null, root: HTMLElement | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'search' && (root?.contains(target) ?? false);

const isWithOthers = (event: KeyboardEvent) =>
  event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
