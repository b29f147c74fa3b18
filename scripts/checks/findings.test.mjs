import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';

const document = readFileSync(join(root, 'docs/security/findings.md'), 'utf8');
/** `file` › a part of a test's name, up to the next one or the end of the cell. */
const proofs = [...document.matchAll(/`([\w./-]+\.(?:test|e2e)\.(?:mjs|tsx?))` › ([^;|]+?)(?=;| \|)/g)];
const commands = [...document.matchAll(/`npm run ([\w:-]+)`/g)].map(([, name]) => name);

test('every finding names tests and commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const missing = proofs.flatMap(([, file, name]) => {
    const path = join(root, file);
    return existsSync(path) && readFileSync(path, 'utf8').includes(name.trim()) ? [] : `${file} › ${name}`;
  });
  expect(proofs.length).toBeGreaterThan(60);
  expect([...missing, ...commands.filter((name) => !(name in scripts))]).toEqual([]);
});

test('every row of a table has a state and a proof', () => {
  const rows = document.split('\n').filter((line) => /^\| (?!Finding|Pitfall|-)/.test(line));
  expect(rows.filter((row) => !/^\|[^|]+\| (mended|avoided|partly)[^|]*\|[^|]*(`|V\d)[^|]*\|$/.test(row))).toEqual([]);
});
