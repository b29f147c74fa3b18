import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How rows are drawn: all columns; some of them on a second line; more of them there; or a card for each row. */
export type Room = 'columns' | 'folded' | 'tight' | 'cards';

/** From the widest on, with the width in pixels that each needs at least: of the table, whatever that of the page. */
const rooms: readonly (readonly [Room, number])[] = [
  ['columns', 860],
  ['folded', 640],
  ['tight', 480],
];

/**
 * How much room there is. A table whose content turns out wider than its place is drawn as if there were less.
 * @param content changes when other rows or columns are drawn, and what did not fit may fit again
 */
export function useRoom(place: RefObject<HTMLElement | null>, content: unknown): Room {
  const [room, setRoom] = useState<Room>('columns');
  const overflowed = useRef<{ content: unknown; widths: Partial<Record<Room, number>> }>({ content, widths: {} });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const table = element.querySelector('table');
    const look = () => {
      if (overflowed.current.content !== content) overflowed.current = { content, widths: {} };
      const { widths } = overflowed.current;
      const width = element.clientWidth;
      if (table && table.offsetWidth > width + 1) widths[room] = Math.max(width, widths[room] ?? 0);
      const fitting = rooms.find(([each, atLeast]) => width >= atLeast && width > (widths[each] ?? 0));
      setRoom(fitting?.[0] ?? 'cards');
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (table) observer.observe(table);
    return () => observer.disconnect();
  }, [place, content, room]);
  return room;
}
