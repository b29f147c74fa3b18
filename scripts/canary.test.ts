import { expect, test } from 'vitest';
import { canaries, leaksIn } from '../e2e/canary/canaries.ts';

const canary = canaries[0]!;
const inGroups = canary.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

test('the search finds a card number in every form it looks for', () => {
  const forms = {
    plain: `x${canary}y`,
    'in groups': `card ${inGroups}.`,
    'in groups, dashes': canary.replaceAll(/(\d{4})(?=\d)/g, '$1-'),
    hex: Buffer.from(canary).toString('hex').toUpperCase(),
    'hex of UTF-16': Buffer.from(canary, 'utf16le').toString('hex'),
    ...Object.fromEntries(
      [0, 1, 2].map((before) => [
        `base64 after ${before}`,
        Buffer.from(`${'z'.repeat(before)}${canary} and more`).toString('base64url'),
      ]),
    ),
    'base64 of groups': Buffer.from(JSON.stringify({ card: inGroups })).toString('base64'),
  };
  for (const [form, text] of Object.entries(forms)) expect([form, leaksIn(text, 'here').length]).toEqual([form, 1]);
  expect(leaksIn(`${canary.slice(0, 6)}…${canary.slice(-4)}`, 'here')).toEqual([]);
  expect(leaksIn(`{"level":30,"card":"${canary}"}`, 'log')).toHaveLength(1);
});
