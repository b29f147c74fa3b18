import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeNotes, type Anchored } from './place-notes.ts';

const area = { left: 4, right: 260, top: 2, bottom: 192 };
/** Where lines are drawn: above it there is room for a label. */
const plot = { ...area, top: 20 };

const height = fc.integer({ min: plot.top, max: plot.bottom });
/** A line from left to right, as drawn: joined straight, or in steps. */
const lines = fc
  .record({
    heights: fc.array(height, { minLength: 2, maxLength: 12 }),
    share: fc.double({ min: 0.2, max: 1, noNaN: true }),
    isStepped: fc.boolean(),
  })
  .map(({ heights, share, isStepped }) => {
    const x = (i: number) => plot.left + ((plot.right - plot.left) * share * i) / (heights.length - 1);
    return heights.flatMap((y, i) => [
      ...(isStepped && i > 0 ? [{ x: x(i), y: heights[i - 1]! }] : []),
      { x: x(i), y },
    ]);
  });

const boxOf = ({ width }: Anchored, { left, baseline }: { left: number; baseline: number }) => ({
  left,
  right: left + width,
  top: baseline - 10,
  bottom: baseline + 3,
});
type Box = ReturnType<typeof boxOf>;

/** Whether a line runs through a box, at a hundred places of each piece. */
const runsThrough = (line: readonly { x: number; y: number }[], box: Box) =>
  line.slice(1).some((end, i) =>
    Array.from({ length: 101 }, (_, step) => step / 100).some((share) => {
      const [x, y] = [line[i]!.x + (end.x - line[i]!.x) * share, line[i]!.y + (end.y - line[i]!.y) * share];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    }),
  );
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Sums that only grow, from the axis on: as spend is drawn, up to the current day or the end. */
const sums = fc
  .record({
    rises: fc.array(fc.nat(100), { minLength: 2, maxLength: 30 }),
    top: height,
    share: fc.double({ min: 0.1, max: 1, noNaN: true }),
  })
  .map(({ rises, top, share }) => {
    const total = rises.reduce((sum, rise) => sum + rise, 0) || 1;
    let sum = 0;
    return [0, ...rises].map((rise, i) => ({
      x: plot.left + ((plot.right - plot.left) * share * i) / rises.length,
      y: plot.bottom - ((sum += rise) / total) * (plot.bottom - top),
    }));
  });

test('the label of the current day has a place whatever was spent', () => {
  fc.assert(
    fc.property(sums, sums, height, fc.integer({ min: 40, max: 110 }), (current, before, y, width) => {
      const { x } = current.at(-1)!;
      const notes = [
        { ...current.at(-1)!, width, hasDot: true },
        { x, y, width, hasDot: true },
      ];
      expect(placeNotes(notes, [before, current], area)[0]).not.toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('labels at the ends of two lines lie on no line, in the drawing, and not on each other', () => {
  fc.assert(
    fc.property(lines, lines, fc.integer({ min: 40, max: 110 }), (one, other, width) => {
      const notes = [one, other].map((line) => ({ ...line.at(-1)!, width, hasDot: true }));
      const boxes = placeNotes(notes, [one, other], area).map((place, i) => place && boxOf(notes[i]!, place));
      for (const box of boxes) {
        if (box === null) continue;
        expect(runsThrough(one, box) || runsThrough(other, box)).toBe(false);
        expect([
          box.left >= area.left,
          box.right <= area.right,
          box.top >= area.top,
          box.bottom <= area.bottom,
        ]).toEqual([true, true, true, true]);
      }
      if (boxes[0] && boxes[1]) expect(overlap(boxes[0], boxes[1])).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test('labels of steps stand near their step, or nowhere', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 40, max: 70 }), (line, width) => {
      const notes = line.slice(1).map((point) => ({ ...point, width, hasDot: false, reach: 24 }));
      const placed = placeNotes(notes, [line], area);
      const boxes = placed.flatMap((place, i) => (place ? [boxOf(notes[i]!, place)] : []));
      for (const [i, place] of placed.entries()) {
        if (!place) continue;
        expect(runsThrough(line, boxOf(notes[i]!, place))).toBe(false);
        expect(Math.abs(place.baseline - notes[i]!.y)).toBeLessThan(30);
      }
      expect(boxes.some((box, i) => boxes.slice(0, i).some((before) => overlap(box, before)))).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

const falling = [
  { x: 4, y: 100 },
  { x: 100, y: 100 },
  { x: 100, y: 140 },
  { x: 260, y: 140 },
];
test.each([
  ['above a point by itself', { isBelow: false }, 133],
  ['below where it is wanted', { isBelow: true }, 154],
])('a label stands %s', (_what, side, baseline) => {
  const note = { x: 100, y: 140, width: 50, hasDot: false, ...side };
  expect(placeNotes([note], [falling], area)).toMatchObject([{ left: 108, baseline }]);
});

test('a label without room near its step is left out', () => {
  const note = { x: 100, y: 140, width: 400, hasDot: false, reach: 24 };
  expect(placeNotes([note], [falling], area)).toEqual([null]);
});
