import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './install.mjs';

const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, section, sentence, proof]) => ({ section, sentence, proof }));

const testFiles = new Map(
  readdirSync(root, { recursive: true })
    .filter((path) => /\.(e2e|test)\.tsx?$/.test(path) && !/node_modules|dist/.test(path))
    .map((path) => [path.split('/').at(-1), join(root, path)]),
);

describe('every claim of docs/specification.md names a test that exists', () => {
  test('there are claims', () => expect(rows.length).toBeGreaterThan(40));
  test.each(rows)('$section $sentence', ({ proof }) => {
    const [, file, title] = /^(?:server: |web: )?([\w.-]+)(?:: (.+))?$/.exec(proof) ?? [];
    expect(testFiles.has(file), proof).toBe(true);
    if (title) expect(readFileSync(testFiles.get(file), 'utf8')).toContain(title);
  });
});
