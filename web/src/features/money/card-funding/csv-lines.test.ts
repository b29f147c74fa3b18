import { expect, test } from 'vitest';
import { fundingLines } from './csv-lines.ts';

test.each([
  ['0932,25.00', [{ line: 1, last4: '0932', amount: 25_00 }]],
  [
    'card,amount\n"0932";"1,000.50"\r\n\n8890\t5',
    [
      { line: 2, last4: '0932', amount: 1_000_50 },
      { line: 4, last4: '8890', amount: 5_00 },
    ],
  ],
])('%j', (text, lines) => expect(fundingLines(text)).toEqual({ lines }));

test.each([
  ['0932', /Line 1/],
  ['0932,-5', /Line 1/],
  ['0932,0', /Line 1/],
  ['0932,1\n0932,2', /Line 2: .* twice/],
  ['card,amount', /at least one line/],
])('%j is refused', (text, problem) => expect(fundingLines(text)).toEqual({ problem: expect.stringMatching(problem) }));
