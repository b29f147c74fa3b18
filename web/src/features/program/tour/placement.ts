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
