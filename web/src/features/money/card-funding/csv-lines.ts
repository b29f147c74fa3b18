import { cardFunding } from '@florin/contract/limits';
import { centsOf } from '../../../kit/forms/cents-of.ts';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';

const words = fundingWords.csv;

interface Line {
  /** From 1, as a person counts them. */
  line: number;
  last4: string;
  /** Minor units. */
  amount: number;
}

/** Lines such as '0932,25.00', also with quotes, semicolons or tabs; a first line with headings is left out. */
export function fundingLines(text: string): { lines: Line[] } | { problem: string } {
  const lines: Line[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '' || (index === 0 && /^\s*"?card\b/i.test(row))) continue;
    const line = index + 1;
    const parts = /^\s*"?\D{0,4}(\d{4})"?\s*[,;\t]\s*"?([^"]*)"?\s*$/.exec(row);
    const amount = parts === null ? null : centsOf(parts[2]!);
    if (parts === null || amount === null || !(amount > 0)) return { problem: words.badLine(line) };
    const last4 = parts[1]!;
    if (lines.some((other) => other.last4 === last4)) return { problem: words.twice(line, last4) };
    lines.push({ line, last4, amount });
  }
  if (lines.length === 0) return { problem: words.empty };
  return lines.length > cardFunding.cardsAtMost
    ? { problem: fundingWords.tooMany(cardFunding.cardsAtMost) }
    : { lines };
}
