/**
 * `npm start`: installs missing packages, builds the web app if it is stale, and runs the server on the project's own
 * Node. Runs on any Node from 20 on. The server's exit code is its own.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { buildWhereStale } from './build.mjs';
import { environment, install, node, Refusal, root } from './install.mjs';
import { whenNpmIsGone } from './npm-watch.mjs';

try {
  await install();
  await buildWhereStale();
  serve();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function serve() {
  // Young objects in 4 MB instead of 16: the same speed here, and 50 MB less at rest.
  const server = spawn(node, ['--max-semi-space-size=4', 'server/src/main.ts'], {
    cwd: root,
    // Compiled modules are cached, which halves the time to start.
    env: { NODE_COMPILE_CACHE: join(root, '.cache/node'), ...environment },
    // The server sees the channel close when this process is killed, and stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  whenNpmIsGone(() => server.kill('SIGTERM'));
  server.on('error', (error) => {
    console.error(`The project's own Node does not start: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}
