import { type RefObject, useLayoutEffect } from 'react';
import { elementInSight } from './in-sight.ts';

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
      const page = { width: window.innerWidth, height: window.innerHeight };
      const target = selector === null ? null : elementInSight(selector)?.getBoundingClientRect();
      const box = target && isInWindow(target, page) ? target : null;
      const { left, top } = placeCard(box, { width: shown.offsetWidth, height: shown.offsetHeight }, page);
      Object.assign(shown.style, { left: `${left}px`, top: `${top}px` });
      outline.hidden = box === null;
      Object.assign(outline.style, {
        left: box && `${box.left - 4}px`,
        top: box && `${box.top - 4}px`,
        width: box && `${box.width + 8}px`,
        height: box && `${box.height + 8}px`,
      });
    };
    place();
    const stop = new AbortController();
    window.addEventListener('resize', place, { signal: stop.signal });
    window.addEventListener('scroll', place, { signal: stop.signal, capture: true, passive: true });
    return () => stop.abort();
  }, [selector, card, ring]);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Size {
  width: number;
  height: number;
}

export const isInWindow = ({ left, top, right, bottom }: Box, { width, height }: Size): boolean =>
  right > 0 && bottom > 0 && left < width && top < height;

const gap = 12;
const margin = 8;

/**
 * Where a card stands beside what it speaks of, in pixels of the window: at its right where there is room, else below,
 * else above it; never outside the window.
 */
export function placeCard(target: Box | null, card: Size, window: Size): { left: number; top: number } {
  const inside = (value: number, size: number, room: number) => Math.max(margin, Math.min(value, room - size - margin));
  if (target === null)
    return {
      left: inside((window.width - card.width) / 2, card.width, window.width),
      top: inside((window.height - card.height) / 2, card.height, window.height),
    };
  const beside = target.right + gap;
  if (beside + card.width + margin <= window.width)
    return { left: beside, top: inside(target.top, card.height, window.height) };
  const below = target.bottom + gap;
  const top = below + card.height + margin <= window.height ? below : target.top - gap - card.height;
  return {
    left: inside(target.right - card.width, card.width, window.width),
    top: inside(top, card.height, window.height),
  };
}
