/** Rows are drawn and taken away this many at a time. */
export const rowsPerBlock = 8;

/** What is drawn beyond the visible part, above and below it, in pixels. */
const marginPixels = 600;

/**
 * Which blocks of a long list are drawn: those that reach into the visible part or its margin, and the one that holds the
 * focus, wherever it is.
 * @param heights height of each block in pixels, measured or expected, from the top
 * @param top where the visible part begins, in pixels from the top of the list; negative above it
 * @param height of the visible part, in pixels
 */
export function drawnBlocks(heights: readonly number[], top: number, height: number, focused: number | null): number[] {
  const drawn: number[] = [];
  let begins = 0;
  heights.forEach((blockHeight, block) => {
    const ends = begins + blockHeight;
    const isNear = ends > top - marginPixels && begins < top + height + marginPixels;
    if (isNear || block === focused) drawn.push(block);
    begins = ends;
  });
  return drawn;
}

/**
 * How high each block is: as measured now, or as known from before; what has never been drawn is taken to have rows of the
 * average height.
 * @param count of all rows
 * @param measured heights in pixels of the drawn blocks; empty before anything is drawn
 */
export function blockHeights(count: number, measured: ReadonlyMap<number, number>, known: readonly number[]): number[] {
  const rowsIn = (block: number) => Math.min(rowsPerBlock, count - block * rowsPerBlock);
  let height = 0;
  let rows = 0;
  for (const [block, blockHeight] of measured) {
    height += blockHeight;
    rows += rowsIn(block);
  }
  const average = rows === 0 ? 0 : height / rows;
  const blocks = Math.ceil(count / rowsPerBlock);
  return Array.from({ length: blocks }, (_, block) => measured.get(block) ?? known[block] ?? average * rowsIn(block));
}
