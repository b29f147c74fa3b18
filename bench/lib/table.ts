/** The middle value of a list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints rows as a table; the first row is the head. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  for (const row of cells) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}

/** Prints a goal with its figure; a missed goal makes the process end with 1. */
export function goal(words: string, figure: number, isMet: boolean): void {
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${words}: ${Math.round(figure * 100) / 100}`);
  if (!isMet) process.exitCode = 1;
}
