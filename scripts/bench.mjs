/** `npm run bench:<name>`: installs and builds what is missing, then runs `bench/<name>.ts` on the project's own Node. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhereStale } from './build.mjs';
import { environment, install, node, Refusal, root } from './install.mjs';

try {
  await install();
  await buildWhereStale();
  const bench = spawn(node, [join(root, 'bench', `${process.argv[2]}.ts`), ...process.argv.slice(3)], {
    env: environment,
    stdio: 'inherit',
  });
  bench.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
