import { useLayoutEffect, type RefObject } from 'react';
import { elementInSight } from './in-sight.ts';
import { placeCard } from './placement.ts';

/** Puts the card beside the element of a stop and the ring around it, and keeps them there while the page moves. */
export function usePlacement(
  selector: string | null,
  card: RefObject<HTMLElement | null>,
  ring: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const place = () => {
      const [{ current: shown }, { current: outline }] = [card, ring];
      if (!shown || !outline) return;
      const box = (selector === null ? null : elementInSight(selector))?.getBoundingClientRect() ?? null;
      const size = { width: shown.offsetWidth, height: shown.offsetHeight };
      const { left, top } = placeCard(box, size, { width: window.innerWidth, height: window.innerHeight });
      Object.assign(shown.style, { left: `${left}px`, top: `${top}px` });
      outline.hidden = box === null;
      if (box === null) return;
      Object.assign(outline.style, {
        left: `${box.left - 4}px`,
        top: `${box.top - 4}px`,
        width: `${box.width + 8}px`,
        height: `${box.height + 8}px`,
      });
    };
    place();
    const stop = new AbortController();
    window.addEventListener('resize', place, { signal: stop.signal });
    window.addEventListener('scroll', place, { signal: stop.signal, capture: true, passive: true });
    return () => stop.abort();
  }, [selector, card, ring]);
}
