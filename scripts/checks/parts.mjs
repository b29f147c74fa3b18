import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

const program = (path) => join(root, 'node_modules', path);
const vitest = program('vitest/vitest.mjs');

/**
 * The parts of `npm test`. `command` runs on the project's own Node; `after` names the parts that must have passed
 * before; `cores` is the number of cores it uses, 0 for a low priority, in the time that the others leave;
 * `environment` has more variables. A part with a `report` counts its tests, any other counts as one.
 */
export const parts = [
  { name: 'build', command: () => [join(root, 'scripts/build.mjs')], cores: 1 },
  tests('contract', { cores: 1 }),
  tests('web', { cores: 1 }),
  tests('component', { config: 'vitest.component.config.ts' }),
  tests('screens', { config: 'vitest.component.config.ts' }),
  // Waits for servers that start and stop, most of the time.
  tests('repository', { after: ['build'], cores: 1 }),
  { name: 'types', command: () => [join(root, 'scripts/checks/types.ts')], cores: 0 },
  {
    name: 'lint',
    command: () => [program('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'],
    // With two workers, both derive the types that they share; with more garbage, less time goes into collecting it.
    environment: { GOMAXPROCS: '1', GOGC: '400' },
    cores: 0,
  },
  { name: 'format', command: () => [program('oxfmt/bin/oxfmt'), '--check'], cores: 0 },
  { name: 'dead-code', command: () => [program('knip/bin/knip.js'), '--no-progress'], cores: 0 },
  { name: 'budgets', command: () => [join(root, 'scripts/checks/budgets.mjs')], after: ['build'], cores: 0 },
  tests('server'),
  {
    name: 'e2e',
    command: () => [program('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'],
    report: countPlaywright,
    after: ['build'],
    cores: 2,
  },
  {
    name: 'specification',
    command: () => [join(root, 'scripts/checks/specification.ts')],
    after: ['contract', 'web', 'component', 'screens', 'repository', 'server', 'e2e'],
    cores: 1,
  },
];

/** The part that runs one of Vitest's projects. */
function tests(project, { config = 'vitest.config.ts', ...more } = {}) {
  return {
    name: project,
    command: (report) => [
      vitest,
      'run',
      '--config',
      config,
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    report: countVitest,
    cores: 2,
    ...more,
  };
}

/** Tests that passed and failed; a skipped test counts as failed, except beside tests that `-t` chooses. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) {
  const skipped = process.argv.includes('-t') ? 0 : numPendingTests;
  return { passed: numPassedTests, failed: numFailedTests + skipped + numTodoTests };
}

function countPlaywright({ stats: { expected, unexpected, flaky, skipped } }) {
  return { passed: expected, failed: unexpected + flaky + skipped };
}

/** The share of a finished part in the closing line; a failed part has at least one failure. */
export function countOf(part, exitCode, reportFile) {
  const clean = exitCode === 0;
  if (!part.report) return { passed: clean ? 1 : 0, failed: clean ? 0 : 1 };
  const counted = existsSync(reportFile)
    ? part.report(JSON.parse(readFileSync(reportFile, 'utf8')))
    : { passed: 0, failed: 0 };
  const said = clean && counted.passed + counted.failed > 0;
  return { passed: counted.passed, failed: said ? counted.failed : Math.max(1, counted.failed) };
}
