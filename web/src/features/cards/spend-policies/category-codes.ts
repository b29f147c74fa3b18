import { categoryName } from '@florin/contract/cards/policies/merchant-categories';
import type { CategoryRange } from '@florin/contract/cards/policies/spend-rules';

/**
 * Reads category codes and ranges, such as '5812, 5813-5814'. What is typed twice counts once.
 * @returns `wrong`, the first part that is neither, where there is one; empty if nothing is typed
 */
export function parseCodes(text: string): { ranges: CategoryRange[] } | { wrong: string } {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const ranges: CategoryRange[] = [];
  for (const part of parts) {
    const match = /^(\d{4})(?:\s*[-–]\s*(\d{4}))?$/.exec(part);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    if (!match || from > to) return { wrong: part };
    if (!ranges.some((range) => range.from === from && range.to === to)) ranges.push({ from, to });
  }
  return ranges.length === 0 ? { wrong: '' } : { ranges };
}

const code = (number: number) => String(number).padStart(4, '0');

/** Ranges as they are typed. */
export const codesText = (ranges: readonly CategoryRange[]): string =>
  ranges.map(({ from, to }) => (from === to ? code(from) : `${code(from)}-${code(to)}`)).join(', ');

/** Ranges for reading: a single category by its name. */
export const categoryNames = (ranges: readonly CategoryRange[]): string[] =>
  ranges.map(({ from, to }) => (from === to ? categoryName(from) || code(from) : `${code(from)}–${code(to)}`));
