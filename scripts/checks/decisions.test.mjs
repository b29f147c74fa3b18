import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';

const folder = join(root, 'docs/decisions');
const decisions = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

test('decisions are numbered one by one', () => {
  const numbers = decisions.map(({ name }) => Number(/^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1]));
  expect(numbers).toEqual(decisions.map((_, index) => index + 1));
});

test.each(decisions)(
  '$name: a numbered title, context, decision and consequences in at most 200 words',
  ({ name, text }) => {
    const lines = text.split('\n');
    expect(lines[0]).toMatch(new RegExp(`^# ${name.slice(0, 3)}: `));
    expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequences']);
    const words = lines
      .filter((line) => !line.startsWith('#'))
      .join(' ')
      .split(/\s+/)
      .filter(Boolean);
    expect(words.length).toBeLessThanOrEqual(200);
  },
);
