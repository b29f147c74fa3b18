/** The dark modules of a QR code (rows of columns) as an SVG path: one rectangle for each run in a row. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => runsOf(row).map(([from, to]) => `M${from} ${y}h${to - from}v1h${from - to}z`))
    .join('');
}

/** First column and the column after the last of every run of dark modules. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last?.[1] === x) last[1] = x + 1;
    else runs.push([x, x + 1]);
  });
  return runs;
}
