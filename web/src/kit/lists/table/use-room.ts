import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * The layouts of rows: all columns; some of them on a second line; more of them on a second line; or a card for each
 * row.
 */
export type Room = 'columns' | 'folded' | 'tight' | 'cards';

/**
 * The layouts from the widest on, with the minimum width of the table that each needs, in pixels. The width of the page
 * does not matter.
 */
const rooms: readonly (readonly [Room, number])[] = [
  ['columns', 860],
  ['folded', 640],
  ['tight', 480],
];

/**
 * The layout for the room there is. A table whose content is wider than its place gets the layout for less room.
 * @param content changes when other rows or columns are shown, so that a wider layout may fit again
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
