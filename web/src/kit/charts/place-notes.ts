/** A place in the drawing, in pixels from its upper left corner. */
interface Place {
  x: number;
  y: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A label to be placed. */
export interface Anchored extends Place {
  /** Of its text, in pixels. */
  width: number;
  /** It stands below its point where there is as much room as above. */
  isBelow?: boolean;
  /** Has a dot at its point. */
  hasDot: boolean;
  /** How far it may stand from its point; a label without room is left out. */
  reach?: number;
}

/** Where the text is, and which part of it is at `x`. */
export interface Placed {
  left: number;
  baseline: number;
  x: number;
  textAnchor: 'start' | 'end' | 'middle';
}

/** Of the text, from its baseline. */
const ascent = 10;
const descent = 3;
/** Between the text and a line, and between the text and its point. */
const gap = 4;
const aside = 8;
const dotRadius = 5;
/** What another side than the wanted one costs, in pixels of distance. */
const otherSide = 6;

/**
 * Places labels where no line, dot or other label is: beside their points, as near as there is room, the first label first.
 * @param lines the points of each line, joined straight
 * @param area where labels may be
 * @returns a place for each label; null where there is none
 */
export function placeNotes(
  notes: readonly Anchored[],
  lines: readonly (readonly Place[])[],
  area: Box,
): (Placed | null)[] {
  const taken: Box[] = notes
    .filter(({ hasDot }) => hasDot)
    .map(({ x, y }) => ({ left: x - dotRadius, right: x + dotRadius, top: y - dotRadius, bottom: y + dotRadius }));
  return notes.map((note) => {
    const middle = Math.max(area.left, Math.min(note.x - note.width / 2, area.right - note.width));
    const sides = [
      { left: note.x + aside, x: note.x + aside, textAnchor: 'start' },
      { left: note.x - aside - note.width, x: note.x - aside, textAnchor: 'end' },
      { left: middle, x: middle + note.width / 2, textAnchor: 'middle' },
    ] as const;
    const places = sides
      .filter(({ left }) => left >= area.left && left + note.width <= area.right)
      .flatMap((side) => heightsAt(note, side.left, lines, taken, area).map((baseline) => ({ ...side, baseline })));
    const [best] = places.toSorted((a, b) => costOf(note, a) - costOf(note, b));
    if (!best || Math.abs(best.baseline - centre - note.y) > (note.reach ?? Number.POSITIVE_INFINITY)) return null;
    taken.push(boxOf(note, best));
    return best;
  });
}

/** From the middle of a text to its baseline. */
const centre = (ascent - descent) / 2;

const boxOf = ({ width }: Anchored, { left, baseline }: Placed): Box => ({
  left,
  right: left + width,
  top: baseline - ascent,
  bottom: baseline + descent,
});

function costOf({ y, isBelow = false }: Anchored, { baseline }: Placed): number {
  const away = baseline - centre - y;
  return Math.abs(away) + (away > 0 === isBelow ? 0 : otherSide);
}

/** The baselines of a text that begins at `left` and is free: next to its point, or to what is in its way there. */
function heightsAt(
  note: Anchored,
  left: number,
  lines: readonly (readonly Place[])[],
  taken: readonly Box[],
  area: Box,
): number[] {
  const right = left + note.width;
  const blocked = [
    ...lines.flatMap((line) => spanWithin(line, left - gap, right + gap)),
    ...taken.filter((box) => box.left < right && box.right > left),
  ].map(({ top, bottom }) => ({ top: top - gap, bottom: bottom + gap }));
  const edges = [{ top: note.y - gap, bottom: note.y + gap }, ...blocked];
  return edges
    .flatMap(({ top, bottom }) => [top - descent, bottom + ascent])
    .filter((baseline) => baseline - ascent >= area.top && baseline + descent <= area.bottom)
    .filter((baseline) => blocked.every(({ top, bottom }) => baseline + descent <= top || baseline - ascent >= bottom));
}

/** The heights that a line has between two places; none if it does not reach there. */
function spanWithin(line: readonly Place[], from: number, to: number): { top: number; bottom: number }[] {
  const heights = line.slice(1).flatMap((end, i) => {
    const start = line[i]!;
    if (end.x < from || start.x > to) return [];
    const at = (x: number) =>
      end.x === start.x ? [start.y, end.y] : [start.y + ((end.y - start.y) * (x - start.x)) / (end.x - start.x)];
    return [...at(Math.max(from, start.x)), ...at(Math.min(to, end.x))];
  });
  return heights.length === 0 ? [] : [{ top: Math.min(...heights), bottom: Math.max(...heights) }];
}
