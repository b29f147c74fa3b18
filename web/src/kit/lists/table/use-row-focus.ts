import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the control that names a row, also when the row has to come into the document first.
 * @param show brings a row into the document and into sight
 * @returns `open` presses the control, too
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
