/**
 * `npm test` and `npm run check`: installs what is missing and runs every check. `npm test -- --changed [commit]` runs what a
 * change can have broken (checks/changed.mjs). `node scripts/check.mjs <part> [filter]` runs one part, with its output as it comes.
 * The closing line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { environment, install, node, Refusal, root } from './install.mjs';
import { countOf, parts } from './checks/parts.mjs';

const coresAtMost = 2;
const [only, ...more] = process.argv.slice(2);
const isOfChange = only === '--changed';

try {
  const chosen = isOfChange ? await partsOfChange(more[0]) : only ? withWhatItNeeds(only) : parts;
  await install();
  const reports = makeReportFolder();
  const counts = await runAll(chosen, reports);
  keep(reports);
  conclude(counts);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  conclude([{ passed: 0, failed: 1 }]);
}

/** The parts with the files to which each is limited. */
async function partsOfChange(commit) {
  const { changedFiles, filesByPart } = await import('./checks/changed.mjs');
  const files = filesByPart(changedFiles(commit));
  if (files === null) return parts;
  return parts.flatMap((part) => {
    const words = files.get(part.name);
    return words ? [{ ...part, command: (report) => [...part.command(report), ...words] }] : [];
  });
}

function withWhatItNeeds(name) {
  const part = parts.find((candidate) => candidate.name === name);
  if (!part)
    throw new Refusal(`There is no part ${name}. The parts: ${parts.map((candidate) => candidate.name).join(', ')}.`);
  return [...parts.filter((candidate) => part.after?.includes(candidate.name)), part];
}

function makeReportFolder() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  return mkdtempSync(join(root, '.cache/report-'));
}

/** The reports of a whole run stay in `.cache/reports`, for `npm run specification`. */
function keep(reports) {
  const kept = join(root, '.cache/reports');
  if (only) return rmSync(reports, { recursive: true });
  rmSync(kept, { recursive: true, force: true });
  return renameSync(reports, kept);
}

/**
 * Runs parts in parallel within the number of cores; a part whose predecessor failed is not run and counts as failed.
 */
async function runAll(chosen, reports) {
  const ended = new Map();
  const running = new Map();
  const waiting = [...chosen];
  while (waiting.length > 0 || running.size > 0) {
    const busy = [...running.keys()].reduce((sum, part) => sum + part.cores, 0);
    const next = waiting.find((part) => part.cores <= coresAtMost - busy && isReady(part, chosen, ended));
    if (next) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next, runPart(next, ended, reports));
    } else {
      const { part, count } = await Promise.race(running.values());
      running.delete(part);
      ended.set(part.name, count);
    }
  }
  return [...ended.values()];
}

function isReady(part, chosen, ended) {
  return (part.after ?? []).every((name) => ended.has(name) || !chosen.some((other) => other.name === name));
}

async function runPart(part, ended, reports) {
  if (part.after?.some((name) => ended.get(name)?.failed)) {
    console.log(line(part.name, 'not run', `after ${part.after.join(', ')}`));
    return { part, count: { passed: 0, failed: 1 } };
  }
  const report = join(reports, `${part.name}.json`);
  const began = Date.now();
  const { code, output } = await run(part, report);
  const count = countOf(part, code, report);
  const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  const tests = part.report ? `  ${count.passed} passed, ${count.failed} failed` : '';
  if (count.failed > 0 && output) console.log(`\n──── ${part.name} ────\n${output.trimEnd()}\n`);
  console.log(line(part.name, count.failed > 0 ? 'FAILED' : 'ok', `${seconds}${tests}`));
  return { part, count };
}

function line(name, state, rest) {
  return `${name.padEnd(12)}${state.padEnd(9)}${rest}`;
}

function run(part, report) {
  const alone = part.name === only;
  const child = spawn(node, [...part.command(report), ...(alone ? more : [])], {
    cwd: root,
    env: {
      ...environment,
      ...part.environment,
      ...plainWords(part),
      FLORIN_REPORT: report,
      FLORIN_REPORTS: dirname(report),
    },
    stdio: ['ignore', alone ? 'inherit' : 'pipe', alone ? 'inherit' : 'pipe'],
  });
  if (part.cores === 0 && !alone && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** On a build machine some runners color their output to a pipe; Playwright does not, and warns about the variable. */
function plainWords({ name }) {
  return process.stdout.isTTY || name === 'e2e' ? {} : { NO_COLOR: '1' };
}

function conclude(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
