import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the control that names a row, even if the row is not in the document yet.
 * @param show puts a row into the document and scrolls it into view
 * @returns `open` also presses the control
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, show: (index: number) => void) {
  const wanted = useRef<{ index: number; open: boolean } | null>(null);
  const take = () => {
    if (wanted.current === null) return;
    const { index, open } = wanted.current;
    const row = list.current?.querySelector(`[data-index="${index}"]`);
    const control = row?.querySelector<HTMLElement>('[data-opens]') ?? row?.querySelector<HTMLElement>('input');
    if (!control) return;
    wanted.current = null;
    control.focus();
    if (open && control.hasAttribute('data-opens')) control.click();
  };
  useEffect(take);
  return (index: number, open: boolean) => {
    wanted.current = { index, open };
    take();
    if (wanted.current !== null) show(index);
  };
}
