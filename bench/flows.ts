// The models of sign-in, recovery and registration, 100,000 sequences each, and the same models against the real server
// on a real PostgreSQL, any number of sequences (`npm run bench:flows -- 2000`): each event's answer is compared with
// the model's, and each session, password and card with its proofs. The ordinary tests do the same with a few of both.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goal } from './lib/table.ts';

const runs = Number(process.argv[2] ?? 1000);
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
for (const flow of ['sign-in', 'recovery', 'registration']) {
  const began = performance.now();
  const tests = `server/src/flows/${flow}-`;
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', '--reporter=dot', tests], {
    env: { ...process.env, FLOW_RUNS: String(runs) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const seconds = (performance.now() - began) / 1000;
  goal(`${flow}: sequences on the server that agree with the model, in ${seconds.toFixed(0)} s`, runs, status === 0);
}
