import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countOf, parts } from './parts.mjs';

const part = (name) => parts.find((candidate) => candidate.name === name);

async function counted(name, exitCode, report) {
  const folder = await mkdtemp(join(tmpdir(), 'florin-report-'));
  const file = join(folder, 'report.json');
  if (report) await writeFile(file, JSON.stringify(report));
  const count = countOf(part(name), exitCode, file);
  await rm(folder, { recursive: true });
  return count;
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
const playwright = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

test.each([
  ['a check that found nothing', 'types', 0, undefined, { passed: 1, failed: 0 }],
  ['a check that found something', 'types', 2, undefined, { passed: 0, failed: 1 }],
  ['tests that passed', 'server', 0, vitest, { passed: 5, failed: 0 }],
  ['tests of which some failed', 'server', 1, { ...vitest, numFailedTests: 2 }, { passed: 5, failed: 2 }],
  ['tests of which one was skipped', 'server', 0, { ...vitest, numPendingTests: 1 }, { passed: 5, failed: 1 }],
  ['an error outside any test', 'server', 1, vitest, { passed: 5, failed: 1 }],
  ['a runner that died without a report', 'server', 1, undefined, { passed: 0, failed: 1 }],
  ['a runner that ran nothing', 'server', 0, { ...vitest, numPassedTests: 0 }, { passed: 0, failed: 1 }],
  ['stories that passed', 'e2e', 0, { stats: playwright }, { passed: 3, failed: 0 }],
  ['a story that passed at the second try', 'e2e', 0, { stats: { ...playwright, flaky: 1 } }, { passed: 3, failed: 1 }],
])('counts %s', async (_, name, exitCode, report, count) => {
  expect(await counted(name, exitCode, report)).toEqual(count);
});
