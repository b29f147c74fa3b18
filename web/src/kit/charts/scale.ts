/** An axis: its ends, and the positions of its lines. */
export interface Scale {
  from: number;
  to: number;
  lines: number[];
}

const intervals = 3;
const roundSteps = [1, 2, 2.5, 5, 10];

/**
 * A scale with round figures around the values, with three or four intervals. If all values are equal, it is as wide as
 * the value; if all are zero, $300.
 */
export function scaleOf(values: readonly number[], { zero = true }: { zero?: boolean } = {}): Scale {
  const least = Math.min(...values, ...(zero ? [0] : []));
  const most = Math.max(...values, ...(zero ? [0] : []));
  const spread = most - least || Math.abs(most) || 300_00;
  const rough = spread / intervals;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * roundSteps.find((each) => each * power >= rough * 0.999)!;
  const from = Math.floor(least / step) * step;
  const lines = [from];
  while (lines.at(-1)! < most || lines.length < 2) lines.push(from + lines.length * step);
  return { from, to: lines.at(-1)!, lines };
}

/** '$60k', '−$1.5M': for axes only. @param cents minor units of US dollars */
export function axisMoney(cents: number): string {
  const dollars = Math.abs(cents) / 100;
  const [divisor, unit] = dollars >= 1e6 ? [1e6, 'M'] : dollars >= 1e3 ? [1e3, 'k'] : [1, ''];
  const figure = Number((dollars / divisor).toFixed(2));
  return `${cents < 0 ? '−' : ''}$${figure.toLocaleString('en-US')}${unit}`;
}
